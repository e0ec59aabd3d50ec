import { waitUntil } from 'cloudflare:workers'
import type { Language } from '../../domain/catalog/languages.ts'
import { serviceDomain } from '../../domain/entities/user.ts'
import { inTime } from '../in-time.ts'
import { checkMail } from './check-mail.ts'
import { deliverDue } from './deliver.ts'
import { alarmMails, type Mail, mentionMails, moreMails, mostAnHour, runMails } from './mail.ts'
import { moreWords, numberPlace } from './more-words.ts'
import { transportOf } from './transport.ts'

/**
 * Put a mail into the region's outbox, from where it leaves by the configured service. Without one it stays there,
 * where a developer reads it.
 * @param company whose mail it is.
 */
export async function sendMail(env: Env, company: string, mail: Mail): Promise<void> {
  await sendMails(env, company, [mail])
}

/** Tell whether mails are sent by a service or stay in the outbox. */
export function mailState(env: Env): 'queued' | 'kept' {
  return transportOf(env) ? 'queued' : 'kept'
}

/** Queue the mails of an e-mail that were given up once more, as if they were new. @returns how many. */
export async function retryFailed(env: Env, email: string): Promise<number> {
  const { meta } = await env.DIRECTORY.prepare(
    `UPDATE mails SET state = 'queued', attempts = 0, next_at = NULL
     WHERE once >= ?1 || ':' AND once < ?1 || ';' AND state = 'failed'`,
  )
    .bind(email)
    .run()
  if (meta.changes > 0) waitUntil(deliverDue(env))
  return meta.changes
}

/**
 * Take back mails that wait for the end of quiet hours: all to people whose access has ended, and those about alarms, runs and mentions to
 * people whose rights have changed, who may not see the devices or runs any more. Both still find in the app what is theirs.
 */
export async function withdrawHeld(
  env: Env,
  company: string,
  { gone, changed }: { gone: readonly string[]; changed: readonly string[] },
): Promise<void> {
  await env.DIRECTORY.prepare(
    `DELETE FROM mails WHERE company_uuid = ?1 AND state IN ('queued', 'kept') AND attempts = 0 AND next_at > ?2
       AND (substr(once, -36) IN (SELECT value FROM json_each(?3))
         OR substr(once, 1, instr(once, ':')) IN ('${alarmMails}', '${runMails}', '${mentionMails}')
           AND substr(once, -36) IN (SELECT value FROM json_each(?4)))`,
  )
    .bind(company, new Date().toISOString(), JSON.stringify(gone), JSON.stringify(changed))
    .run()
}

/** Take back mails about a run that wait for the end of quiet hours, from all but those who see it now. */
export async function withdrawOfRun(
  env: Env,
  company: string,
  { uuid, readers }: { uuid: string; readers: readonly string[] },
): Promise<void> {
  const ofRun = [runMails, mentionMails].map(
    (kind) => `once >= '${kind}' || ?3 || ':' AND once < '${kind}' || ?3 || ';'`,
  )
  await env.DIRECTORY.prepare(
    `DELETE FROM mails WHERE company_uuid = ?1 AND state IN ('queued', 'kept') AND attempts = 0 AND next_at > ?2
       AND (${ofRun.join(' OR ')}) AND substr(once, -36) NOT IN (SELECT value FROM json_each(?4))`,
  )
    .bind(company, new Date().toISOString(), uuid, JSON.stringify(readers))
    .run()
}

/**
 * Queue several mails: the one place where any is queued. Of those whose content is in the tray as well, a person gets a number an hour
 * about each subject, and one mail after it that says how many more there are; the others are always queued.
 * @throws Fault `invalid` before any is queued when one of them could not be a mail.
 */
export async function sendMails(env: Env, company: string, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return
  for (const mail of mails) checkMail(mail)
  // Leave out service accounts, whose addresses no mail can reach.
  const sent = mails.filter(({ to }) => !to.endsWith(`@${serviceDomain}`))
  const state = mailState(env)
  const outbox: Outbox = { directory: env.DIRECTORY, company, state, now: Date.now() }
  for (let start = 0; start < sent.length; start += 50) {
    const some = sent.slice(start, start + 50)
    const queued = env.DIRECTORY.batch(some.flatMap((mail) => queueMail(mail, outbox)))
    // oxlint-disable-next-line no-await-in-loop
    await inTime('directory', queued)
  }
  if (state === 'queued') waitUntil(deliverDue(env))
}

interface Outbox {
  directory: D1Database
  company: string
  state: 'queued' | 'kept'
  /** Milliseconds since 1970. */
  now: number
}

/** Write the statements that queue a mail: a second one counts it where the limit of its hour is reached. */
function queueMail(mail: Mail, outbox: Outbox): D1PreparedStatement[] {
  const { to, subject, text, notBefore = null, tray } = mail
  const { directory, company, state, now } = outbox
  const at = new Date(now).toISOString()
  const key = mail.key ?? (tray === undefined ? null : crypto.randomUUID())
  // Group by the hour in which it leaves, `2026-11-29T18 alarms`: what waits for the end of quiet hours comes together.
  const hour = tray === undefined ? null : `${(notBefore ?? at).slice(0, hourLength)} ${tray.about}`
  const queued = directory
    .prepare(
      `INSERT OR IGNORE INTO mails (uuid, company_uuid, recipient, subject, text, state, created_at, once, next_at, hour)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
       WHERE ?10 IS NULL OR (SELECT count(*) FROM mails WHERE recipient = ?3 AND hour = ?10) < ${mostAnHour}`,
    )
    .bind(crypto.randomUUID(), company, to, subject, text, state, at, key, notBefore, hour)
  if (hour === null || tray === undefined || key === null) return [queued]
  return [queued, countMore({ to, key, hour, ...tray }, outbox)]
}

/** Length of the beginning of a time that names its hour: `2026-11-29T18`. */
const hourLength = 13
/** Most mails that one stands for by their keys, which keep a repeated order from counting twice; the words then say this number. */
const mostCounted = 1000

interface Counting {
  to: string
  /** Key of the mail that was not queued. */
  key: string
  hour: string
  reader: string
  language: Language
}

/** Write the statement that counts a mail which was not queued, in the one mail that stands for all beyond the limit of the hour. */
function countMore(
  { to, key, hour, reader, language }: Counting,
  { directory, company, state, now }: Outbox,
): D1PreparedStatement {
  const { subject, text } = moreWords(language, mostAnHour)
  const begin = Date.parse(`${hour.slice(0, hourLength)}:00:00.000Z`)
  const end = new Date(begin + 3_600_000).toISOString()
  // Put the reader's id into it, by which the mail is taken back when their access ends.
  const once = `${moreMails}${hour}:${reader}`
  const more = `json_insert(stands_for, '$[#]', ?10)`
  const counted = (words: string, number: string) =>
    `replace(${words}, '${numberPlace}', ${number})`
  return directory
    .prepare(
      `INSERT INTO mails (uuid, company_uuid, recipient, subject, text, state, created_at, once, next_at, stands_for)
       SELECT ?1, ?2, ?3, ${counted('?4', '1')}, ${counted('?5', '1')}, ?6, ?7, ?8, ?9, json_array(?10)
       WHERE (SELECT count(*) FROM mails WHERE recipient = ?3 AND hour = ?11) >= ${mostAnHour}
         AND NOT EXISTS (SELECT 1 FROM mails WHERE once = ?10)
       ON CONFLICT (once) WHERE once IS NOT NULL DO UPDATE SET
         stands_for = ${more}, subject = ${counted('?4', `json_array_length(${more})`)},
         text = ${counted('?5', `json_array_length(${more})`)}
       WHERE attempts = 0 AND json_array_length(stands_for) < ${mostCounted}
         AND NOT EXISTS (SELECT 1 FROM json_each(stands_for) WHERE value = ?10)`,
    )
    .bind(
      crypto.randomUUID(),
      company,
      to,
      subject,
      text,
      state,
      new Date(now).toISOString(),
      once,
      end,
      key,
      hour,
    )
}
