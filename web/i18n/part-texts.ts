import type { Language } from '../../domain/catalog/languages.ts'

/** A file of texts, fetched when it is asked for. A language that lacks a text of the English file does not compile. */
type TextFile<Texts> = () => Promise<{ default: Texts }>

/** The files of one part of the texts, by language. */
export type PartTexts<English> = Record<Language, TextFile<Record<keyof English, string>>>

/** The same of the part that the page opens with: in English it is in the page's first file. */
export type FirstTexts<English> = Omit<PartTexts<English>, 'en'>
