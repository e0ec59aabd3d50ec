import { isSameJson } from '../../domain/canonical.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { commandCodes } from '../../domain/live/command.ts'
import type { TrailRow } from './audit.ts'
import { entryColumns, type Kept, openRow } from './kept-entry.ts'
import { pieceOf } from './packed-entry.ts'
import { type ActorWithKey, isPerson, peopleBehind } from './people-behind.ts'
import type { Sql } from './sql.ts'
import { readTrueAudit, readTrueBody, trueEntry } from './trailed-row.ts'

/** Fields that results depend on or that describe the run: people who change them took part in the signed content. */
const judged = [
  'status',
  'cartridge_type',
  'method',
  'samples',
  'exclusions',
  'kit',
  'instrument',
  'curves_hash',
  'results',
] as const

type Body = Record<string, unknown>

/**
 * Add to the analysis all people who took part in it, with each change. Leaves a signature alone: it does not count as
 * taking part, and the content that it covers must stay as it was shown.
 */
export function withHands(
  sql: Sql,
  { actor, uuid }: { actor: ActorWithKey & { via: string }; uuid: string },
  before: Body | null,
  after: Body,
): Body {
  if (after['status'] === 'VALIDATION') return after
  const changed = judged.some((name) => !isSameJson(before?.[name], after[name]))
  // Count a new name after the run: the name says whose run it is, so the person who changes it has a hand in what is signed.
  const renamed = hasEnded(before) && before?.['name'] !== after['name']
  if (!changed && !renamed) return after
  const known = (after['hands'] as string[] | undefined) ?? (before ? handsOf(sql, before) : [])
  const own = isPerson(actor) ? peopleBehind(sql, actor).map((one) => one.uuid) : []
  // Count whom the device names: who launched it, and who gave it orders, also before the service knew of a run in the
  // local network.
  const ordered =
    before?.['status'] === after['status'] ? [] : whoOrdered(sql, uuid, after, before === null)
  const hands = [...new Set([...known, ...own, ...ordered])]
  return { ...after, hands }
}

/**
 * List the people who took part in an analysis: those in its record, and all who gave its device an order; for older records
 * those of its trail. Orders are read each time: one given in the local network may be reported after the signature.
 */
export function handsOf(sql: Sql, record: Body): string[] {
  const { uuid, user_uuid, corrects, hands } = record as Partial<Analysis> & { uuid: string }
  const ordered = whoOrdered(sql, uuid, record)
  if (hands) return [...new Set([...hands, ...ordered])]
  const found = new Set([...(user_uuid ? [user_uuid] : []), ...ordered])
  for (const { actor, changes, at } of readTrueAudit(sql, 'analysis', uuid)) {
    const signed = changes.some(({ field, after }) => field === 'status' && after === 'VALIDATION')
    const judges = changes.some(({ field }) => (judged as readonly string[]).includes(field))
    if (judges && !signed && isPerson(actor)) {
      for (const one of peopleBehind(sql, actor, at)) found.add(one.uuid)
    }
  }
  const earlier = corrects === undefined ? null : readTrueBody(sql, 'analysis', corrects)
  const before = earlier ? handsOf(sql, earlier) : []
  return [...new Set([...found, ...before])]
}

/** Return the record as the rule of four eyes reads it (domain/rules/analysis.ts). */
export function withKnownHands<Record extends Body>(sql: Sql, record: Record): Record {
  return { ...record, hands: handsOf(sql, record) }
}

/**
 * Find the people who launched the run, with or without success, or gave its device an order meanwhile: by the entries
 * of their commands, since the rows of commands may have been overwritten. Reads all that follow the analysis's own
 * first entry, and before it those from the local network.
 * @param isNew the analysis has no entry yet, so only commands entered before it are looked for.
 */
function whoOrdered(sql: Sql, uuid: string, { device_uuid }: Body, isNew = false): string[] {
  const select = `SELECT seq, ${entryColumns}, leaf FROM audit`
  const entries = isNew
    ? sql.all<Kept<TrailRow>>(`${select} WHERE seq IN (${byRows})`, uuid)
    : sql.all<Kept<TrailRow>>(
        `${select} WHERE seq IN (${sinceFirst} UNION ${byRows})`,
        uuid,
        JSON.stringify(orderActions),
        pieceOf(uuid),
      )
  return entries.flatMap((row) => {
    const order = orderIn(sql, openRow(row))
    const isOurs =
      order && (order.launched === uuid || (order.ran === uuid && order.device === device_uuid))
    return isOurs ? order.users : []
  })
}

/** Number of the entry that made a command. */
const madeBy = `(SELECT min(seq) FROM audit WHERE audit.kind = 'command' AND audit.uuid = records.uuid)`

/** Select the numbers of the entries that made commands of an analysis (?1), by the rows of commands. */
const byRows = `SELECT ${madeBy} FROM records INDEXED BY launches_by_analysis
    WHERE kind = 'command' AND json_extract(body, '$.command.order.analysis_uuid') = ?1
  UNION SELECT ${madeBy} FROM records INDEXED BY orders_by_analysis
    WHERE kind = 'command' AND json_extract(body, '$.command.analysis_uuid') = ?1`

/** Select the same by the entries themselves: all after the analysis's own first entry. */
const sinceFirst = `SELECT operations.seq FROM operations JOIN audit USING (seq)
  WHERE operations.kind = 'command' AND operations.action IN (SELECT value FROM json_each(?2))
    AND operations.seq > (SELECT min(seq) FROM audit WHERE kind = 'analysis' AND uuid = ?1)
    AND (instr(entry, ?1) > 0 OR instr(named, ?3) > 0)`

/** Actions by which a command is entered, but for the device's own question. */
const orderActions = Object.keys(commandCodes)
  .filter((name) => name !== 'ANALYSIS_SYNC')
  .flatMap((name) => [`command.${name}`, `command.lan.${name}`])

interface Order {
  users: string[]
  device: unknown
  launched: unknown
  ran: unknown
}

/** @throws DamageFault when the entry was written over. */
function orderIn(sql: Sql, row: TrailRow): Order | null {
  const { changes, actor, at } = trueEntry(sql, row)
  const made = new Map(changes.map(({ field, after }) => [field, after]))
  const command = made.get('command') as
    | { name: string; order?: { analysis_uuid?: string }; analysis_uuid?: string }
    | undefined
  const user = made.get('user_uuid')
  if (!command || command.name === 'ANALYSIS_SYNC' || typeof user !== 'string') return null
  // Take the person of the order, since a device enters one from the local network later.
  const isByActor = actor.uuid === user
  return {
    users: isByActor ? peopleBehind(sql, actor, at).map((one) => one.uuid) : [user],
    device: made.get('device_uuid'),
    launched: command.order?.analysis_uuid,
    ran: command.analysis_uuid,
  }
}

function hasEnded(record: Body | null): boolean {
  return record !== null && !['INIT', 'RUNNING'].includes(record['status'] as string)
}
