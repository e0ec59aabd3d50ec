import { storesAtOnce } from '../../../domain/catalog/limits.ts'
import type { Recall, ToldCompany } from '../../../domain/entities/recall.ts'
import { listWaiting } from '../../../domain/rules/recall.ts'
import { listErased } from '../../directory/closed-companies.ts'
import { findCompany } from '../../directory/companies.ts'
import { logFailure } from '../../log.ts'
import { makeUuid } from '../../crypto/make-uuid.ts'
import { unwrap } from '../../outcome.ts'
import { readCompanyId, readMeta, writeMeta } from '../meta.ts'
import { readRecord } from '../operations.ts'
import { type OtherStore, otherStore } from '../other-store.ts'
import { bySystem } from '../publications.ts'
import type { Sql } from '../sql.ts'
import { wakeBy } from '../wake.ts'

/** Companies to which a recall is announced in one turn: the own store is one of those that are asked. */
export const toldInTurn = storesAtOnce - 1
/** Pause before a recall is announced again to companies that were not reached (ms); longer once nobody works on the recall any more. */
const restMs = { open: 60_000, closed: 3_600_000 }
/** Name in `meta` of the company, by recall, up to which the turns have come: those that fail hold up nobody. */
const placeName = 'recalls_told_up_to'

type Own = Pick<OtherStore, 'change'>

/**
 * Bring the notice of a recall to some companies, and mark those that it has reached. One that fails is logged and stays marked as
 * not reached, unless it has been erased; one that had it before keeps the one it has.
 */
export async function tellCompanies(
  env: Env,
  own: Own,
  { record, sender }: { record: Recall; sender: string },
  companies: readonly ToldCompany[],
): Promise<Recall> {
  const { uuid, number, name, subject, reason } = record
  const told = { uuid, number, name, subject, reason, sender }
  // Return first where every company was reached.
  const erased = await listErased(
    env.DIRECTORY,
    companies.map((one) => one.company_uuid),
  )
  const there = companies.filter((one) => !erased.includes(one.company_uuid))
  const reached = await Promise.allSettled(
    there.map(async ({ company_uuid: to }) => {
      const receive = { type: 'recall_notice.receive', told } as const
      await unwrap(otherStore(env, to).change(receive, `${uuid}:notice`, bySystem))
      return to
    }),
  )
  for (const one of reached) {
    if (one.status === 'rejected') logFailure('recall notice not delivered', one.reason)
  }
  const arrived = reached.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (arrived.length + erased.length === 0) return record
  const reach = { type: 'recall.reached', uuid, companies: arrived, erased } as const
  return (await unwrap(own.change(reach, makeUuid(), bySystem))) as Recall
}

/**
 * Tell the next companies of each recall, some in a turn, and wake again for the others. The record keeps who is waiting, and the store
 * how far the turns have come, so that a process that ends loses neither. Also tell of recalls that were closed in between: the companies
 * that are left ran the same lot. Never throws.
 */
export async function tellOfRecalls(
  storage: DurableObjectStorage,
  env: Env,
  sql: Sql,
  own: Own,
): Promise<void> {
  // Search the text before anything is parsed: a record names thousands of companies.
  const recalls = sql.all<{ uuid: string }>(
    `SELECT uuid FROM records WHERE kind = 'recall' AND deleted_at IS NULL
       AND instr(body, '"told_at":null') > 0`,
  )
  const waiting = new Set<string>()
  for (const { uuid } of recalls) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      const next = await tellNext(env, sql, own, uuid)
      // oxlint-disable-next-line no-await-in-loop
      if (next !== null) await wakeBy(storage, next)
      if (next !== null) waiting.add(uuid)
    } catch (error) {
      waiting.add(uuid)
      logFailure('companies not told of a recall', error)
      // oxlint-disable-next-line no-await-in-loop
      await wakeBy(storage, Date.now() + restMs.open)
    }
  }
  dropPlaces(sql, waiting)
}

/** Remove the places of recalls that have nobody left to tell. */
function dropPlaces(sql: Sql, waiting: ReadonlySet<string>): void {
  const places = Object.entries(readPlaces(sql))
  const kept = places.filter(([uuid]) => waiting.has(uuid))
  if (kept.length < places.length)
    writeMeta(sql, placeName, JSON.stringify(Object.fromEntries(kept)))
}

function readPlaces(sql: Sql): Record<string, string> {
  return JSON.parse(readMeta(sql, placeName) ?? '{}') as Record<string, string>
}

/** @returns the time of the next turn (ms); null where all companies were reached. */
async function tellNext(env: Env, sql: Sql, own: Own, uuid: string): Promise<number | null> {
  const record = readRecord(sql, 'recall', uuid)
  const waiting = record ? listWaiting(record) : []
  if (!record || waiting.length === 0) return null
  const places = readPlaces(sql)
  const place = places[uuid] ?? ''
  const turn = waiting
    .toSorted((one, other) => (one.company_uuid < other.company_uuid ? -1 : 1))
    .filter(({ company_uuid }) => company_uuid > place)
    .slice(0, toldInTurn)
  // Keep the place first: a company that ends the process is not the next one again.
  const last = turn.at(-1)?.company_uuid ?? ''
  writeMeta(sql, placeName, JSON.stringify({ ...places, [uuid]: last }))
  // Stop when all were tried: those that are left failed.
  if (turn.length === 0) return Date.now() + restMs[record.status]
  const sender = (await findCompany(env.DIRECTORY, readCompanyId(sql) ?? ''))?.name ?? ''
  const after = await tellCompanies(env, own, { record, sender }, turn)
  return listWaiting(after).length > 0 ? Date.now() : null
}
