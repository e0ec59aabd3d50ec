import type { Received } from '../../../domain/calls/notifications.ts'
import { listPageSize } from '../../../domain/catalog/limits.ts'
import type { PageQuery } from '../../../domain/calls/shapes.ts'
import type { Delivery, Recipients } from '../../../domain/entities/notification.ts'
import type { Language } from '../../../domain/catalog/languages.ts'
import type { MessageChoices } from '../../../domain/rules/message-choices.ts'
import { hashRecord } from '../../../domain/trail/entry.ts'
import { contentSigned } from '../../../domain/trail/signed.ts'
import { trailTools } from '../trail-tools.ts'
import type { Sight } from '../lists.ts'
import type { Sql } from '../sql.ts'
import { openRecord } from '../open-record.ts'
import { readRecord } from '../operations.ts'
import { readChoices } from '../user-settings.ts'

/** A person whom something can be sent to. */
export interface Person {
  uuid: string
  name: string
  email: string
  language: Language
  active: boolean
  choices: MessageChoices
  timezone: string
}

export const outgoingQueries = {
  /**
   * People of the company whom recipients mean, also those who may not sign in; `whole` when the company itself is among them. The
   * profiles of another company are meant by their names, which are `named`: each company has its own.
   */
  recipients: (
    sql: Sql,
    {
      recipients,
      whole,
      named = [],
    }: { recipients: Recipients; whole: boolean; named?: readonly string[] },
    _sight: Sight,
  ): Person[] => {
    const { companies, users } = recipients
    const isAnybody = recipients.profiles.length === 0
    const profiles = new Set([...recipients.profiles, ...listNamesakes(sql, named)])
    return sql
      .all<{ body: string }>(
        `SELECT body FROM records WHERE kind = 'user' AND deleted_at IS NULL ORDER BY name, uuid`,
      )
      .map(({ body }) => openRecord('user', body))
      .filter(({ uuid, profile_uuid, service }) => {
        if (service) return false
        if (users.includes(uuid)) return true
        const ofCompany = companies.length === 0 ? !isAnybody : whole
        return ofCompany && (isAnybody || profiles.has(profile_uuid))
      })
      .map(({ uuid, name, email, default_language: language, active, timezone }) => {
        const choices = readChoices(sql, uuid)
        return { uuid, name, email, language, active: active === 'Y', choices, timezone }
      })
  },
  /** Names of the profiles that recipients mean, for the companies that have profiles of these names. */
  profileNames: (sql: Sql, { profiles }: Pick<Recipients, 'profiles'>): string[] =>
    profiles.flatMap((uuid) => readRecord(sql, 'profile', uuid)?.name ?? []),
  /** List the people of the company whom a notification has reached, by name, and when each has read and signed it. */
  receipts: (
    sql: Sql,
    { notification }: { notification: string },
    _sight: Sight,
  ): { uuid: string; name: string; read_at: string | null; signed_at: string | null }[] =>
    sql.all<{ uuid: string; name: string; read_at: string | null; signed_at: string | null }>(
      `SELECT reader.value AS uuid, coalesce(people.name, '') AS name, read_at,
         (SELECT json_extract(signature.value, '$.at')
          FROM json_each(records.body, '$.signatures') AS signature
          WHERE json_extract(signature.value, '$.user_uuid') = reader.value) AS signed_at
       FROM records, json_each(records.body, '$.users') AS reader
       LEFT JOIN records AS people ON people.kind = 'user' AND people.uuid = reader.value
       LEFT JOIN reads ON reads.delivery_uuid = records.uuid AND reads.user_uuid = reader.value
       WHERE records.kind = 'delivery' AND records.deleted_at IS NULL
         AND json_extract(records.body, '$.notification_uuid') = ?
       ORDER BY people.name, reader.value`,
      notification,
    ),
  /** List the notifications of a person, newest first, with the time at which each was read. */
  received: (
    sql: Sql,
    { user, query }: { user: string; query: PageQuery },
    _sight: Sight,
  ): {
    data: Received[]
    pages: number
    total: number
    unread: number
    to_sign: Received[]
  } => {
    const limit = Number(query.limit ?? listPageSize)
    const direction = query.order?.endsWith('ASC') ? 'ASC' : 'DESC'
    const from = `FROM records LEFT JOIN reads ON reads.delivery_uuid = records.uuid AND reads.user_uuid = ?1
      WHERE kind = 'delivery' AND deleted_at IS NULL
        AND EXISTS (SELECT 1 FROM json_each(body, '$.users') WHERE value = ?1)`
    const rows = sql.all<{ body: string; read_at: string | null }>(
      `SELECT body, read_at ${from} ORDER BY created_at ${direction}, uuid LIMIT ?2 OFFSET ?3`,
      user,
      limit,
      (Number(query.page ?? 1) - 1) * limit,
    )
    const counts = sql.first<{ total: number; unread: number }>(
      `SELECT count(*) AS total, count(*) - count(read_at) AS unread ${from}`,
      user,
    )
    const { total = 0, unread = 0 } = counts ?? {}
    const shown = ({ body, read_at }: { body: string; read_at: string | null }) =>
      receivedOf(openRecord('delivery', body), read_at, user)
    const unsigned = sql.all<{ body: string; read_at: string | null }>(
      `SELECT body, read_at ${from} AND json_extract(body, '$.must_sign') = 1
         AND NOT EXISTS (SELECT 1 FROM json_each(body, '$.signatures') AS signature
           WHERE json_extract(signature.value, '$.user_uuid') = ?1)
       ORDER BY created_at, uuid LIMIT ?2`,
      user,
      listPageSize,
    )
    const pages = Math.max(1, Math.ceil(total / limit))
    return { data: rows.map(shown), pages, total, unread, to_sign: unsigned.map(shown) }
  },
}

/** Describe a message for one of its readers. */
export function receivedOf(delivery: Delivery, read_at: string | null, user: string): Received {
  const {
    users: _users,
    updated_at: _updated,
    must_sign: mustSign,
    everyone: _everyone,
    signatures = [],
    ...shown
  } = delivery
  if (!mustSign) return { ...shown, read_at }
  const signed_at = signatures.find(({ user_uuid }) => user_uuid === user)?.at ?? null
  const record_hash = hashRecord(contentSigned({ ...delivery }), trailTools)
  return { ...shown, read_at, sign: { signed_at, record_hash } }
}

/** List the profiles of this company that have one of some names. */
function listNamesakes(sql: Sql, names: readonly string[]): string[] {
  if (names.length === 0) return []
  return sql
    .all<{ uuid: string }>(
      `SELECT uuid FROM records WHERE kind = 'profile' AND deleted_at IS NULL
         AND name IN (SELECT value FROM json_each(?))`,
      JSON.stringify(names),
    )
    .map(({ uuid }) => uuid)
}
