import type { Refusal } from '../../../../domain/actions/refuse.ts'
import { refuseAnalysis } from '../../../../domain/rules/analysis.ts'
import {
  addRunRisks,
  compareRisks,
  type Risk,
  riskNames,
  sumUpRisks,
  waitsSince,
  weighRisks,
} from '../../../../domain/rules/review-risk.ts'
import type { AnalysisRow } from '../../../local/list-rows.ts'
import { actorOf, type WhoActs } from '../../../record/actor.ts'

/**
 * State of reading the results of an analysis. Only results that were read can be without a finding;
 * `missing`: there are no results.
 */
export type ResultsState = 'read' | 'unread' | 'unreadable' | 'missing'

/** Levels of the queue in its order: what is not known comes before what was found to be harmless. */
const queueLevels = ['high', 'unreadable', 'medium', 'unread', 'low', 'none'] as const
export type QueueLevel = (typeof queueLevels)[number]

/** An analysis that waits for a reviewer: why it has its place, and why it may not be decided by this person. */
export interface QueueEntry {
  uuid: string
  row: AnalysisRow
  since: string
  /** All of them once the results are read; before, what the list knows. */
  risks: readonly Risk[]
  results: ResultsState
  level: QueueLevel
  /** Reason that this account may not take its next step; null when it may. */
  refusal: Refusal<'analysis'> | null
}

/** Findings in results so far, by their hash, and the results that cannot be read. */
export interface Found {
  read: ReadonlyMap<string, readonly Risk[]>
  unreadable: ReadonlySet<string>
}

/**
 * List what waits for a reviewer, the riskiest first: complete runs to be signed, and those that ended early, to be made
 * complete. Where results are not read yet, the record's counts are used, which cannot prove that nothing was found.
 */
export function listQueue(
  rows: readonly AnalysisRow[],
  found: Found,
  who: WhoActs,
  now: number,
): QueueEntry[] {
  return rows
    .filter(({ status }) => status === 'COMPLETE' || status === 'INCOMPLETE')
    .map((row): QueueEntry => {
      const hash = row.results_hash
      const read = hash === null ? undefined : found.read.get(hash)
      const risks = read ? addRunRisks(read, row, now) : sumUpRisks(row.summary, row, now)
      const results = read ? 'read' : stateOf(hash, found)
      return {
        uuid: row.uuid,
        row,
        since: waitsSince(row),
        risks,
        results,
        level: levelOf(risks, results),
        refusal: refuseNextStep(row, who),
      }
    })
    .toSorted(
      (one, other) =>
        queueLevels.indexOf(one.level) - queueLevels.indexOf(other.level) ||
        compareRisks(one, other),
    )
}

function stateOf(hash: string | null, { unreadable }: Found): ResultsState {
  if (hash === null) return 'missing'
  return unreadable.has(hash) ? 'unreadable' : 'unread'
}

/** Return the level of an entry: a severe finding counts, whatever else is in the results. */
function levelOf(risks: readonly Risk[], results: ResultsState): QueueLevel {
  const known = weighRisks(risks)
  if (results === 'read' || known === 'high') return known
  if (results !== 'unread') return 'unreadable'
  return known === 'medium' ? known : 'unread'
}

function refuseNextStep(row: AnalysisRow, who: WhoActs): Refusal<'analysis'> | null {
  const action = row.status === 'INCOMPLETE' ? 'makeComplete' : 'validate'
  const subject = { ...row, results: row.summary ? [row.summary] : [] }
  return refuseAnalysis(action, subject, actorOf(who))
}

/** Filters of the queue: a reason, results read without a finding, or results that were not read. */
const queueReasons = [...riskNames, 'unreadable', 'unread', 'none'] as const
export type QueueReason = (typeof queueReasons)[number]

export interface QueueFilter {
  why: QueueReason | null
  /** Only what the account itself may decide. */
  mine: boolean
  /** Part of the name, the method, the swarm or who ran it. */
  text: string
}

export function readFilter(search: URLSearchParams): QueueFilter {
  const why = search.get('why')
  return {
    why: queueReasons.find((name) => name === why) ?? null,
    mine: search.get('mine') === '1',
    text: search.get('q') ?? '',
  }
}

export function pickEntries(
  entries: readonly QueueEntry[],
  { why, mine, text }: QueueFilter,
): readonly QueueEntry[] {
  const wanted = text.trim().toLocaleLowerCase()
  return entries.filter(
    (entry) =>
      (!mine || entry.refusal === null) &&
      (wanted === '' || isNamed(entry.row, wanted)) &&
      (why === null || reasonsOf(entry).includes(why)),
  )
}

/** Return the groups of an entry. The group without findings has only files that were read. */
function reasonsOf({ risks, results }: QueueEntry): readonly QueueReason[] {
  const names = risks.map(({ name }) => name)
  if (results === 'unread') return [...names, 'unread']
  if (results !== 'read') return [...names, 'unreadable']
  return names.length === 0 ? ['none'] : names
}

function isNamed(row: AnalysisRow, wanted: string): boolean {
  return [row.name, row.recipe_name, row.swarm_name, row.user_name].some((one) =>
    one.toLocaleLowerCase().includes(wanted),
  )
}

/** Count the entries of each reason that occurs; the chosen reason stays, also when its last entry is done. */
export function countReasons(
  entries: readonly QueueEntry[],
  chosen: QueueFilter['why'],
): { why: QueueReason; count: number }[] {
  const counts = new Map<QueueReason, number>()
  for (const entry of entries)
    for (const why of reasonsOf(entry)) counts.set(why, (counts.get(why) ?? 0) + 1)
  return queueReasons
    .map((why) => ({ why, count: counts.get(why) ?? 0 }))
    .filter(({ why, count }) => count > 0 || why === chosen)
}
