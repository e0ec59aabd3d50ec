import { currentNoticeMs, currentSafetyNoticeMs } from '../../domain/catalog/limits.ts'
import type { Delivery } from '../../domain/entities/notification.ts'
import type { User } from '../../domain/entities/user.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { openRecord } from './open-record.ts'
import { type PlannedOperation, readRecord } from './operations.ts'
import { findWords, listWanting, planDelivery } from './outgoing-changes.ts'
import { readCompany } from './principal.ts'
import type { Sql } from './sql.ts'

/**
 * Plan the notices for everybody of the company that still count, for a person who joins it or may sign in again: one delivery of each that they
 * have not got, the safety notices first. A delivery of their own, since readers have signed the earlier ones as they are. It keeps the time of
 * the notice, which says how old it is.
 */
export function planCurrentNotices(
  sql: Sql,
  { uuid: user, default_language: language, updated_at: at }: User,
): PlannedOperation<'delivery'>[] {
  const notices = Map.groupBy(listCurrent(sql, at), (one) => one.notification_uuid)
  const company = readCompany(sql)?.uuid ?? ''
  return [...notices].flatMap(([notice, deliveries]) => {
    const [first] = deliveries
    if (!first) return []
    if (!first.must_sign && listWanting(sql, [user], 'written').length === 0) return []
    if (hasReader(sql, notice, user)) return []
    const about = { uuid: derivedUuid(notice, `joined ${user}`), notification_uuid: notice }
    const { created_at, sender } = first
    const mustSign = first.must_sign ? { must_sign: true as const } : {}
    const words = wordsOf(sql, deliveries, { company, language })
    const facts = { ...words, ...about, created_at, sender, users: [user], ...mustSign }
    // Give it an action of its own: the person who adds another one sends nothing.
    return [{ ...planDelivery(facts, at), action: 'delivery.follow' }]
  })
}

/** List the deliveries to everybody of the company that still count, those that have to be signed first, then the oldest first. */
function listCurrent(sql: Sql, at: string): Delivery[] {
  const since = (ms: number) => new Date(Date.parse(at) - ms).toISOString()
  return sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'delivery' AND deleted_at IS NULL AND json_extract(body, '$.everyone') = 1
         AND created_at >= iif(json_extract(body, '$.must_sign') = 1, ?, ?)
       ORDER BY json_extract(body, '$.must_sign') IS NULL, created_at, uuid`,
      since(currentSafetyNoticeMs),
      since(currentNoticeMs),
    )
    .map(({ body }) => openRecord('delivery', body))
}

function hasReader(sql: Sql, notification: string, user: string): boolean {
  const query = `SELECT 1 FROM records WHERE kind = 'delivery' AND deleted_at IS NULL
    AND json_extract(body, '$.notification_uuid') = ?
    AND EXISTS (SELECT 1 FROM json_each(body, '$.users') WHERE value = ?)`
  return sql.first(query, notification, user) !== null
}

/** Find the words of a notice in the person's language: its record has all of them, which only the company that sent it keeps. */
function wordsOf(
  sql: Sql,
  deliveries: readonly Delivery[],
  { company, language }: { company: string; language: User['default_language'] },
): Pick<Delivery, 'title' | 'subtitle' | 'subject' | 'short_message' | 'message'> {
  const [first] = deliveries as [Delivery]
  const { notification_uuid: uuid } = first
  const record = readRecord(sql, 'notification', uuid)
  if (record) return findWords(record, language)
  const inOrder = [`${company} ${language}`, company].map((word) => derivedUuid(uuid, word))
  const known = inOrder.flatMap((id) => deliveries.filter((one) => one.uuid === id))
  const { title, subtitle, subject, short_message, message } = known[0] ?? first
  return { title, subtitle, subject, short_message, message }
}
