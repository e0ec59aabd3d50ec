import { Fault } from '../../domain/fault.ts'
import type { FieldChange } from '../../domain/trail/entry.ts'
import { call } from '../client/call.ts'
import type { HistoryFacts } from './history.ts'

/** So long what was done to many can be undone. */
export const undoMs = 10 * 60_000

interface LoggedOperation {
  seq: number
  at: string
  op_id: string
  changes: readonly FieldChange[]
}

/**
 * Find in a record's log what takes an operation back: the values of before, by field. `moved` when one of the fields was
 * changed again since, `gone` when the log has no such operation.
 */
export function reverseOf(
  log: readonly LoggedOperation[],
  opId: string,
): Readonly<Record<string, unknown>> | 'moved' | 'gone' {
  const found = log.find(({ op_id }) => op_id === opId)
  if (!found) return 'gone'
  const fields = new Set(found.changes.map(({ field }) => field))
  const isMoved = log.some(
    ({ seq, changes }) => seq > found.seq && changes.some(({ field }) => fields.has(field)),
  )
  if (isMoved) return 'moved'
  return Object.fromEntries(found.changes.map(({ field, before }) => [field, before]))
}

/** Revert a kind of record: send its earlier values, based on the record as its log was read. @throws Fault */
export interface Revert {
  kind: HistoryFacts['kind']
  send: (
    id: string,
    before: Readonly<Record<string, unknown>>,
    sent: { opId: string; base: string | undefined },
  ) => Promise<void>
}

/** Undo one operation from the log of its record. @throws Fault */
export async function undoOperation(
  { kind, send }: Revert,
  operation: { id: string; opId: string; undoId: string },
): Promise<'done' | 'moved' | 'gone'> {
  // Not before it is wanted: the calls of the trail bring the names of all kinds along.
  const { auditCalls } = await import('../../domain/calls/audit.ts')
  const log = await call(auditCalls.record, { params: { kind, id: operation.id } })
  const before = reverseOf(log, operation.opId)
  if (typeof before === 'string') return before
  // Send the base: the service refuses the undo when somebody has changed the record since its log was read.
  const base = log.at(-1)?.at
  try {
    await send(operation.id, before, { opId: operation.undoId, base })
  } catch (error) {
    if (error instanceof Fault && error.code === 'stale') return 'moved'
    throw error
  }
  return 'done'
}
