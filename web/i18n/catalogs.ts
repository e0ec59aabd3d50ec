import type { Reason } from '../../domain/reasons/reason.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import { fetchFirstTexts, fetchTexts, textParts } from './fetch-texts.ts'
import type { MessageKey, TextPart } from './text-files.ts'
import firstEnglish from './texts/first/en.json'

/** ICU messages; in the built app they come parsed (scripts/compile-texts.ts), which is only the formatter's concern. */
export type Messages = Record<MessageKey, string>

/** A reason without words does not compile. */
type Reasons = Record<`fault.${Reason}`, string>

/** The English texts that are here by now: those of the first part, and what `completeTexts` fetched. */
export const english: Messages & Reasons = { ...firstEnglish } as Messages

/** The language on screen when it is not English: its texts, with English in its gaps. */
let translation: { messages: Messages; language: Language } | null = null

/** Requests by language and part, so that each part is fetched once. A failed one is removed and requested again. */
const asked = new Map<string, Promise<Partial<Messages>>>()

function fetchOnce(language: Language, part: TextPart): Promise<Partial<Messages>> {
  const name = `${language} ${part}`
  const known = asked.get(name)
  if (known) return known
  const texts = fetchTexts(language, part)
  texts.catch(() => asked.delete(name))
  asked.set(name, texts)
  return texts
}

/**
 * Fetch the texts of a part, in English and in the language on screen. Await it before anything that says them is
 * drawn: the page opens with the first part only, so that the login page stays small as the app grows.
 */
export async function completeTexts(part: TextPart): Promise<void> {
  const on = translation
  await Promise.all([
    fetchOnce('en', part).then((texts) => {
      Object.assign(english, texts)
      if (translation) fillGaps(translation.messages, texts)
    }),
    on && fetchOnce(on.language, part).then((texts) => Object.assign(on.messages, texts)),
  ])
}

/** Load a language's texts; missing ones are shown in English rather than left blank. */
export async function loadMessages(language: Language): Promise<Messages> {
  if (language === 'en') {
    translation = null
    return english
  }
  const texts = await fetchFirstTexts(language)
  const before = translation
  // Take other parts in this language too, as pages ask for them from here on.
  const on = (translation = { messages: { ...english, ...texts }, language })
  try {
    await Promise.all(partsInUse().map((part) => completeTexts(part)))
  } catch (error) {
    translation = before
    throw error
  }
  return on.messages
}

const partsInUse = () => textParts.filter((part) => asked.has(`en ${part}`))

function fillGaps(messages: Messages, texts: Partial<Messages>): void {
  for (const [key, text] of Object.entries(texts)) messages[key as MessageKey] ??= text
}
