import { Fault } from '../../domain/fault.ts'
import { type By, mustSee } from './by.ts'
import type { PlannedOperation, StoredBody } from './operations.ts'
import type { Planners } from './planner.ts'
import { asStored } from './record-changes.ts'
import { userRules } from './rules/user.ts'
import type { Sql } from './sql.ts'

/** Changes of several people, of all of them or none. */
export type PeopleChange =
  /** A problem is at `people.INDEX.FIELD`. */
  | { type: 'user.invite'; people: { uuid: string; body: StoredBody }[] }
  /** Rights that groups of the identity provider give their members. */
  | {
      type: 'user.follow_groups'
      people: { uuid: string; profile_uuid: string; swarms: string[] }[]
      reason: string
    }

export const peoplePlanners: Planners<PeopleChange> = {
  'user.invite': (sql, { people }, by, at) =>
    people.map(({ uuid, body }, line): PlannedOperation<'user'> => ({
      kind: 'user',
      uuid,
      action: 'user.create',
      change: () => judgeNewPerson(sql, { ...body, uuid, created_at: at }, { line, by, at }),
    })),
  'user.follow_groups': (sql, { people, reason }, by, at) =>
    people.map(({ uuid, ...patch }): PlannedOperation<'user'> => ({
      kind: 'user',
      uuid,
      action: 'user.edit',
      reason,
      change: (found) => {
        const before = mustSee('user', found, by.sight)
        const next = asStored('user', { ...before, ...patch })
        userRules.check?.(sql, next, before, by, at)
        return userRules.complete?.(sql, next, before, by, at, patch) ?? next
      },
    })),
}

/**
 * Judge somebody new by the rules of people.
 * @returns the record to write. @throws Fault with the line of the list in its field.
 */
export function judgeNewPerson(
  sql: Sql,
  body: StoredBody,
  { line, by, at }: { line: number; by: By; at: string },
): StoredBody {
  const next = asStored('user', body)
  try {
    userRules.check?.(sql, next, null, by, at)
    return userRules.complete?.(sql, next, null, by, at, body) ?? next
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const [first, ...rest] = error.details.map((detail) => ({
      ...detail,
      field: `people.${line}.${detail.field ?? 'name'}`,
    }))
    throw first ? new Fault([first, ...rest]) : error
  }
}
