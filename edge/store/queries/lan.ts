import type { Sql } from '../sql.ts'

/** More leave a company only when it is being closed. */
const mostLeavers = 500

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
}
