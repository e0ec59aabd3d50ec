import type { Reason } from '../../domain/reasons/reason.ts'
import type { Language } from './languages.ts'
import en from './lang/en.json'
import type { TextPart } from './text-parts.ts'

/** Every text of the interface has a key here; English is the complete set. */
export type MessageKey = keyof typeof en
/** ICU messages; in the built app they come parsed (scripts/compile-texts.ts), which is only the formatter's concern. */
export type Messages = Record<MessageKey, string>

/** A reason without words does not compile; `Complete` asks the same of every other language. */
type Reasons = Record<`fault.${Reason}`, string>

export const english: Messages & Reasons = en

/** Parts of the texts that are fetched later (text-parts.ts). */
export type LaterPart = Exclude<TextPart, 'first'>

type Loader = () => Promise<{ default: Partial<Messages> }>
type Parts = Record<LaterPart, Loader>

/** The queries are the build's (scripts/compile-texts.ts), the type does not know them; elsewhere the file is whole. */
const englishParts: Parts = {
  rest: () => import('./lang/en.json?rest' as string),
  analysis: () => import('./lang/en.json?analysis' as string),
  security: () => import('./lang/en.json?security' as string),
  verify: () => import('./lang/en.json?verify' as string),
  faults: () => import('./lang/en.json?faults' as string),
  plan: () => import('./lang/en.json?plan' as string),
  home: () => import('./lang/en.json?home' as string),
  people: () => import('./lang/en.json?people' as string),
  record: () => import('./lang/en.json?record' as string),
  review: () => import('./lang/en.json?review' as string),
  about: () => import('./lang/en.json?about' as string),
  lan: () => import('./lang/en.json?lan' as string),
  device: () => import('./lang/en.json?device' as string),
  sync: () => import('./lang/en.json?sync' as string),
  help: () => import('./lang/en.json?help' as string),
  results: () => import('./lang/en.json?results' as string),
  map: () => import('./lang/en.json?map' as string),
}

/** Another language: in the built app its first texts, and where its parts are; elsewhere all of it. */
interface LanguageFile {
  default: Partial<Messages>
  parts?: Parts
}

/** A whole file of texts, as it is in the tree: a language that lacks one does not compile. */
type Complete = Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>>

/** The other languages are fetched only when they are chosen. */
const files: Record<Exclude<Language, 'en'>, () => Promise<LanguageFile>> = {
  ar: () => import('./lang/ar.json'),
  de: () => import('./lang/de.json'),
  es: () => import('./lang/es.json'),
  fr: () => import('./lang/fr.json'),
  it: () => import('./lang/it.json'),
  ru: () => import('./lang/ru.json'),
  zh: () => import('./lang/zh.json'),
} satisfies Complete

/** The language on screen when it is not English: its texts, with English in its gaps. */
let translation: { messages: Messages; language: Language; parts: Parts | undefined } | null = null

/** What was asked for, by language and part, so that it is fetched once. What did not come is asked for again. */
const asked = new Map<string, Promise<Partial<Messages>>>()

function fetchOnce(language: Language, part: LaterPart, load: Loader): Promise<Partial<Messages>> {
  const name = `${language} ${part}`
  const known = asked.get(name)
  if (known) return known
  const texts = load().then(({ default: loaded }) => loaded)
  texts.catch(() => asked.delete(name))
  asked.set(name, texts)
  return texts
}

/**
 * Fetches texts that are not on the login page: in the built app `en.json` holds only those, so that the login page
 * stays small as the app grows. Done before anything that says them is drawn.
 */
export async function completeTexts(part: LaterPart): Promise<void> {
  if (!import.meta.env.PROD) return
  const on = translation
  await Promise.all([
    fetchOnce('en', part, englishParts[part]).then((texts) => {
      Object.assign(english, texts)
      if (translation) fillGaps(translation.messages, texts)
    }),
    on?.parts &&
      fetchOnce(on.language, part, on.parts[part]).then((texts) =>
        Object.assign(on.messages, texts),
      ),
  ])
}

/** A language's texts; what it lacks is said in English rather than left blank. */
export async function loadMessages(language: Language): Promise<Messages> {
  if (language === 'en') {
    translation = null
    return english
  }
  const { default: first, parts } = await files[language]()
  const before = translation
  // From here on parts that pages ask for come in this language too.
  const on = (translation = { messages: { ...english, ...first }, language, parts })
  try {
    await Promise.all(partsInUse().map((part) => completeTexts(part)))
  } catch (error) {
    translation = before
    throw error
  }
  return on.messages
}

const partsInUse = () =>
  [...asked.keys()]
    .filter((name) => name.startsWith('en '))
    .map((name) => name.slice('en '.length) as LaterPart)

function fillGaps(messages: Messages, texts: Partial<Messages>): void {
  for (const [key, text] of Object.entries(texts)) messages[key as MessageKey] ??= text
}
