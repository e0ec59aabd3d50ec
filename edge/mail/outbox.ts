import type * as v from 'valibot'
import type { MailDelivery } from '../../domain/calls/emails.ts'
import type { Mail } from '../../domain/calls/notifications.ts'
import type { PageQuery } from '../../domain/calls/shapes.ts'
import { listPageSize } from '../../domain/catalog/limits.ts'

type KeptMail = v.InferOutput<typeof Mail>

/** Read a page of a company's mails, newest first. */
export async function readOutbox(
  directory: D1Database,
  company: string,
  query: PageQuery,
): Promise<{ data: KeptMail[]; pages: number; total: number }> {
  const limit = Number(query.limit ?? listPageSize)
  const offset = (Number(query.page ?? 1) - 1) * limit
  const [rows, count] = await directory.batch<KeptMail & { total: number }>([
    directory
      .prepare(
        `SELECT uuid, recipient, subject, text, state, attempts, error, created_at, sent_at FROM mails
         WHERE company_uuid = ?1 ORDER BY created_at DESC, uuid LIMIT ?2 OFFSET ?3`,
      )
      .bind(company, limit, offset),
    directory.prepare('SELECT count(*) AS total FROM mails WHERE company_uuid = ?1').bind(company),
  ])
  const total = count?.results[0]?.total ?? 0
  return { data: rows?.results ?? [], pages: Math.max(1, Math.ceil(total / limit)), total }
}

/** Condition for the mails of one e-mail, by the key that makes each of them one (handlers/emails.ts). */
const ofEmail = `once >= ?1 || ':' AND once < ?1 || ';'`

/** Read a page of the mails that an e-mail became: those that failed, those that wait, and those that were sent. */
export async function readDeliveries(
  directory: D1Database,
  email: string,
  query: PageQuery,
): Promise<{ data: MailDelivery[]; pages: number; total: number }> {
  const limit = Number(query.limit ?? listPageSize)
  const offset = (Number(query.page ?? 1) - 1) * limit
  const [rows, count] = await directory.batch<MailDelivery & { total: number }>([
    directory
      .prepare(
        `SELECT uuid, recipient, state, attempts, error, created_at, sent_at, next_at FROM mails
         WHERE ${ofEmail} ORDER BY state <> 'failed', state = 'sent', recipient, uuid LIMIT ?2 OFFSET ?3`,
      )
      .bind(email, limit, offset),
    directory.prepare(`SELECT count(*) AS total FROM mails WHERE ${ofEmail}`).bind(email),
  ])
  const total = count?.results[0]?.total ?? 0
  return { data: rows?.results ?? [], pages: Math.max(1, Math.ceil(total / limit)), total }
}
