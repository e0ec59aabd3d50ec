import { Fault } from '../../domain/fault.ts'
import type { Damage, DamagePlace } from '../../domain/trail/damage.ts'
import { logNote } from '../log.ts'

/** Functions of a store needed here; `Sql` itself depends on this file. */
interface Tables {
  first<Row extends Record<string, string | number | null>>(query: string): Row | null
  run(query: string, ...values: string[]): void
}

/** Most places that are kept; the first tell where to look. */
const kept = 50

/** Thrown where a change would build on what the trail does not say. It undoes the change; the finding is kept. */
export class DamageFault extends Fault {
  readonly place: DamagePlace

  constructor(place: DamagePlace) {
    const ofRecord = place.uuid !== undefined
    super(
      'refused',
      ofRecord
        ? 'This record is not what the audit trail says: it is not changed'
        : 'The store differs from its audit trail: nothing new is written',
      { reason: ofRecord ? 'record_damaged' : 'store_damaged' },
    )
    this.place = place
  }
}

/** Read what the store was found to differ in from its trail; null when nothing was found. */
export function readDamage(sql: Tables): Damage | null {
  const query = `SELECT value FROM meta WHERE name = 'damaged'`
  const text = sql.first<{ value: string }>(query)?.value
  return text === undefined ? null : (JSON.parse(text) as Damage)
}

/**
 * Mark the store as damaged and say so in the log. The same place is kept once. To be called outside of a transaction
 * that may be undone.
 */
export function keepDamage(sql: Tables, place: DamagePlace): void {
  const known = readDamage(sql)
  const places = known?.places ?? []
  const isKnown = places.some((one) => spell(one) === spell(place))
  if (isKnown || places.length >= kept) return
  const { reason, kind = '', uuid = '', seq = 0 } = place
  logNote('the store is damaged: it differs from its audit trail', { reason, kind, uuid, seq })
  const damage: Damage = {
    found_at: known?.found_at ?? new Date().toISOString(),
    places: [...places, place],
  }
  sql.run(
    `INSERT INTO meta (name, value) VALUES ('damaged', ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    JSON.stringify(damage),
  )
}

/** Take the mark away, after the whole store was compared with its trail once more and agreed. */
export function forgetDamage(sql: Tables): void {
  sql.run(`DELETE FROM meta WHERE name = 'damaged'`)
}

/** @throws Fault `refused`: a damaged store signs nothing. */
export function refuseDamaged(sql: Tables): void {
  if (readDamage(sql) === null) return
  throw new Fault('refused', 'The store differs from its audit trail: nothing is signed', {
    reason: 'store_damaged',
  })
}

/** @throws DamageFault where entries are missing at the end of the trail: the store takes no change. */
export function checkEnd(sql: Tables): void {
  const query = `SELECT (SELECT max(seq) FROM operations) IS (SELECT max(seq) FROM audit) AS whole`
  if (sql.first<{ whole: number }>(query)?.whole === 0) {
    throw new DamageFault({ reason: 'entries_missing' })
  }
}

function spell({ reason, kind = '', uuid = '', seq }: DamagePlace): string {
  return [reason, kind, uuid, seq ?? ''].join(' ').trim()
}
