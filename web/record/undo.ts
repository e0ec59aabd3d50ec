import type { Call } from '../../domain/call.ts'
import { Fault } from '../../domain/fault.ts'
import type { FieldChange } from '../../domain/trail/entry.ts'
import { call } from '../client/call.ts'
import { fetchFaultTexts } from '../i18n/faults.ts'
import { mustStay } from '../state/session.ts'
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
 * Find in a record's log what takes an operation back: the previous values, by field. `moved` when one of the fields was
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
  const checkPerson = mustStay()
  const log = await readLog(kind, operation.id)
  checkPerson()
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

/** Undo one act of one record. @throws Fault `stale` where somebody has changed the same since, and what it is sent with. */
export async function takeBack(
  revert: Revert,
  operation: { id: string; opId: string; undoId: string },
): Promise<void> {
  if ((await undoOperation(revert, operation)) !== 'done') throw await changedMeanwhile()
}

/**
 * Remove a record that an operation has made, as long as nobody has changed it since.
 * @param remove a row of `deleteRow`. @throws Fault `stale`, and what it is sent with.
 */
export async function removeMade(
  kind: HistoryFacts['kind'],
  remove: Call,
  { id, opId, undoId }: { id: string; opId: string; undoId: string },
): Promise<void> {
  const checkPerson = mustStay()
  const log = await readLog(kind, id)
  checkPerson()
  const base = log.find(({ op_id }) => op_id === opId)?.at
  if (base === undefined || log.at(-1)?.op_id !== opId) throw await changedMeanwhile()
  await call(remove, { params: { id }, body: { base } } as never, { opId: undoId })
}

async function changedMeanwhile(): Promise<Fault> {
  const fault = new Fault('stale', 'The record changed meanwhile', { reason: 'changed_meanwhile' })
  await fetchFaultTexts(fault)
  return fault
}

async function readLog(
  kind: HistoryFacts['kind'],
  id: string,
): Promise<readonly LoggedOperation[]> {
  // Load it only when it is wanted: the calls of the trail bring the names of all kinds along.
  const { auditCalls } = await import('../../domain/calls/audit.ts')
  return call(auditCalls.record, { params: { kind, id } })
}
