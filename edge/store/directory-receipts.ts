import { readMeta, writeMeta } from './migrations.ts'
import { speakerOf } from './runs.ts'
import type { Sql } from './sql.ts'

/**
 * For so long after receipts were refused, new ones are refused too: the directory gets the new key within this time, and clocks of two
 * machines differ by less.
 */
const settleMs = 5000

const ofAll = 'receipts_void'
const nameOf = (device: string) => `${ofAll}/${device}`

/**
 * Return true if the device is the company's, the company is not closed, and the device has had no other key since a receipt was
 * made.
 */
export function acceptsReceipt(sql: Sql, device: string, issuedAt: number): boolean {
  const since = [nameOf(device), ofAll].map((name) => Number(readMeta(sql, name) ?? -settleMs))
  return issuedAt > Math.max(...since) + settleMs && speakerOf(sql, device, null) !== null
}

/** Refuse the receipts of a device that were made until now: call it before the directory gets a new key. */
export function voidReceipts(sql: Sql, device: string, now: number): null {
  writeMeta(sql, nameOf(device), String(now))
  return null
}

/** Refuse the receipts of all devices that were made until now: a store that was put back has devices that may have left since. */
export function voidAllReceipts(sql: Sql, now: number): void {
  writeMeta(sql, ofAll, String(now))
}
