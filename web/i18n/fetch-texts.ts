import type { Language } from '../../domain/catalog/languages.ts'
import { en } from './languages/en.ts'
import type { FirstKey, LanguageFiles, MessageKey, TextFile, TextPart } from './text-files.ts'

type Translated = Exclude<Language, 'en'>

/** Name the files of each language, fetched with its language: together they are 300 names that the first page would carry. */
const tables: Record<Translated, () => Promise<LanguageFiles>> = {
  ar: async () => (await import('./languages/ar.ts')).ar,
  de: async () => (await import('./languages/de.ts')).de,
  es: async () => (await import('./languages/es.ts')).es,
  fr: async () => (await import('./languages/fr.ts')).fr,
  it: async () => (await import('./languages/it.ts')).it,
  ru: async () => (await import('./languages/ru.ts')).ru,
  zh: async () => (await import('./languages/zh.ts')).zh,
}

/** Name the files of what the page opens with: in English it is in the page's first file. */
const first: Record<Translated, TextFile<FirstKey>> = {
  ar: () => import('./texts/first/ar.json'),
  de: () => import('./texts/first/de.json'),
  es: () => import('./texts/first/es.json'),
  fr: () => import('./texts/first/fr.json'),
  it: () => import('./texts/first/it.json'),
  ru: () => import('./texts/first/ru.json'),
  zh: () => import('./texts/first/zh.json'),
}

type Texts = Partial<Record<MessageKey, string>>

/** List the parts that are fetched after the page has opened. */
export const textParts = Object.keys(en) as TextPart[]

/** Fetch the texts of a part in a language. */
export async function fetchTexts(language: Language, part: TextPart): Promise<Texts> {
  const files = language === 'en' ? en : await tables[language]()
  return (await files[part]()).default
}

/** Fetch what the page opens with in another language than English. */
export async function fetchFirstTexts(language: Translated): Promise<Texts> {
  return (await first[language]()).default
}
