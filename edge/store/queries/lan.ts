import type { Sql } from '../sql.ts'

/** All may leave at once, or change with their profile or company, and a person who is left out keeps an earlier pass. */
const mostPeople = 5000

export const lanQueries = {
  /** People who have lost their account since: passes that they still hold are worth nothing any more. */
  leavers: (sql: Sql, { since }: { since: string }): string[] =>
    sql
      .all<{ uuid: string }>(
        `SELECT uuid FROM records WHERE kind = 'user'
           AND (deleted_at > ? OR (updated_at > ? AND json_extract(body, '$.active') = 'N'))
         ORDER BY updated_at DESC LIMIT ?`,
        since,
        since,
        mostPeople,
      )
      .map(({ uuid }) => uuid),

  /** Since which second passes of these people count: those from before were given for other rights. */
  passesFrom: (sql: Sql, { since }: { since: string }): Record<string, number> =>
    Object.fromEntries(
      sql
        .all<{ user_uuid: string; at: string }>(
          'SELECT user_uuid, at FROM rights_changed WHERE at > ? ORDER BY at DESC LIMIT ?',
          since,
          mostPeople,
        )
        .map(({ user_uuid, at }) => [user_uuid, Math.floor(Date.parse(at) / 1000) + 1]),
    ),
}
