/** A mail to one person, in plain text and in their language. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** Names the mail: however often it is ordered under this key, it is one. */
  key?: string
  /** Time (ISO) before which it does not leave. */
  notBefore?: string | undefined
}

/** A mail as it leaves. */
export interface Letter {
  from: string
  to: string
  subject: string
  text: string
}
