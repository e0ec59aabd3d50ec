import type * as v from 'valibot'
import { notificationCalls } from '../../../domain/calls/notifications.ts'
import type { Notification, Recipients } from '../../../domain/entities/notification.ts'
import { t } from '../../i18n/intl.ts'
import { type Language, languageCodes } from '../../../domain/catalog/languages.ts'
import { checkFields } from '../../state/form-faults.ts'

/** Words in one language; both empty where there are none. */
export interface Words {
  title: string
  subtitle: string
  message: string
}

/** A notification as it is being written. */
export interface NotificationDraft {
  /** Language of those who get no words of their own. */
  language: Language
  words: Readonly<Record<Language, Words>>
  recipients: Recipients
  /** Its readers sign it. */
  mustSign: boolean
}

export type NotificationBody = v.InferInput<typeof notificationCalls.create.body>

const noWords: Words = { title: '', subtitle: '', message: '' }

/** Begin a notification in a language, or take one up that was saved. */
export function draftOf(record: Notification | null, language: Language): NotificationDraft {
  const own = record?.language ?? language
  const all = Object.fromEntries(languageCodes.map((code) => [code, noWords]))
  for (const { language: code, ...words } of record?.translations ?? []) all[code] = words
  if (record) {
    const { title, subtitle, message } = record
    all[own] = { title, subtitle, message }
  }
  return {
    language: own,
    words: all as Record<Language, Words>,
    recipients: record?.recipients ?? { profiles: [], companies: [], users: [] },
    mustSign: record?.must_sign ?? false,
  }
}

export function isWritten(words: Words): boolean {
  return Object.values(words).some((text: string) => text.trim() !== '')
}

/** Return the draft as it is sent. */
export function bodyOf(draft: NotificationDraft): NotificationBody {
  const { language, words, recipients, mustSign } = draft
  const translations = languageCodes
    .filter((code) => code !== language && isWritten(words[code]))
    .map((code) => ({ language: code, ...words[code] }))
  return { ...words[language], language, translations, recipients, must_sign: mustSign }
}

/** Find what is missing or wrong in the words, by language and field. */
export function findProblems(draft: NotificationDraft): ReadonlyMap<string, string> {
  const problems = new Map<string, string>()
  for (const code of languageCodes) {
    const words = draft.words[code]
    if (code !== draft.language && !isWritten(words)) continue
    const found = checkFields(notificationCalls.create.body, {
      ...words,
      recipients: draft.recipients,
    })
    for (const field of ['title', 'message'] as const) {
      const text =
        words[field].trim() === '' ? t(`messages.missing.${field}`) : (found[field] ?? null)
      if (text !== null) problems.set(`${code} ${field}`, text)
    }
  }
  return problems
}
