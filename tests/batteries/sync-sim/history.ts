import { canonicalJson } from '../../../domain/canonical.ts'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import { analysisActions, runTransitions } from '../../../domain/actions/analysis.ts'
import { type AuditEntry, replayEntry } from '../../../domain/trail/entry.ts'
import { textIn } from '../../support/kept-entries.ts'
import type { Database } from './platform/storage.ts'

type Body = Record<string, unknown>

/** Effect of one operation on its record. */
export interface Effect {
  entry: AuditEntry
  before: Analysis | null
  after: Analysis | null
}

/** Steps from one status to another that the rules know, by the action of the entry. */
const steps = new Map<string, { from: readonly string[]; to: string }>([
  ['analysis.validate', { from: analysisActions.validate.from, to: 'VALIDATION' }],
  ['analysis.makeComplete', { from: analysisActions.makeComplete.from, to: 'COMPLETE' }],
  ...Object.entries(runTransitions).map(([name, step]): [string, typeof step] => [
    `run.${name}`,
    step,
  ]),
])

/** Steps that only the newest version makes (battery `skew`). */
const newestSteps = new Set(['analysis.migrate INIT QUEUED'])

/** Read a store's whole history; what it says against itself is a problem. */
export function readHistory(database: Database): {
  effects: Map<string, Effect>
  problems: string[]
} {
  const problems: string[] = []
  const effects = new Map<string, Effect>()
  const bodies = new Map<string, Body | null>()
  const rows = database.all('SELECT seq, entry, packed, named FROM audit ORDER BY seq')
  const operations = database.all('SELECT seq, op_id FROM operations ORDER BY seq')
  if (rows.length !== operations.length)
    problems.push(`doubled: ${rows.length} entries of ${operations.length}`)
  for (const [at, row] of rows.entries()) {
    const entry = JSON.parse(textIn(row)) as AuditEntry
    const operation = operations[at]
    if (operation?.['seq'] !== entry.seq || operation['op_id'] !== entry.op_id) {
      problems.push(`audit: entry ${entry.seq} is of another operation`)
    }
    if (effects.has(entry.op_id)) problems.push(`doubled: ${entry.op_id} has two entries`)
    const key = `${entry.kind}|${entry.uuid}`
    const before = bodies.get(key) ?? null
    const after = replayEntry(before, entry)
    bodies.set(key, after)
    const effect = { entry, before: before as Analysis | null, after: after as Analysis | null }
    effects.set(entry.op_id, effect)
    if (entry.kind === 'analysis') problems.push(...judgeStep(effect))
  }
  const records = database.all('SELECT kind, uuid, body FROM records WHERE deleted_at IS NULL')
  for (const row of records) {
    const [kind, uuid, body] = [row['kind'], row['uuid'], row['body']].map(String)
    const told = bodies.get(`${kind}|${uuid}`)
    const same = told && canonicalJson(told) === canonicalJson(JSON.parse(body ?? ''))
    if (!same) problems.push(`audit: ${kind} ${uuid} is not what its history says`)
  }
  return { effects, problems }
}

function judgeStep({ entry, before, after }: Effect): string[] {
  const problems: string[] = []
  const { action, uuid } = entry
  if (before?.status === 'VALIDATION') problems.push(`signed: ${action} has changed ${uuid}`)
  if (!before || !after || before.status === after.status) return problems
  const step = steps.get(action)
  if (newestSteps.has(`${action} ${before.status} ${after.status}`)) return problems
  if (step?.from.includes(before.status) && step.to === after.status) return problems
  return [...problems, `illegal: ${action} led from ${before.status} to ${after.status}`]
}
