/**
 * The languages of the interface, mails and reports (spec section 1), each under its own name, with the direction of its text.
 * `locale` pins Latin digits for Arabic: scientific values are read and typed in them. `web/public/start.js` knows the directions
 * as well, before anything is loaded.
 */
export const languages = {
  ar: { name: 'العربية', dir: 'rtl', locale: 'ar-u-nu-latn' },
  de: { name: 'Deutsch', dir: 'ltr', locale: 'de-DE' },
  en: { name: 'English', dir: 'ltr', locale: 'en-US' },
  es: { name: 'Español', dir: 'ltr', locale: 'es-ES' },
  fr: { name: 'Français', dir: 'ltr', locale: 'fr-FR' },
  it: { name: 'Italiano', dir: 'ltr', locale: 'it-IT' },
  ru: { name: 'Русский', dir: 'ltr', locale: 'ru-RU' },
  zh: { name: '中文', dir: 'ltr', locale: 'zh-CN' },
} as const satisfies Record<string, { name: string; dir: 'ltr' | 'rtl'; locale: string }>

export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as Language[]

/** Return the language of a stored or announced tag: `fr-CA` is `fr`, an unknown one is `en`. */
export function matchLanguage(tag: string | null | undefined): Language {
  const code = tag?.toLowerCase().split(/[-_]/)[0] ?? ''
  return code in languages ? (code as Language) : 'en'
}
