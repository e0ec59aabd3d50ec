import { lanPassMs } from '../../domain/lan/lan-pass.ts'
import { logFailure } from '../log.ts'
import { withdrawHeld } from '../mail/send.ts'
import { readCompanyId } from './meta.ts'
import { readRecord } from './operations.ts'
import { keepEndings } from './sessions.ts'
import type { Sql } from './sql.ts'

/** Fields by which it is decided what people may do and see. */
const rightFields: Readonly<Record<string, readonly string[]>> = {
  user: ['profile_uuid', 'swarms', 'active', 'partner'],
  profile: ['permissions'],
  company: ['cfx96_enabled', 'certificates_enabled', 'developer', 'isPartner', 'isProvider'],
}

interface Change extends Record<string, string> {
  kind: string
  uuid: string
  action: string
  fields: string
}

/**
 * Note whose rights the operations behind `after` have changed, and end the sessions of who is gone or inactive. Must
 * run in the transaction of the operations. @returns the people, whose live connections are to be closed.
 */
export function noteChangedRights(sql: Sql, after: number, at: string): string[] {
  if (!Object.keys(rightFields).some((kind) => sql.changedKinds.has(kind))) return []
  // Write `+kind`: by the index of kinds every operation there ever was of these would be read at every write.
  const changes = sql.all<Change>(
    `SELECT operations.kind, operations.uuid, operations.action,
       (SELECT json_group_array(json_extract(value, '$.field')) FROM json_each(entry, '$.changes')
         WHERE json_type(value, '$.before') IS NOT NULL) AS fields
     FROM operations JOIN audit USING (seq)
     WHERE operations.seq > ? AND +operations.kind IN ('user', 'profile', 'company')`,
    after,
  )
  const people = new Set(changes.filter(isOfRights).flatMap((change) => holdersOf(sql, change)))
  for (const user of people) noteRights(sql, user, at)
  if (people.size > 0) {
    const ended = sql.all<{ secret_hash: string }>(`DELETE FROM sessions WHERE user_uuid NOT IN (
      SELECT uuid FROM records WHERE kind = 'user' AND deleted_at IS NULL AND json_extract(body, '$.active') = 'Y')
      RETURNING secret_hash`)
    const hashes = ended.map(({ secret_hash }) => secret_hash)
    keepEndings(sql, hashes, 'administrator', Date.parse(at))
  }
  return [...people]
}

/** Take back mails of people whose rights have just changed, as far as they wait and may not be theirs any more. */
export async function withdrawMails(env: Env, sql: Sql, changed: readonly string[]): Promise<void> {
  const company = readCompanyId(sql)
  if (!company) return
  const gone = changed.filter((uuid) => readRecord(sql, 'user', uuid)?.active !== 'Y')
  try {
    await withdrawHeld(env, company, { gone, changed })
  } catch (error) {
    logFailure('waiting mails not taken back', error)
  }
}

/** Say that what was given to a person before this moment for use without the service does not count any more. */
export function noteRights(sql: Sql, user: string, at: string): void {
  const oldest = new Date(Date.parse(at) - lanPassMs).toISOString()
  sql.run('DELETE FROM rights_changed WHERE at < ?', oldest)
  sql.run('INSERT OR REPLACE INTO rights_changed (user_uuid, at) VALUES (?, ?)', user, at)
}

function isOfRights({ kind, action, fields }: Change): boolean {
  if (action === `${kind}.delete` || action === 'user.leave') return true
  const changed = JSON.parse(fields) as string[]
  return changed.some((field) => rightFields[kind]?.includes(field))
}

function holdersOf(sql: Sql, { kind, uuid }: Change): string[] {
  if (kind === 'user') return [uuid]
  const rows = sql.all<{ uuid: string }>(
    `SELECT uuid FROM records WHERE kind = 'user' AND deleted_at IS NULL
       AND (? = 'company' OR json_extract(body, '$.profile_uuid') = ?)`,
    kind,
    uuid,
  )
  return rows.map((row) => row.uuid)
}
