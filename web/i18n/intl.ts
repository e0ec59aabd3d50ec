import { createFormatters, DEFAULT_INTL_CONFIG, formatMessage } from '@formatjs/intl'
import type { Formatters } from '@formatjs/intl'
import { computed, signal } from '@preact/signals-react'
import type { ReadonlySignal } from '@preact/signals-react'
import { IntlMessageFormat } from 'intl-messageformat'
import type { Messages } from './catalogs.ts'
import { english, loadMessages } from './catalogs.ts'
import { isolateValues, straightenValues } from './isolate-values.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import { languages, matchLanguage } from '../../domain/catalog/languages.ts'
import type { MessageKey } from './text-files.ts'
import { keepItem } from '../keep-item.ts'

type Values = Record<string, string | number | Date | boolean | null | undefined>

type Say = (key: MessageKey, values: Values | undefined) => string

// Only told on demand, and nobody asks; the library's own way reads what the browser knows of every locale, for 20 ms at
// the first text with a value in it.
IntlMessageFormat.resolveLocale = (tags) =>
  new Intl.Locale(typeof tags === 'string' ? tags : (tags[0] ?? 'en'))

const chosen = signal<{ language: Language; say: Say }>({
  language: 'en',
  say: makeSay('en', english),
})

/** Language on screen. Use it as the key of the app's root, so that a change draws everything again. */
export const language: ReadonlySignal<Language> = computed(() => chosen.value.language)
/** The locale for numbers and dates, such as `en-US`. */
export const locale: ReadonlySignal<string> = computed(
  () => languages[chosen.value.language].locale,
)
/** The direction of text. Plates and charts keep `ltr` whatever it says. */
export const direction: ReadonlySignal<'ltr' | 'rtl'> = computed(
  () => languages[chosen.value.language].dir,
)

/**
 * Make the function that writes messages, with only that part of the library: numbers and moments are `format.ts`'s
 * own.
 */
function makeSay(code: Language, messages: Messages): Say {
  const { locale: tag, dir } = languages[code]
  const config = { ...DEFAULT_INTL_CONFIG, locale: tag, messages, onError: reportTextFault }
  const formatters = keepMade(createFormatters(), dir === 'rtl')
  return (id, values) =>
    readPlain(messages[id]) ?? String(formatMessage(config, formatters, { id }, values))
}

/** The literal text of a compiled message (`@formatjs/icu-messageformat-parser`, TYPE.literal). */
const literal = 0

/** Return a text without values as it is, as most are; null for all others, which need a formatter. */
function readPlain(message: unknown): string | null {
  if (typeof message === 'string') return /[{}<>'#]/.test(message) ? null : message
  if (!Array.isArray(message) || message.length !== 1) return null
  const [{ type, value }] = message as [{ type: number; value?: unknown }]
  return type === literal && typeof value === 'string' ? value : null
}

/** Cache made messages by the message itself, because the library searches by its JSON each time. */
function keepMade(formatters: Formatters, isolates: boolean): Formatters {
  type Make = Formatters['getMessageFormat']
  const made = new Map<unknown, ReturnType<Make>>()
  const getMessageFormat: Make = (message, ...rest) => {
    const known = made.get(message)
    if (known) return known
    const plain = formatters.getMessageFormat(message, ...rest)
    const found = straightenValues(isolates ? isolateValues(plain) : plain)
    made.set(message, found)
    return found
  }
  return { ...formatters, getMessageFormat }
}

/** Report a text that cannot be made, which shows its key, as an uncaught error. */
function reportTextFault(fault: unknown): void {
  globalThis.reportError?.(fault)
}

/** Return the text of a key in the chosen language, with its values put in (ICU MessageFormat). */
export function t(key: MessageKey, values?: Values): string {
  return chosen.value.say(key, values)
}

/** Return the text for a record, whose fields refuse invisible characters (domain/fields.ts, `Name`). */
export function recordText(key: MessageKey, values?: Values): string {
  return t(key, values).replaceAll(/[\u2066-\u2069]/g, '')
}

/** Return true if the catalogue has a text for this key: for keys made from fault codes. */
export function hasText(key: string): key is MessageKey {
  return key in english
}

/**
 * Show the interface in a language and keep the choice in this browser. When its texts cannot be
 * fetched (offline before they were ever loaded) the language on screen stays: false is returned.
 */
export async function chooseLanguage(code: Language): Promise<boolean> {
  if (!(await showLanguage(code))) return false
  keepItem('language', code)
  return true
}

/**
 * Load the language before the first drawing: the stored one, else English (spec: the default is en). Do not store it
 * again: while its texts come, another tab may choose another one.
 */
export async function startLanguage(): Promise<void> {
  const kept = matchLanguage(localStorage.getItem('language'))
  if (kept !== 'en') await showLanguage(kept)
}

async function showLanguage(code: Language): Promise<boolean> {
  try {
    const messages = await loadMessages(code)
    chosen.value = { language: code, say: makeSay(code, messages) }
  } catch {
    return false
  }
  document.documentElement.lang = code
  document.documentElement.dir = languages[code].dir
  return true
}
