import type { Language } from './languages.ts'
import en from './lang/en.json'

/** Every text of the interface has a key here; English is the complete set. */
export type MessageKey = keyof typeof en
/** ICU messages; in the built app they come parsed (scripts/compile-texts.ts), which is only the formatter's concern. */
export type Messages = Record<MessageKey, string>

export const english: Messages = en

let rest: Promise<void> | null = null

/** The query is the build's (scripts/compile-texts.ts), the type does not know it; elsewhere the file is whole. */
const importRest = async (): Promise<{ default: Partial<Messages> }> =>
  import.meta.env.PROD ? await import('./lang/en.json?rest' as string) : { default: {} }

/**
 * Fetches the English texts that are not on the login page: in the built app `en.json` holds only those, so
 * that the login page stays small as the app grows. Done before anything behind the sign-in is drawn.
 */
export function completeEnglish(): Promise<void> {
  rest ??= importRest().then(
    ({ default: others }) => void Object.assign(english, others),
    (error: unknown) => {
      rest = null
      throw error
    },
  )
  return rest
}

type Loader = () => Promise<{ default: Partial<Messages> }>

/** The other languages are fetched only when they are chosen. */
const loaders: Record<Exclude<Language, 'en'>, Loader> = {
  ar: () => import('./lang/ar.json'),
  de: () => import('./lang/de.json'),
  es: () => import('./lang/es.json'),
  fr: () => import('./lang/fr.json'),
  it: () => import('./lang/it.json'),
  ru: () => import('./lang/ru.json'),
  zh: () => import('./lang/zh.json'),
}

/** A language's texts; what it lacks is said in English rather than left blank. */
export async function loadMessages(language: Language): Promise<Messages> {
  if (language === 'en') return english
  const [{ default: own }] = await Promise.all([loaders[language](), completeEnglish()])
  return { ...english, ...own }
}
