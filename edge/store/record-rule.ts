import type { Kind, Stored } from '../../domain/registry.ts'
import type { By } from './by.ts'
import type { StoredBody } from './operations.ts'
import type { Sql } from './sql.ts'

/**
 * Rules of a kind beyond its schema, checked inside the transaction. The fields of `after` were checked by the schema of
 * their call; the schema of the whole record is the last gate behind these rules (operations.ts).
 */
export interface RecordRules<Of extends Kind = Kind> {
  /** Add what the service itself writes about such a change: who set what, and whether a second person must confirm it. */
  complete?(
    sql: Sql,
    after: Stored<Of>,
    before: Stored<Of> | null,
    by: By,
    at: string,
    patch: StoredBody,
  ): StoredBody
  /** Refuses a new record (`before` is null) or a changed one. @throws Fault */
  check?(sql: Sql, after: Stored<Of>, before: Stored<Of> | null, by: By, at: string): void
  /** Refuses the removal, such as of what others still use. @throws Fault */
  checkDelete?(sql: Sql, before: Stored<Of>, by: By): void
  /** Forgets what the store keeps beside a record that is removed, in the same transaction. */
  forget?(sql: Sql, before: Stored<Of>): void
}

/** Rules by kind. */
export type RulesByKind = { [Of in Kind]?: RecordRules<Of> }
