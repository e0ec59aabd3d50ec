import type { Sql } from '../sql.ts'

/** More leave a company only when it is being closed. */
const mostLeavers = 500
/** A profile or the company changes for all who hold it at once, and whoever is left out keeps a pass of before. */
const mostChanged = 5000

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
        mostLeavers,
      )
      .map(({ uuid }) => uuid),

  /** Since which second passes of these people count: those from before were given for other rights. */
  passesFrom: (sql: Sql, { since }: { since: string }): Record<string, number> =>
    Object.fromEntries(
      sql
        .all<{ user_uuid: string; at: string }>(
          'SELECT user_uuid, at FROM rights_changed WHERE at > ? ORDER BY at DESC LIMIT ?',
          since,
          mostChanged,
        )
        .map(({ user_uuid, at }) => [user_uuid, Math.floor(Date.parse(at) / 1000) + 1]),
    ),
}
