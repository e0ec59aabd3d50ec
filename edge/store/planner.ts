import type { By } from './by.ts'
import type { PlannedOperation } from './operations.ts'
import type { Sql } from './sql.ts'

/**
 * Turns a named change into the operation that makes it, or into several that are made together. What it needs to
 * read besides the record itself it reads from `sql`; it writes nothing. Rules throw Faults, best inside the
 * operation's own `change`, where the record stands as it is.
 */
export type Planner<Change> = (
  sql: Sql,
  change: Change,
  by: By,
  at: string,
) => PlannedOperation | PlannedOperation[]

/** A planner for each change of a union: one is missing, it does not compile. */
export type Planners<Change extends { type: string }> = {
  [Type in Change['type']]: Planner<Extract<Change, { type: Type }>>
}
