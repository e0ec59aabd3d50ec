import type { en } from './languages/en.ts'
import type firstEnglish from './texts/first/en.json'

/** A part that is fetched after the page has opened. */
export type TextPart = keyof typeof en

type KeyOf<Part extends TextPart> = keyof Awaited<ReturnType<(typeof en)[Part]>>['default']
export type FirstKey = keyof typeof firstEnglish

/** Every text of the interface has a key here; English is the complete set. */
export type MessageKey = FirstKey | { [Part in TextPart]: KeyOf<Part> }[TextPart]

/** A file of texts, fetched when it is asked for. A language that lacks a text of the English file does not compile. */
export type TextFile<Key extends PropertyKey> = () => Promise<{ default: Record<Key, string> }>

/** The files of a language, by the parts that are fetched after the page has opened. */
export type LanguageFiles = { [Part in TextPart]: TextFile<KeyOf<Part>> }
