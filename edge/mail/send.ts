import { waitUntil } from 'cloudflare:workers'
import { serviceDomain } from '../../domain/entities/user.ts'
import { checkMail } from './check-mail.ts'
import { deliverDue } from './deliver.ts'
import { alarmMails, type Mail, mentionMails, runMails } from './mail.ts'
import { transportOf } from './transport.ts'

/**
 * Puts a mail into the region's outbox, from where it leaves by the configured service. Without one it stays there,
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

/** Queue several mails. @throws Fault `invalid` before any is queued when one of them could not be a mail. */
export async function sendMails(env: Env, company: string, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return
  for (const mail of mails) checkMail(mail)
  // A service account has an address that no mail can reach.
  const sent = mails.filter(({ to }) => !to.endsWith(`@${serviceDomain}`))
  const state = mailState(env)
  const at = new Date().toISOString()
  const insert = env.DIRECTORY.prepare(
    `INSERT OR IGNORE INTO mails (uuid, company_uuid, recipient, subject, text, state, created_at, once, next_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
  )
  for (let start = 0; start < sent.length; start += 50) {
    await env.DIRECTORY.batch(
      sent
        .slice(start, start + 50)
        .map(({ to, subject, text, key = null, notBefore = null }) =>
          insert.bind(crypto.randomUUID(), company, to, subject, text, state, at, key, notBefore),
        ),
    )
  }
  if (state === 'queued') waitUntil(deliverDue(env))
}
