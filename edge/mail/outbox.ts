import type * as v from 'valibot'
import type { Mail } from '../../domain/calls/notifications.ts'
import type { PageQuery } from '../../domain/calls/shapes.ts'
import { listPageSize } from '../../domain/catalog/limits.ts'

type KeptMail = v.InferOutput<typeof Mail>

/** A page of a company's mails, newest first. */
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
