/** Mails about a person's way in. No link but the one to set a password, and nothing to type into a mail. */
export type Warning = 'slowed' | 'password_changed' | 'two_step_on' | 'two_step_off' | 'key_created'

export interface MailText {
  subject: string
  text: string
}

const warnings: Readonly<Record<Warning, MailText>> = {
  slowed: {
    subject: 'Failed sign-ins to your bApp account',
    text: 'Somebody tried several times to sign in to your account with a wrong password. Further tries now have to wait. If it was you, wait a little and try again. If it was not, your password has kept them out; tell your administrator.',
  },
  password_changed: {
    subject: 'Your bApp password was changed',
    text: 'The password of your account was changed, and every other session has ended. If it was not you, ask for a new password on the sign-in page at once and tell your administrator.',
  },
  two_step_on: {
    subject: 'Two-step verification is on',
    text: 'From now on your account asks for a code of your authenticator app at sign-in. If it was not you, tell your administrator at once.',
  },
  two_step_off: {
    subject: 'Two-step verification is off',
    text: 'Your account no longer asks for a code at sign-in. If it was not you, change your password at once and tell your administrator.',
  },
  key_created: {
    subject: 'A new API key acts in your name',
    text: 'An API key was made for your account. If it was not you, delete it under My account and change your password.',
  },
}

export function warningText(warning: Warning, name: string, agent: string): MailText {
  const { subject, text } = warnings[warning]
  return { subject, text: `Hello ${name},\n\n${text}\n\nIt came from: ${agent}.\n` }
}

export function resetText(name: string, link: string, minutes: number): MailText {
  return {
    subject: 'Set a new password for bApp',
    text: `Hello ${name},\n\na new password was asked for your account. Open this address within ${minutes} minutes to set one; it works once:\n\n${link}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`,
  }
}

export function signUpText(request: {
  name: string
  email: string
  company: string
  message?: string | undefined
}): MailText {
  return {
    subject: 'bApp: somebody asks for an account',
    text: `Name: ${request.name}\nE-mail: ${request.email}\nCompany: ${request.company}\n\n${request.message ?? ''}\n`,
  }
}

/** To the old address, when an administrator has given a person another one. */
export function emailMovedText(name: string): MailText {
  return {
    subject: 'The e-mail address of your bApp account was changed',
    text: `Hello ${name},\n\nan administrator gave your account another e-mail address; mails about it no longer come here. If this is not right, tell your administrator at once.\n`,
  }
}
