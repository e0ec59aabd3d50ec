/** Warnings to a person about their sign-in. */
export type Warning =
  | 'slowed'
  | 'password_changed'
  | 'two_step_on'
  | 'two_step_off'
  | 'two_step_reset'
  | 'key_created'
  | 'pin_set'
  | 'pin_removed'
  | 'pin_locked'

export interface MailText {
  subject: string
  text: string
}

export interface Invitation {
  username: string
  inviter: string
  company: string
  hours: number
  link: string
}

/** The mails about a person's way in, in one language. A link is on a line of its own, so that it reads left to right. */
export interface MailWords {
  hello: (name: string) => string
  /** Browser that it came from. */
  cameFrom: (agent: string) => string
  warnings: Readonly<Record<Warning, MailText>>
  resetSubject: string
  reset: (link: string, minutes: number) => string
  invitationSubject: string
  invitation: (given: Invitation) => string
  /** Mail to those who administered a company that was erased, with the signed note. */
  erased: (given: { company: string; note: string }) => MailText
  /** Mail to the old address, when an administrator has given a person another one. */
  emailMoved: MailText
}
