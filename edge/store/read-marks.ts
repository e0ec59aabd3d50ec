import type { Received } from '../../domain/calls/notifications.ts'
import { Fault } from '../../domain/fault.ts'
import { type PlannedOperation, readRecord } from './operations.ts'
import { receivedOf } from './queries/outgoing.ts'
import type { Sql } from './sql.ts'

/**
 * Note that a person has read what reached them; the first time counts. A mark is the person's own and no record:
 * it is kept beside the records and is not in the audit trail.
 */
export function markRead(sql: Sql, uuid: string, user: string, at: string): Received {
  const delivery = readRecord(sql, 'delivery', uuid)
  if (!delivery?.users.includes(user)) throw new Fault('not_found', 'No such notification')
  sql.run(
    'INSERT OR IGNORE INTO reads (user_uuid, delivery_uuid, read_at) VALUES (?, ?, ?)',
    user,
    uuid,
    at,
  )
  const mark = sql.first<{ read_at: string }>(
    'SELECT read_at FROM reads WHERE user_uuid = ? AND delivery_uuid = ?',
    user,
    uuid,
  )
  return receivedOf(delivery, mark?.read_at ?? at, user)
}

/** List the people whom the deliveries among changes that were just made have reached, each once. */
export function listReached(
  sql: Sql,
  planned: readonly Pick<PlannedOperation, 'kind' | 'uuid'>[],
): string[] {
  const reached = planned
    .filter(({ kind }) => kind === 'delivery')
    .flatMap(({ uuid }) => readRecord(sql, 'delivery', uuid)?.users ?? [])
  return [...new Set(reached)]
}
