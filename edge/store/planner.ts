import type { By } from './by.ts'
import type { WorkKind } from '../../domain/rules/hand-over.ts'
import type { Kind, Stored } from '../../domain/registry.ts'
import type { PlannedOfSomeKind, PlannedOperation } from './operations.ts'
import type { Sql } from './sql.ts'

/**
 * Turns a named change into the operation that makes it, or into several that are made together. What it needs to
 * read besides the record itself it reads from `sql`; it writes nothing. Rules throw Faults, best inside the
 * operation's own `change`, where the record is read as it is.
 */
export type Planner<Change extends { type: string }> = (
  sql: Sql,
  change: Change,
  by: By,
  at: string,
) => PlannedOperation<KindOf<Change>> | PlannedOfSomeKind[]

/** A planner for each change of a union: one is missing, it does not compile. */
export type Planners<Change extends { type: string }> = {
  [Type in Change['type']]: Planner<Extract<Change, { type: Type }>>
}

/** Changes whose name does not begin with the kind of the record that they answer with. */
interface KindElsewhere {
  'alias.create': 'protocol'
  'alias.edit': 'protocol'
  'alias.delete': 'protocol'
  'bkit.file': 'attachment'
  'work.hand_over': WorkKind
  'notification.deliver': 'delivery'
  'notification.test': 'delivery'
  'visit.answered': 'delivery'
  /** Kind by the category of the settings. */
  'user.settings': 'user' | 'user_settings'
}

/** The kind of record that a change makes or changes first: by its field `kind`, else by its name. */
export type KindOf<Change extends { type: string }> = Change extends { kind: infer Of extends Kind }
  ? Of
  : Change['type'] extends keyof KindElsewhere
    ? KindElsewhere[Change['type']]
    : Change['type'] extends `${infer Of extends Kind}.${string}`
      ? Of
      : never

/** The answer to a change: the record after it. */
export type AnswerOf<Change extends { type: string }> = Stored<KindOf<Change>>
