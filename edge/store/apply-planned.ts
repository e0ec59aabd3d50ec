import { keepSigned } from './before-writing.ts'
import { planFollowers } from './followers.ts'
import {
  type Applied,
  applyOperation,
  applyOperations,
  type Operation,
  type OperationActor,
  type PlannedOperation,
} from './operations.ts'
import type { Kind, Stored } from '../../domain/registry.ts'
import type { Sql } from './sql.ts'

/**
 * Make the operations of one change with what follows each (followers.ts); those that are independent of the others are
 * made together. Must run inside a transaction.
 * @returns what came of the first; `seq` is null for a repeated delivery.
 */
export function applyPlanned<Of extends Kind>(
  sql: Sql,
  planned: readonly PlannedOperation<Of>[],
  {
    opId,
    actor,
    at,
    asked,
  }: { opId: string; actor: OperationActor; at: string; asked?: string | undefined },
): { record: Stored<Of> | null; seq: number | null } {
  // Number the operations after the first: ids with a colon are made here only, and alike at a repeated delivery.
  const operations = planned.map((operation, index) => {
    const change: typeof operation.change = (before) => keepSigned(before, operation.change(before))
    if (index === 0) return { ...operation, change, opId, actor, at, asked }
    return { ...operation, change, opId: `${opId}:${index}`, actor, at }
  })
  const follow = (operation: Operation, applied: Applied) => {
    const followers = planFollowers(sql, operation, applied).map((follower) => {
      const made = follower.change as Operation['change']
      const change: typeof made = (before) => keepSigned(before, made(before))
      return { ...follower, change, opId: `${operation.opId}:${follower.uuid}`, actor, at }
    })
    applyOperations(sql, followers)
  }
  // Hold on to the first only: a merge changes thousands.
  let first: { record: Stored<Of> | null; seq: number | null } = { record: null, seq: null }
  for (let from = 0; from < operations.length;) {
    const operation = operations[from] as Operation<Of>
    const made = applyOperation(sql, operation)
    follow(operation, made)
    if (from === 0) first = made
    const end = operations.findIndex(({ apart }, index) => index > from && !apart)
    const together = operations.slice(from + 1, end < 0 ? operations.length : end)
    applyOperations(sql, together, follow)
    from += 1 + together.length
  }
  return first
}
