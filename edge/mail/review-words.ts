import type { Language } from '../../domain/catalog/languages.ts'
import { cutName } from '../../domain/rules/plain-text.ts'

interface Words {
  title: string
  text: (recipe: string, version: number, author: string) => string
}

/** Write the notification and the mail to people who may approve a version of a recipe that was sent to review. */
export function reviewWords(
  language: Language,
  { recipe, version, author }: { recipe: string; version: number; author: string },
): { title: string; message: string } {
  const { title, text } = words[language]
  return { title: `${title}: ${cutName(recipe, 90)}`, message: text(recipe, version, author) }
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Version to approve',
    text: (recipe, version, author) =>
      `${author} has sent version ${version} of the recipe “${recipe}” to review. Look at its changes and its evidence under Recipes in bApp, and approve it by your signature. Nobody approves a version that they wrote.`,
  },
  de: {
    title: 'Version freizugeben',
    text: (recipe, version, author) =>
      `${author} hat Version ${version} des Rezepts „${recipe}“ zur Prüfung gegeben. Sehen Sie Änderungen und Nachweise unter „Rezepte“ in bApp an und geben Sie die Version mit Ihrer Signatur frei. Niemand gibt eine Version frei, an der er geschrieben hat.`,
  },
  fr: {
    title: 'Version à approuver',
    text: (recipe, version, author) =>
      `${author} a envoyé en révision la version ${version} de la recette « ${recipe} ». Consultez ses changements et ses preuves sous « Recettes » dans bApp, et approuvez-la par votre signature. Nul n’approuve une version qu’il a écrite.`,
  },
  it: {
    title: 'Versione da approvare',
    text: (recipe, version, author) =>
      `${author} ha inviato in revisione la versione ${version} della ricetta «${recipe}». Esaminare le modifiche e le prove in «Ricette» in bApp e approvarla con la propria firma. Nessuno approva una versione che ha scritto.`,
  },
  es: {
    title: 'Versión por aprobar',
    text: (recipe, version, author) =>
      `${author} ha enviado a revisión la versión ${version} de la receta «${recipe}». Vea sus cambios y sus pruebas en «Recetas» de bApp y apruébela con su firma. Nadie aprueba una versión que ha escrito.`,
  },
  ru: {
    title: 'Версия ждёт утверждения',
    text: (recipe, version, author) =>
      `${author} отправил(а) на проверку версию ${version} рецепта «${recipe}». Посмотрите изменения и обоснование в разделе «Рецепты» в bApp и утвердите версию своей подписью. Никто не утверждает версию, которую писал сам.`,
  },
  zh: {
    title: '待批准的版本',
    text: (recipe, version, author) =>
      `${author} 已将配方“${recipe}”的版本 ${version} 送审。请在 bApp 的“配方”中查看其更改和依据，并以您的签名批准。编写者不能批准自己编写的版本。`,
  },
  ar: {
    title: 'إصدار ينتظر الموافقة',
    text: (recipe, version, author) =>
      `أرسل ${author} الإصدار ${version} من الوصفة «${recipe}» إلى المراجعة. اطّلع على تغييراته وأدلته ضمن «الوصفات» في bApp ووافق عليه بتوقيعك. لا يوافق أحد على إصدار كتبه.`,
  },
}
