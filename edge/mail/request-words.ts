import type { Language } from '../../domain/catalog/languages.ts'
import { cutName } from '../../domain/rules/plain-text.ts'

/** Facts of a request for publication, as the provider's administrators read them. */
export interface Requested {
  recipe: string
  company: string
  asker: string
  /** Words of the asker; empty where there are none. */
  note: string
}

interface Words {
  title: string
  text: (recipe: string, company: string, asker: string) => string
  note: string
}

/** Write the mail to the provider about a request for publication. */
export function requestWords(
  language: Language,
  { recipe, company, asker, note }: Requested,
): { title: string; message: string } {
  const { title, text, note: said } = words[language]
  const paragraphs = [text(recipe, company, asker), ...(note ? [`${said}\n${note}`] : [])]
  return { title: `${title}: ${cutName(recipe, 90)}`, message: paragraphs.join('\n\n') }
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Publication requested',
    text: (recipe, company, asker) =>
      `${asker} of ${company} asks that the recipe “${recipe}” be published for all companies. The request waits under Global recipes.`,
    note: 'Their words:',
  },
  de: {
    title: 'Veröffentlichung beantragt',
    text: (recipe, company, asker) =>
      `${asker} von ${company} bittet, das Rezept „${recipe}“ für alle Unternehmen zu veröffentlichen. Der Antrag wartet unter „Globale Rezepte“.`,
    note: 'Dazu geschrieben:',
  },
  fr: {
    title: 'Publication demandée',
    text: (recipe, company, asker) =>
      `${asker}, de ${company}, demande que la recette « ${recipe} » soit publiée pour toutes les sociétés. La demande attend sous « Recettes globales ».`,
    note: 'Message :',
  },
  it: {
    title: 'Pubblicazione richiesta',
    text: (recipe, company, asker) =>
      `${asker} di ${company} chiede che la ricetta «${recipe}» sia pubblicata per tutte le aziende. La richiesta attende in «Ricette globali».`,
    note: 'Messaggio:',
  },
  es: {
    title: 'Publicación solicitada',
    text: (recipe, company, asker) =>
      `${asker}, de ${company}, solicita que la receta «${recipe}» se publique para todas las empresas. La solicitud espera en «Recetas globales».`,
    note: 'Mensaje:',
  },
  ru: {
    title: 'Запрос на публикацию',
    text: (recipe, company, asker) =>
      `${asker} (${company}) просит опубликовать рецепт «${recipe}» для всех компаний. Запрос ждёт в разделе «Общие рецепты».`,
    note: 'Сообщение:',
  },
  zh: {
    title: '发布申请',
    text: (recipe, company, asker) =>
      `${company} 的 ${asker} 申请将配方“${recipe}”发布给所有公司。该申请在“全局配方”中等待处理。`,
    note: '留言：',
  },
  ar: {
    title: 'طلب نشر',
    text: (recipe, company, asker) =>
      `يطلب ${asker} من ${company} نشر الوصفة «${recipe}» لجميع الشركات. ينتظر الطلب ضمن «الوصفات العامة».`,
    note: 'الرسالة:',
  },
}
