import { readMeta, writeMeta } from './meta.ts'
import { speakerOf } from './runs.ts'
import type { Sql } from './sql.ts'

/**
 * Time for which receipts are refused while the directory gets a new key: as long as a receipt counts, since after a break nobody says that
 * the change is over.
 */
const changingMs = 60 * 60_000
/** Time for which receipts are refused after a change: the clocks of two machines differ by less. */
const settleMs = 5000

const ofAll = 'receipts_void'
const nameOf = (device: string) => `${ofAll}/${device}`

/** Return true if the device is the company's, the company is not closed, and receipts that were made then are not refused. */
export function acceptsReceipt(sql: Sql, device: string, issuedAt: number): boolean {
  const until = [nameOf(device), ofAll].map((name) => Number(readMeta(sql, name) ?? 0))
  return issuedAt > Math.max(...until) && speakerOf(sql, device, null) !== null
}

/**
 * Refuse the receipts of a device that were made until now: before its key changes in the directory (`changing`), and after that, or
 * before the store takes the device in (`changed`).
 */
export function voidReceipts(
  sql: Sql,
  device: string,
  key: 'changing' | 'changed',
  now: number,
): null {
  writeMeta(sql, nameOf(device), String(now + (key === 'changing' ? changingMs : settleMs)))
  return null
}

/**
 * Refuse the receipts of all devices that were made until now: in a store that was put back, or whose company is opened again, are devices
 * that may have left since.
 */
export function voidAllReceipts(sql: Sql, now: number): null {
  writeMeta(sql, ofAll, String(now + settleMs))
  return null
}
