import type { Account } from '../../../../domain/calls/session.ts'
import { type Refusal, refuseAnalysis } from '../../../../domain/rules/analysis.ts'
import {
  compareRisks,
  type Risk,
  type RiskLevel,
  type RiskName,
  riskNames,
  sumUpRisks,
  waitsSince,
  weighRisks,
} from '../../../../domain/rules/review-risk.ts'
import type { AnalysisRow } from '../../../local/list-rows.ts'

/** An analysis that waits for a reviewer: why it stands where it does, and why it may not be decided by this person. */
export interface QueueEntry {
  uuid: string
  row: AnalysisRow
  since: string
  risks: readonly Risk[]
  level: RiskLevel
  /** Why this account may not take its next step; null when it may. */
  refusal: Refusal['reason'] | null
}

/** At most so many are weighed: more than anybody reviews before the page is opened again. */
export const mostWeighed = 2000

export type Reviewer = Pick<Account, 'uuid' | 'permissions'> & {
  company_details: Pick<Account['company_details'], 'four_eyes'>
}

/** Names the state of a record whose risks have been read. */
export function readKey({ uuid, updated_at }: Pick<AnalysisRow, 'uuid' | 'updated_at'>): string {
  return `${uuid}|${updated_at}`
}

/**
 * What waits for a reviewer, the riskiest first: complete runs to be signed, and those that ended early, to be made
 * complete. `read` holds what the results of some of them gave (by `readKey`); of the others the counts tell.
 */
export function listQueue(
  rows: readonly AnalysisRow[],
  read: ReadonlyMap<string, readonly Risk[]>,
  who: Reviewer,
  now: number,
): QueueEntry[] {
  return rows
    .filter(({ status }) => status === 'COMPLETE' || status === 'INCOMPLETE')
    .slice(0, mostWeighed)
    .map((row): QueueEntry => {
      const risks = read.get(readKey(row)) ?? sumUpRisks(row.summary, row, now)
      return {
        uuid: row.uuid,
        row,
        since: waitsSince(row),
        risks,
        level: weighRisks(risks),
        refusal: refuseNextStep(row, who),
      }
    })
    .toSorted(compareRisks)
}

function refuseNextStep(row: AnalysisRow, who: Reviewer): Refusal['reason'] | null {
  const action = row.status === 'INCOMPLETE' ? 'makeComplete' : 'validate'
  const subject = { ...row, results: row.summary ? [row.summary] : [] }
  const fourEyes = who.company_details.four_eyes === 'Y'
  const { permissions, uuid: user_uuid } = who
  return refuseAnalysis(action, subject, { user_uuid, permissions, fourEyes })?.reason ?? null
}

export interface QueueFilter {
  /** Only those with this reason, or those with none at all. */
  why: RiskName | 'none' | null
  /** Only what the account itself may decide. */
  mine: boolean
  /** Part of the name, the method, the swarm or who ran it. */
  text: string
}

export function readFilter(search: URLSearchParams): QueueFilter {
  const why = search.get('why')
  return {
    why: why === 'none' ? 'none' : (riskNames.find((name) => name === why) ?? null),
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
    ({ row, risks, level, refusal }) =>
      (!mine || refusal === null) &&
      (wanted === '' || isNamed(row, wanted)) &&
      (why === null ||
        (why === 'none' ? level === 'none' : risks.some(({ name }) => name === why))),
  )
}

function isNamed(row: AnalysisRow, wanted: string): boolean {
  return [row.name, row.recipe_name, row.swarm_name, row.user_name].some((one) =>
    one.toLocaleLowerCase().includes(wanted),
  )
}

/** How many have each reason, of those that there are; the chosen one stays, also when the last of its kind is done. */
export function countReasons(
  entries: readonly QueueEntry[],
  chosen: QueueFilter['why'],
): { why: RiskName | 'none'; count: number }[] {
  const counts = new Map<RiskName | 'none', number>()
  for (const { risks } of entries) {
    const names = risks.length === 0 ? (['none'] as const) : risks.map(({ name }) => name)
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...riskNames, 'none' as const]
    .map((why) => ({ why, count: counts.get(why) ?? 0 }))
    .filter(({ why, count }) => count > 0 || why === chosen)
}
