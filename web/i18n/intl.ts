import { createFormatters, DEFAULT_INTL_CONFIG, formatMessage } from '@formatjs/intl'
import { computed, signal } from '@preact/signals-react'
import type { ReadonlySignal } from '@preact/signals-react'
import type { MessageKey, Messages } from './catalogs.ts'
import { english, loadMessages } from './catalogs.ts'
import type { Language } from './languages.ts'
import { languages, matchLanguage } from './languages.ts'

type Values = Record<string, string | number | Date | boolean | null | undefined>

type Say = (key: MessageKey, values: Values | undefined) => string

const chosen = signal<{ language: Language; say: Say }>({
  language: 'en',
  say: makeSay('en', english),
})

/** The language on screen. Key the app's root by it: a change draws everything anew. */
export const language: ReadonlySignal<Language> = computed(() => chosen.value.language)
/** The locale for numbers and dates, such as `en-US`. */
export const locale: ReadonlySignal<string> = computed(
  () => languages[chosen.value.language].locale,
)
/** The direction of text. Plates and charts keep `ltr` whatever it says. */
export const direction: ReadonlySignal<'ltr' | 'rtl'> = computed(
  () => languages[chosen.value.language].dir,
)

/** Only the part of the library that makes messages: numbers and moments are `format.ts`'s own. */
function makeSay(code: Language, messages: Messages): Say {
  const { locale: tag } = languages[code]
  const config = { ...DEFAULT_INTL_CONFIG, locale: tag, messages, onError: reportTextFault }
  const formatters = createFormatters()
  return (id, values) => String(formatMessage(config, formatters, { id }, values))
}

/** A text that cannot be made shows its key; the fault goes where all uncaught faults go. */
function reportTextFault(fault: unknown): void {
  globalThis.reportError?.(fault)
}

/** The text of a key in the chosen language, with its values put in (ICU MessageFormat). */
export function t(key: MessageKey, values?: Values): string {
  return chosen.value.say(key, values)
}

/** True when the catalogue has a text for this key: for keys made from fault codes. */
export function hasText(key: string): key is MessageKey {
  return key in english
}

/**
 * Show the interface in a language and keep the choice in this browser. When its texts cannot be
 * fetched (offline before they were ever loaded) the language on screen stays: false is returned.
 */
export async function chooseLanguage(code: Language): Promise<boolean> {
  try {
    const messages = await loadMessages(code)
    chosen.value = { language: code, say: makeSay(code, messages) }
  } catch {
    return false
  }
  localStorage.setItem('language', code)
  document.documentElement.lang = code
  document.documentElement.dir = languages[code].dir
  return true
}

/** Before the first drawing: the kept language, else English (spec: the default is en). */
export async function startLanguage(): Promise<void> {
  const kept = matchLanguage(localStorage.getItem('language'))
  if (kept !== 'en') await chooseLanguage(kept)
}
