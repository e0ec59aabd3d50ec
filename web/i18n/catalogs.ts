import type { Language } from './languages.ts'
import en from './lang/en.json'
import type { TextPart } from './text-parts.ts'

/** Every text of the interface has a key here; English is the complete set. */
export type MessageKey = keyof typeof en
/** ICU messages; in the built app they come parsed (scripts/compile-texts.ts), which is only the formatter's concern. */
export type Messages = Record<MessageKey, string>

export const english: Messages = en

/** Parts of the English texts that are fetched later (text-parts.ts). */
export type LaterPart = Exclude<TextPart, 'first'>

type Loader = () => Promise<{ default: Partial<Messages> }>

/** The queries are the build's (scripts/compile-texts.ts), the type does not know them; elsewhere the file is whole. */
const parts: Record<LaterPart, Loader> = {
  rest: () => import('./lang/en.json?rest' as string),
  analysis: () => import('./lang/en.json?analysis' as string),
  security: () => import('./lang/en.json?security' as string),
  verify: () => import('./lang/en.json?verify' as string),
  faults: () => import('./lang/en.json?faults' as string),
  plan: () => import('./lang/en.json?plan' as string),
  people: () => import('./lang/en.json?people' as string),
  review: () => import('./lang/en.json?review' as string),
  about: () => import('./lang/en.json?about' as string),
  lan: () => import('./lang/en.json?lan' as string),
  device: () => import('./lang/en.json?device' as string),
  sync: () => import('./lang/en.json?sync' as string),
}
const fetched = new Map<LaterPart, Promise<void>>()
/** The texts of the last language that was fetched, with English in its gaps. */
let translated: Messages | null = null

/**
 * Fetches English texts that are not on the login page: in the built app `en.json` holds only those, so
 * that the login page stays small as the app grows. Done before anything that says them is drawn.
 */
export function completeEnglish(part: LaterPart): Promise<void> {
  if (!import.meta.env.PROD) return Promise.resolve()
  const known = fetched.get(part)
  if (known) return known
  const done = parts[part]().then(
    ({ default: texts }) => {
      Object.assign(english, texts)
      if (translated) Object.assign(translated, { ...texts, ...translated })
    },
    (error: unknown) => {
      fetched.delete(part)
      throw error
    },
  )
  fetched.set(part, done)
  return done
}

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
  const [{ default: own }] = await Promise.all([loaders[language](), completeEnglish('rest')])
  translated = { ...english, ...own }
  return translated
}
