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
}

/** Begin of the keys of mails about alarms. */
export const alarmMails = 'alarms:'
/** Begin of the keys of mails about runs; the id of the run follows. */
export const runMails = 'run:'
/** Begin of the keys of mails that mention their reader in a run; the id of the run follows. */
export const mentionMails = 'mention:'

/** A mail as it leaves. */
export interface Letter {
  from: string
  to: string
  subject: string
  text: string
}
