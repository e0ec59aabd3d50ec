import { lotActions, type LotAction } from '../../domain/actions/lot.ts'
import { type Bkit, mostLots, ProducedLot } from '../../domain/entities/bkit.ts'
import type { BkitLot, LotEvidence, LotFact } from '../../domain/entities/bkit-lot.ts'
import { Fault, type FaultDetail } from '../../domain/fault.ts'
import { judgeExpiry, lotStateOf } from '../../domain/rules/kit.ts'
import { seenLength } from '../../domain/rules/plain-text.ts'
import { refuseProducedLot } from '../../domain/rules/produced-lot.ts'
import { collectCodes } from '../names/alike-codes.ts'
import { faultOf, needReason } from './allow.ts'
import { actingOf, type By, defined, mustSee } from './by.ts'
import {
  type PlannedOfSomeKind,
  type PlannedOperation,
  readRecord,
  wasEverUsed,
} from './operations.ts'
import { withPeopleBehind } from './people-behind.ts'
import type { Planners } from './planner.ts'
import { checkBase } from './record-changes.ts'
import { signRecord, type SignatureOrder } from './sign.ts'
import type { Sql } from './sql.ts'

export type NewLot = Pick<BkitLot, 'lot_number' | 'boxes' | 'bkit_uuid' | LotFact>

interface LotWord {
  uuid: string
  words: string
  file_uuid: string | null
  /** Signature, whose comment is the reason. */
  order: SignatureOrder
}

export type LotChange =
  | { type: 'bkit_lot.inject'; lots: readonly (NewLot & { uuid: string })[] }
  | {
      type: 'bkit_lot.edit'
      uuid: string
      patch: Partial<Pick<BkitLot, LotFact>>
      base: string | undefined
      reason: string
    }
  | { type: 'bkit_lot.hold'; uuid: string; reason: string }
  | ({ type: 'bkit_lot.release' } & LotWord)
  | ({ type: 'bkit_lot.withdraw' } & LotWord)

export const lotPlanners: Planners<LotChange> = {
  'bkit_lot.inject': (sql, { lots: asked }, by, at) => {
    const lots = asked.map((lot) => withDay(sql, lot))
    // Judge them when the first is written: an operation that was applied already writes none.
    let isJudged = false
    return [
      ...lots.map((lot): PlannedOperation<'bkit_lot'> => ({
        kind: 'bkit_lot',
        uuid: lot.uuid,
        action: 'bkit_lot.create',
        change: (before) => {
          if (before || wasEverUsed(sql, 'bkit_lot', lot.uuid)) {
            throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
          }
          if (!isJudged) refuseLots(sql, asked, at)
          isJudged = true
          const authors = withPeopleBehind(sql, [], by)
          const stamps = { created_at: at, updated_at: at }
          return { ...defined(lot), status: 'quarantine', authors, ...stamps }
        },
      })),
      ...[...new Set(lots.map(({ bkit_uuid }) => bkit_uuid))].map((kit) =>
        inKit(kit, by, (known) => [
          ...known,
          ...lots
            .filter(({ bkit_uuid }) => bkit_uuid === kit)
            .map((lot) => asProduced({ ...lot, status: 'quarantine' })),
        ]),
      ),
    ]
  },
  'bkit_lot.edit': (sql, change, by) =>
    alsoInKit(sql, change.uuid, by, {
      action: 'bkit_lot.edit',
      reason: change.reason,
      change: (record) => {
        allowLot('edit', record, by, change.reason)
        checkBase(record, change.base, change.patch)
        const authors = withPeopleBehind(sql, record.authors ?? [], by)
        return { ...record, ...defined(change.patch), authors, evidence: null, signature: null }
      },
    }),
  'bkit_lot.hold': (sql, { uuid, reason }, by) =>
    alsoInKit(sql, uuid, by, {
      action: 'bkit_lot.hold',
      reason,
      change: (record) => {
        allowLot('hold', record, by, reason)
        return { ...record, status: 'held' }
      },
    }),
  'bkit_lot.release': (sql, change, by, at) =>
    alsoInKit(sql, change.uuid, by, word(sql, change, by, at)),
  'bkit_lot.withdraw': (sql, change, by, at) =>
    alsoInKit(sql, change.uuid, by, word(sql, change, by, at)),
}

/**
 * Give a lot without an expiry date that of its kit: the release signs this date, also when the kit's changes later.
 */
function withDay<Lot extends NewLot>(sql: Sql, lot: Lot): Lot {
  const day = lot.expiry_date ?? readRecord(sql, 'bkit', lot.bkit_uuid)?.expiry_date
  return day === undefined ? lot : { ...lot, expiry_date: day }
}

interface LotStep {
  action: Exclude<LotChange['type'], 'bkit_lot.inject'>
  reason: string
  change: (record: BkitLot) => BkitLot
}

/** Change a lot, and what its kit says of it: laboratories read the kits, the lots themselves are the producer's. */
function alsoInKit(sql: Sql, uuid: string, by: By, step: LotStep): PlannedOfSomeKind[] {
  const lot: PlannedOperation<'bkit_lot'> = {
    kind: 'bkit_lot',
    uuid,
    action: step.action,
    reason: step.reason,
    change: (before) => step.change(mustSee('bkit_lot', before, by.sight)),
  }
  const known = readRecord(sql, 'bkit_lot', uuid)
  // Leave a lot that is not there to its own operation, which refuses it.
  if (!known || !readRecord(sql, 'bkit', known.bkit_uuid)) return [lot]
  return [
    lot,
    inKit(known.bkit_uuid, by, (lots) => {
      const now = readRecord(sql, 'bkit_lot', uuid) ?? known
      const entry = asProduced(now)
      const isListed = lots.some(({ lot_number }) => lot_number === entry.lot_number)
      return isListed
        ? lots.map((one) => (one.lot_number === entry.lot_number ? entry : one))
        : [...lots, entry]
    }),
  ]
}

function inKit(
  uuid: string,
  by: By,
  change: (lots: readonly ProducedLot[]) => ProducedLot[],
): PlannedOperation<'bkit'> {
  return {
    kind: 'bkit',
    uuid,
    action: 'bkit.lots',
    change: (found) => {
      const before: Bkit = mustSee('bkit', found, by.sight)
      return { ...before, lots: keepNewest(change(before.lots ?? [])) }
    },
  }
}

/** Leave out the oldest lots that may be run, so that none that is stopped is forgotten first. */
function keepNewest(lots: readonly ProducedLot[]): ProducedLot[] {
  let over = lots.length - mostLots
  const kept = lots.filter((lot) => over <= 0 || lotStateOf(lot) !== 'released' || over-- <= 0)
  return kept.slice(-mostLots)
}

/** Take out of a lot what its kit says of it. */
function asProduced(lot: NewLot & Pick<BkitLot, 'status'>): ProducedLot {
  const names = Object.keys(ProducedLot.entries) as (keyof ProducedLot)[]
  return defined(Object.fromEntries(names.map((name) => [name, lot[name]]))) as ProducedLot
}

/** Let an action on a lot pass. @throws Fault `forbidden`, `refused` or `reason_needed` */
export function allowLot(action: LotAction, record: BkitLot, by: By, reason = ''): void {
  const { permissions, fourEyes } = by
  const refusal = refuseProducedLot(action, record, {
    ...actingOf(by),
    permissions,
    fourEyes,
  })
  if (refusal) throw faultOf(refusal)
  needReason('bkit_lot', action, lotStateOf(record), reason)
}

/** Plan a release or a withdrawal: evidence, and a signature that covers it together with the lot. */
function word(
  sql: Sql,
  { type, words, file_uuid, order }: LotChange & { type: 'bkit_lot.release' | 'bkit_lot.withdraw' },
  by: By,
  at: string,
): LotStep {
  const action = type === 'bkit_lot.release' ? 'release' : 'withdraw'
  return {
    action: type,
    reason: order.comment,
    change: (record) => {
      allowLot(action, record, by, order.comment)
      const evidence = readEvidence(sql, record.uuid, words, file_uuid)
      const signed = { ...record, evidence }
      const signature = signRecord(sql, signed, order, by, at)
      return { ...signed, status: lotActions[action].to, signature }
    },
  }
}

/** @throws Fault `invalid` without words and file, or with a file that is not this lot's. */
function readEvidence(sql: Sql, lot: string, words: string, uuid: string | null): LotEvidence {
  if (uuid === null && seenLength(words) < 3) {
    throw new Fault('invalid', 'Say on which evidence, or attach it', {
      field: 'words',
      reason: 'evidence_needed',
    })
  }
  if (uuid === null) return { words, file: null }
  const file = readRecord(sql, 'attachment', uuid)
  if (file?.resource_uuid !== lot || file.role !== 'evidence') {
    throw new Fault('invalid', 'No such file of this lot', {
      field: 'file_uuid',
      reason: 'evidence_needed',
    })
  }
  return { words, file: { uuid, name: file.name, content_hash: file.content_hash } }
}

/**
 * Judge lots that are to be added: their kits, their days, and their numbers against all that are there and each other.
 * Labels are read whatever the case of their letters, so that nobody could distinguish two lots that differ in no more.
 * @throws Fault with every line that is refused.
 */
export function refuseLots(sql: Sql, lots: readonly NewLot[], at: string): void {
  const known = collectCodes(lotNumbers(sql))
  const kits = new Map<string, boolean>()
  const isKit = (uuid: string) => {
    if (!kits.has(uuid)) kits.set(uuid, readRecord(sql, 'bkit', uuid) !== null)
    return kits.get(uuid) === true
  }
  const faults = lots.flatMap((lot, line): FaultDetail[] => {
    const { lot_number, expiry_date } = lot
    const place = (field: string) => `lots.${line}.${field}`
    const params = { line: line + 1 }
    const isTaken = known.has(lot_number)
    known.add(lot_number)
    const found: FaultDetail[] = []
    if (!isKit(lot.bkit_uuid)) {
      const field = place('bkit_uuid')
      found.push({
        code: 'invalid',
        message: 'Invalid bKit',
        field,
        reason: 'bkit_unknown',
        params,
      })
    }
    if (isTaken) {
      found.push({
        code: 'taken',
        message: `There is a lot ${lot_number} already`,
        field: place('lot_number'),
        reason: 'lot_taken',
        params: { ...params, lot: lot_number },
      })
    }
    if (expiry_date && judgeExpiry(expiry_date, at.slice(0, 10)).state === 'expired') {
      found.push({
        code: 'invalid',
        message: `Lot ${lot_number} has expired`,
        field: place('expiry_date'),
        reason: 'lot_expired',
        params: { ...params, lot: lot_number, expiry: expiry_date },
      })
    }
    return found
  })
  const [first, ...others] = faults
  if (first) throw new Fault([first, ...others])
}

function lotNumbers(sql: Sql): string[] {
  const rows = sql.all<{ lot_number: string }>(
    `SELECT json_extract(body, '$.lot_number') AS lot_number FROM records
     WHERE kind = 'bkit_lot' AND deleted_at IS NULL`,
  )
  return rows.map(({ lot_number }) => lot_number)
}
