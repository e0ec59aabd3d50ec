import type { Language } from '../../domain/catalog/languages.ts'

/** Decision of the provider about a request for publication, as the person who asked reads it. */
export interface Decided {
  status: 'published' | 'refused'
  /** Name of the recipe as it was asked. */
  recipe: string
  /** Version of the recipe for all companies; null where it was refused. */
  version: number | null
  reason: string
}

interface Words {
  published: { title: string; text: (recipe: string, version: number) => string }
  refused: { title: string; text: (recipe: string, reason: string) => string }
}

/** Write the notification and the mail about a decision. The name of the recipe and the reason come as they were typed. */
export function decisionWords(
  language: Language,
  { status, recipe, version, reason }: Decided,
): { title: string; message: string } {
  const { published, refused } = words[language]
  return status === 'published'
    ? { title: published.title, message: published.text(recipe, version ?? 1) }
    : { title: refused.title, message: refused.text(recipe, reason) }
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    published: {
      title: 'Your recipe was published',
      text: (recipe, version) =>
        `The provider has published your recipe “${recipe}” for all companies, as version ${version}.`,
    },
    refused: {
      title: 'Your recipe was not published',
      text: (recipe, reason) =>
        `The provider has not published your recipe “${recipe}”. The reason:\n\n${reason}\n\nYour own recipe has not changed. You can change it and ask again.`,
    },
  },
  de: {
    published: {
      title: 'Ihr Rezept wurde veröffentlicht',
      text: (recipe, version) =>
        `Der Anbieter hat Ihr Rezept „${recipe}“ für alle Unternehmen veröffentlicht, als Version ${version}.`,
    },
    refused: {
      title: 'Ihr Rezept wurde nicht veröffentlicht',
      text: (recipe, reason) =>
        `Der Anbieter hat Ihr Rezept „${recipe}“ nicht veröffentlicht. Der Grund:\n\n${reason}\n\nIhr eigenes Rezept hat sich nicht geändert. Sie können es ändern und noch einmal anfragen.`,
    },
  },
  fr: {
    published: {
      title: 'Votre recette a été publiée',
      text: (recipe, version) =>
        `Le fournisseur a publié votre recette « ${recipe} » pour toutes les sociétés, en version ${version}.`,
    },
    refused: {
      title: 'Votre recette n’a pas été publiée',
      text: (recipe, reason) =>
        `Le fournisseur n’a pas publié votre recette « ${recipe} ». Le motif :\n\n${reason}\n\nVotre propre recette n’a pas changé. Vous pouvez la modifier et refaire la demande.`,
    },
  },
  it: {
    published: {
      title: 'La sua ricetta è stata pubblicata',
      text: (recipe, version) =>
        `Il fornitore ha pubblicato la sua ricetta «${recipe}» per tutte le aziende, come versione ${version}.`,
    },
    refused: {
      title: 'La sua ricetta non è stata pubblicata',
      text: (recipe, reason) =>
        `Il fornitore non ha pubblicato la sua ricetta «${recipe}». Il motivo:\n\n${reason}\n\nLa sua ricetta non è cambiata. Può modificarla e chiedere di nuovo.`,
    },
  },
  es: {
    published: {
      title: 'Se publicó su receta',
      text: (recipe, version) =>
        `El proveedor publicó su receta «${recipe}» para todas las empresas, como versión ${version}.`,
    },
    refused: {
      title: 'No se publicó su receta',
      text: (recipe, reason) =>
        `El proveedor no publicó su receta «${recipe}». El motivo:\n\n${reason}\n\nSu propia receta no ha cambiado. Puede modificarla y volver a solicitarlo.`,
    },
  },
  ru: {
    published: {
      title: 'Ваш рецепт опубликован',
      text: (recipe, version) =>
        `Поставщик опубликовал ваш рецепт «${recipe}» для всех компаний, версия ${version}.`,
    },
    refused: {
      title: 'Ваш рецепт не опубликован',
      text: (recipe, reason) =>
        `Поставщик не опубликовал ваш рецепт «${recipe}». Причина:\n\n${reason}\n\nВаш собственный рецепт не изменился. Его можно изменить и подать запрос снова.`,
    },
  },
  zh: {
    published: {
      title: '您的配方已发布',
      text: (recipe, version) => `服务商已将您的配方“${recipe}”发布给所有公司，版本 ${version}。`,
    },
    refused: {
      title: '您的配方未发布',
      text: (recipe, reason) =>
        `服务商没有发布您的配方“${recipe}”。原因：\n\n${reason}\n\n您自己的配方没有变化。您可以修改后再次申请。`,
    },
  },
  ar: {
    published: {
      title: 'نُشرت وصفتك',
      text: (recipe, version) => `نشر المزوّد وصفتك «${recipe}» لجميع الشركات، بالإصدار ${version}.`,
    },
    refused: {
      title: 'لم تُنشر وصفتك',
      text: (recipe, reason) =>
        `لم ينشر المزوّد وصفتك «${recipe}». السبب:\n\n${reason}\n\nوصفتك لم تتغير. يمكنك تعديلها وتقديم الطلب مرة أخرى.`,
    },
  },
}
