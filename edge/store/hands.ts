import type { Analysis } from '../../domain/entities/analysis.ts'
import { readAudit } from './audit.ts'
import type { Sql } from './sql.ts'

/** What results are made of and what is said of the run: who changes it has a hand in what is signed. */
const judged = [
  'status',
  'cartridge_type',
  'method',
  'samples',
  'exclusions',
  'kit',
  'curves_hash',
  'results',
] as const

const people: readonly string[] = ['account', 'key', 'partner', 'provider']

type Body = Record<string, unknown>

/**
 * The analysis with all who had a hand in it, written with each change. A signature is no such hand, and the content that
 * it covers stays as it was shown.
 */
export function withHands(
  sql: Sql,
  { actor, uuid }: { actor: { uuid: string; via: string }; uuid: string },
  before: Body | null,
  after: Body,
): Body {
  if (after['status'] === 'VALIDATION') return after
  const changed = judged.some((name) => !isSame(before?.[name], after[name]))
  // The name says whose run it is, so who changes it when the results are known has a hand in what is signed.
  const renamed = hasEnded(before) && before?.['name'] !== after['name']
  if (!changed && !renamed) return after
  const known = (after['hands'] as string[] | undefined) ?? (before ? handsOf(sql, before) : [])
  const own = people.includes(actor.via) ? [actor.uuid] : []
  // The device's word: who launched it, and who gave it orders, also before the service knew of a run in the local network.
  const ordered = before?.['status'] === after['status'] ? [] : whoOrdered(sql, uuid, after)
  const hands = [...new Set([...known, ...own, ...ordered])]
  return { ...after, hands }
}

/**
 * Who had a hand in an analysis: as it says, with all who gave its device an order; of one from before that was written, as
 * its trail says. Orders are asked for each time: one that was given in the local network may be told after the signature.
 */
export function handsOf(sql: Sql, record: Body): string[] {
  const { uuid, user_uuid, corrects, hands } = record as unknown as Analysis
  const ordered = whoOrdered(sql, uuid, record)
  if (hands) return [...new Set([...hands, ...ordered])]
  const found = new Set([user_uuid, ...ordered])
  for (const { actor, changes } of readAudit(sql, 'analysis', uuid)) {
    const signed = changes.some(({ field, after }) => field === 'status' && after === 'VALIDATION')
    const judges = changes.some(({ field }) => (judged as readonly string[]).includes(field))
    if (judges && !signed && people.includes(actor.via)) {
      found.add(actor.uuid)
    }
  }
  const earlier =
    corrects === undefined
      ? null
      : sql.first<{ body: string }>(
          `SELECT body FROM records WHERE kind = 'analysis' AND uuid = ?`,
          corrects,
        )
  const before = earlier ? handsOf(sql, JSON.parse(earlier.body) as Body) : []
  return [...new Set([...found, ...before])]
}

/** The record as the rule of four eyes reads it (domain/rules/analysis.ts). */
export function withKnownHands<Record extends Body>(sql: Sql, record: Record): Record {
  return { ...record, hands: handsOf(sql, record) }
}

/** People who launched it, whatever became of that, or gave its device an order while it ran. */
function whoOrdered(sql: Sql, uuid: string, { device_uuid }: Body): string[] {
  const launches = sql.all<{ user: string }>(
    `SELECT DISTINCT json_extract(body, '$.user_uuid') AS user FROM records INDEXED BY launches_by_analysis
     WHERE kind = 'command' AND json_extract(body, '$.command.order.analysis_uuid') = ?`,
    uuid,
  )
  const orders = sql.all<{ user: string }>(
    `SELECT DISTINCT json_extract(body, '$.user_uuid') AS user FROM records INDEXED BY orders_by_analysis
     WHERE kind = 'command' AND json_extract(body, '$.command.analysis_uuid') = ?
       AND json_extract(body, '$.device_uuid') = ?
       AND json_extract(body, '$.command.name') <> 'ANALYSIS_SYNC'`,
    uuid,
    (device_uuid as string | null) ?? '',
  )
  return [...launches, ...orders].map(({ user }) => user)
}

function hasEnded(record: Body | null): boolean {
  return record !== null && !['INIT', 'RUNNING'].includes(record['status'] as string)
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
