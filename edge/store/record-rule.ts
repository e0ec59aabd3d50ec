import type { By } from './by.ts'
import type { StoredBody } from './operations.ts'
import type { Sql } from './sql.ts'

/** What a kind asks beyond its schema, looked at inside the transaction. */
export interface RecordRules {
  /** What the service itself writes of such a change: who set what, and whether it waits for a second person. */
  complete?: (
    sql: Sql,
    after: StoredBody,
    before: StoredBody | null,
    by: By,
    at: string,
    patch: StoredBody,
  ) => StoredBody
  /** Refuses a new record (`before` is null) or a changed one. @throws Fault */
  check?: (sql: Sql, after: StoredBody, before: StoredBody | null, by: By, at: string) => void
  /** Refuses the removal, such as of what others still use. @throws Fault */
  checkDelete?: (sql: Sql, before: StoredBody, by: By) => void
}
