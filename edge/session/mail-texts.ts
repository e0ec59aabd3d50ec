import type { Language } from '../../domain/catalog/languages.ts'
import type { User } from '../../domain/entities/user.ts'
import { ar } from './mail-words/ar.ts'
import { de } from './mail-words/de.ts'
import { en } from './mail-words/en.ts'
import { es } from './mail-words/es.ts'
import { fr } from './mail-words/fr.ts'
import { it } from './mail-words/it.ts'
import { ru } from './mail-words/ru.ts'
import type { Invitation, MailText, MailWords, Warning } from './mail-words/words.ts'
import { zh } from './mail-words/zh.ts'

const words: Readonly<Record<Language, MailWords>> = { ar, de, en, es, fr, it, ru, zh }

/** Recipient of a mail, which is in their language. */
export type Reader = Pick<User, 'name' | 'default_language'>

/** Write a warning about a person's login. Has no link but the one to set a password, and asks for no answer. */
export function warningText(warning: Warning, reader: Reader, agent: string): MailText {
  const { warnings, cameFrom } = words[reader.default_language]
  const { subject, text } = warnings[warning]
  return letter(reader, subject, `${text}\n\n${cameFrom(agent)}`)
}

export function resetText(reader: Reader, link: string, minutes: number): MailText {
  const { resetSubject, reset } = words[reader.default_language]
  return letter(reader, resetSubject, reset(link, minutes))
}

/** Write to a person who has a new account and no password yet. */
export function invitationText(reader: Reader, given: Invitation): MailText {
  const { invitationSubject, invitation } = words[reader.default_language]
  return letter(reader, invitationSubject, invitation(given))
}

/** Write to a person who administered a company that is erased, with the signed note about it. */
export function erasedText(reader: Reader, given: { company: string; note: string }): MailText {
  const { subject, text } = words[reader.default_language].erased(given)
  return letter(reader, subject, text)
}

/** Write to the old address, when an administrator has given a person another one. */
export function emailMovedText(reader: Reader): MailText {
  const { subject, text } = words[reader.default_language].emailMoved
  return letter(reader, subject, text)
}

function letter({ name, default_language }: Reader, subject: string, text: string): MailText {
  return { subject, text: `${words[default_language].hello(name)}\n\n${text}\n` }
}

/** Write to the operator, who reads English. */
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
