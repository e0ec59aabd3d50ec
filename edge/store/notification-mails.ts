import type { Notification } from '../../domain/entities/notification.ts'
import { afterQuiet } from '../mail/quiet.ts'
import { sendMails } from '../mail/send.ts'
import type { Person } from './queries/outgoing.ts'

/** People of one company whom a notification has reached. */
export interface Reader {
  company: string
  people: readonly Person[]
}

/** Tell if a person wants a notification: one that has to be signed is nobody's to switch off. */
export function wants({ choices }: Person, { must_sign }: Pick<Notification, 'must_sign'>) {
  return must_sign === true || choices.written !== 'off'
}

/**
 * Send the words of a notification by mail to those who want that, once their quiet hours are over; one that has to be signed to
 * everybody at once.
 */
export async function mailNotification(
  env: Env,
  sender: string,
  record: Notification,
  readers: readonly Reader[],
): Promise<void> {
  for (const { company, people } of readers) {
    const mails = people
      .filter(({ choices }) => record.must_sign || choices.written === 'mail')
      .map((person) => {
        const { title, message } =
          record.translations?.find((one) => one.language === person.language) ?? record
        const key = `${record.uuid}:${person.uuid}`
        const text = `${message}\n\n${sender}\n`
        const mail = { to: person.email, subject: title, text, key }
        if (record.must_sign) return mail
        const tray = { about: 'people', reader: person.uuid, language: person.language } as const
        return { ...mail, notBefore: afterQuiet(person), tray }
      })
    // Queue one company after the other: each takes a few statements.
    // oxlint-disable-next-line no-await-in-loop
    await sendMails(env, company, mails)
  }
}
