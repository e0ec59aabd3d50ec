import type { Language } from '../../domain/catalog/languages.ts'

/** A mail to one person, in plain text and in their language. */
export interface Mail {
  to: string
  subject: string
  text: string
  /**
   * Names the mail: however often it is ordered under this key, it is one. It ends with the id of its reader where it is not to
   * leave after their access has ended (`withdrawHeld`).
   */
  key?: string
  /** Time (ISO) before which it does not leave. */
  notBefore?: string | undefined
  /**
   * Reader and subject of a mail whose content is among their messages or on a page of bApp as well: only `mostAnHour` about each
   * subject leave in an hour (decision 97), so that what people write holds back no alarm. Left out for what is nowhere else, such as a link to a password, and for notices that must not be missed:
   * recalls and what has to be signed.
   */
  tray?: { about: 'people' | 'runs' | 'alarms'; reader: string; language: Language }
}

/** Most mails to one person about one subject that leave in an hour, of those whose content is in the tray as well. */
export const mostAnHour = 20

/** Beginning of the keys of mails that count those beyond the limit of an hour; the hour, the subject and the id of the reader follow. */
export const moreMails = 'more:'
/** Beginning of the keys of mails about alarms. */
export const alarmMails = 'alarms:'
/** Beginning of the keys of mails about runs; the id of the run follows. */
export const runMails = 'run:'
/** Beginning of the keys of mails that mention their reader in a run; the id of the run follows. */
export const mentionMails = 'mention:'

/** A mail as it leaves. */
export interface Letter {
  from: string
  to: string
  subject: string
  text: string
}
