import type { Language } from '../../domain/catalog/languages.ts'
import { cutName } from '../../domain/rules/plain-text.ts'

/** Decision of the reviewer of a version, as its authors read it. */
export interface Verdict {
  kind: 'approved' | 'changes'
  recipe: string
  version: number
  /** Name of the reviewer. */
  reviewer: string
  /** Changes that are asked for; or the comment of an approval, which may be empty. */
  reason: string
}

interface Words {
  approved: { title: string; text: (version: number, recipe: string, reviewer: string) => string }
  changes: { title: string; text: (version: number, recipe: string, reviewer: string) => string }
}

/** Write the notification to the authors of a version about its review, with the words of the reviewer below. */
export function verdictWords(
  language: Language,
  { kind, recipe, version, reviewer, reason }: Verdict,
): { title: string; message: string } {
  const { title, text } = words[language][kind]
  const said = text(version, recipe, reviewer)
  return {
    title: `${title}: ${cutName(recipe, 90)}`,
    message: reason === '' ? said : `${said}\n\n${reason}`,
  }
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    approved: {
      title: 'Your version was approved',
      text: (version, recipe, reviewer) =>
        `${reviewer} has approved version ${version} of the recipe “${recipe}”.`,
    },
    changes: {
      title: 'Changes to your version',
      text: (version, recipe, reviewer) =>
        `${reviewer} has not approved version ${version} of the recipe “${recipe}” and asks for changes. It is a draft again: change it under Recipes and send it to review once more.`,
    },
  },
  de: {
    approved: {
      title: 'Ihre Version wurde freigegeben',
      text: (version, recipe, reviewer) =>
        `${reviewer} hat Version ${version} des Rezepts „${recipe}“ freigegeben.`,
    },
    changes: {
      title: 'Änderungen an Ihrer Version',
      text: (version, recipe, reviewer) =>
        `${reviewer} hat Version ${version} des Rezepts „${recipe}“ nicht freigegeben und bittet um Änderungen. Sie ist wieder ein Entwurf: Ändern Sie ihn unter „Rezepte“ und geben Sie ihn erneut zur Prüfung.`,
    },
  },
  fr: {
    approved: {
      title: 'Votre version a été approuvée',
      text: (version, recipe, reviewer) =>
        `${reviewer} a approuvé la version ${version} de la recette « ${recipe} ».`,
    },
    changes: {
      title: 'Modifications de votre version',
      text: (version, recipe, reviewer) =>
        `${reviewer} n’a pas approuvé la version ${version} de la recette « ${recipe} » et demande des modifications. Elle est de nouveau un brouillon : modifiez-la sous « Recettes » et envoyez-la à nouveau en révision.`,
    },
  },
  it: {
    approved: {
      title: 'La versione è stata approvata',
      text: (version, recipe, reviewer) =>
        `${reviewer} ha approvato la versione ${version} della ricetta «${recipe}».`,
    },
    changes: {
      title: 'Modifiche alla versione',
      text: (version, recipe, reviewer) =>
        `${reviewer} non ha approvato la versione ${version} della ricetta «${recipe}» e chiede modifiche. È di nuovo una bozza: modificarla in «Ricette» e inviarla ancora in revisione.`,
    },
  },
  es: {
    approved: {
      title: 'Su versión fue aprobada',
      text: (version, recipe, reviewer) =>
        `${reviewer} ha aprobado la versión ${version} de la receta «${recipe}».`,
    },
    changes: {
      title: 'Cambios en su versión',
      text: (version, recipe, reviewer) =>
        `${reviewer} no ha aprobado la versión ${version} de la receta «${recipe}» y pide cambios. Vuelve a ser un borrador: cámbielo en «Recetas» y envíelo de nuevo a revisión.`,
    },
  },
  ru: {
    approved: {
      title: 'Ваша версия утверждена',
      text: (version, recipe, reviewer) =>
        `${reviewer} утвердил(а) версию ${version} рецепта «${recipe}».`,
    },
    changes: {
      title: 'Изменения в вашей версии',
      text: (version, recipe, reviewer) =>
        `${reviewer} не утвердил(а) версию ${version} рецепта «${recipe}» и просит внести изменения. Она снова черновик: измените его в разделе «Рецепты» и отправьте на проверку ещё раз.`,
    },
  },
  zh: {
    approved: {
      title: '您的版本已批准',
      text: (version, recipe, reviewer) => `${reviewer} 已批准配方“${recipe}”的版本 ${version}。`,
    },
    changes: {
      title: '您的版本需要修改',
      text: (version, recipe, reviewer) =>
        `${reviewer} 未批准配方“${recipe}”的版本 ${version}，并要求修改。它已恢复为草稿：请在“配方”中修改后再次送审。`,
    },
  },
  ar: {
    approved: {
      title: 'تمت الموافقة على إصدارك',
      text: (version, recipe, reviewer) =>
        `وافق ${reviewer} على الإصدار ${version} من الوصفة «${recipe}».`,
    },
    changes: {
      title: 'تعديلات على إصدارك',
      text: (version, recipe, reviewer) =>
        `لم يوافق ${reviewer} على الإصدار ${version} من الوصفة «${recipe}» ويطلب تعديلات. عاد الإصدار مسودة: عدّله ضمن «الوصفات» وأرسله إلى المراجعة مرة أخرى.`,
    },
  },
}
