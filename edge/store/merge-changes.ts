import * as v from 'valibot'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { Text } from '../../domain/fields.ts'
import { findDraftProblems } from '../../domain/rules/cartridge.ts'
import type { EditChange } from '../../domain/sync/field-change.ts'
import { mergeField } from '../../domain/sync/merge-field.ts'
import { newestEntry } from './audit.ts'
import { applyPlanned } from './apply-planned.ts'
import { answerTo, type By, mustSee } from './by.ts'
import { refuseAgain } from './kept-refusals.ts'
import type { StoredBody } from './operations.ts'
import { allowChange, completePatch } from './plan-change.ts'
import type { Sql } from './sql.ts'

/** An edit that may have been made long ago, on a record that others have edited since. */
export interface MergeOrder {
  uuid: string
  /** `seq` of the record that the editor saw. */
  base_seq: number
  changes: readonly EditChange[]
  reason: string
}

export interface MergeAnswer {
  record: Analysis
  /** Number of the newest entry of `record`. */
  seq: number
  overwritten: Overwritten[]
}

/** A field that somebody else had changed meanwhile, with the value before. */
interface Overwritten {
  field: string
  value: unknown
}

/**
 * Join each field with what is kept, all of them or none (ruling 3). Must run inside a transaction. What was
 * overwritten is kept with the operation's id: a repeated delivery joins nothing again and is answered the same, with
 * the record as it is now; one that was refused is refused again.
 * @throws Fault `stale` with both versions where the edits cannot be joined; all that an edit may be refused for.
 */
export function mergeAnalysis(
  sql: Sql,
  order: MergeOrder,
  { opId, by, at }: { opId: string; by: By; at: string },
): MergeAnswer {
  const { uuid, reason } = order
  let overwritten: Overwritten[] = []
  const planned = {
    kind: 'analysis',
    uuid,
    action: 'analysis.merge',
    reason,
    change: (before: Analysis | null) => {
      const seen = mustSee('analysis', before, by.sight)
      refuseAgain(sql, opId, { yours: yoursOf(order.changes), theirs: seen })
      const fields = order.changes.map(({ field }) => field)
      // Refuse other samples here: they need other results in the same operation, which the ordinary edit computes.
      const record = allowChange(sql, before, { fields, reason, by, at, recomputes: false })
      const merged = mergeChanges(record, order, newestEntry(sql, 'analysis', uuid))
      overwritten = merged.overwritten
      return { ...record, ...completePatch(sql, record, merged.patch, by) }
    },
  } as const
  const { actor, asked } = by
  const made = applyPlanned(sql, [planned], { opId, actor, at, asked })
  const repeated = made.seq === null
  // Check a repeated delivery as well: gone or out of sight is the same (trust no id).
  const record = answerTo(by, 'analysis', made.record, repeated)
  if (!record) throw new Fault('not_found', 'No such analysis')
  if (repeated) overwritten = readOverwritten(sql, opId)
  else if (overwritten.length > 0) keepOverwritten(sql, opId, overwritten)
  return { record, seq: newestEntry(sql, 'analysis', uuid), overwritten }
}

/**
 * Apply every change to the stored record.
 *
 * A record older than the one the editor saw means that the store was put back from a backup: it holds no other edit to
 * merge with but an earlier state, and a merge would record that a person removed what was lost. Only fields that are
 * as the editor saw them are written; otherwise a person decides with both versions.
 */
function mergeChanges(
  record: Analysis,
  { base_seq, changes }: MergeOrder,
  seq: number,
): { patch: Partial<Analysis>; overwritten: Overwritten[] } {
  const patch: Record<string, unknown> = {}
  const overwritten: Overwritten[] = []
  for (const change of changes) {
    const { field } = change
    const stands = record[field] ?? null
    const merged = mergeField(change, stands)
    if (merged.clash || (merged.met && (base_seq > seq || !fits(record, field, merged.value)))) {
      throw clash(record, changes, field)
    }
    patch[field] = merged.value
    if (merged.met) overwritten.push({ field, value: stands })
  }
  return { patch, overwritten }
}

/** Return true when the merged value of two edits is still valid: each of them alone was. */
function fits({ cartridge_type }: Analysis, field: EditChange['field'], value: unknown): boolean {
  if (field === 'notebook') return v.is(Text, value)
  if (field !== 'samples') return true
  return findDraftProblems(value as Analysis['samples'], cartridge_type).length === 0
}

function clash(record: Analysis, changes: readonly EditChange[], field: string): Fault {
  return new Fault('stale', 'The record changed meanwhile', {
    field,
    reason: 'changed_meanwhile',
    versions: { yours: yoursOf(changes), theirs: record },
  })
}

function yoursOf(changes: readonly EditChange[]): StoredBody {
  return Object.fromEntries(changes.map(({ field, to }) => [field, to]))
}

/** Store the overwritten fields beside the operation, so that a backup has both or neither. */
function keepOverwritten(sql: Sql, opId: string, overwritten: Overwritten[]): void {
  const json = JSON.stringify(overwritten)
  sql.run('UPDATE operations SET overwritten = ? WHERE op_id = ?', json, opId)
}

function readOverwritten(sql: Sql, opId: string): Overwritten[] {
  const query = 'SELECT overwritten FROM operations WHERE op_id = ?'
  const kept = sql.first<{ overwritten: string | null }>(query, opId)?.overwritten
  return kept ? (JSON.parse(kept) as Overwritten[]) : []
}
