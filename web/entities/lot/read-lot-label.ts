import Papa from 'papaparse'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import { findKit, readKitCode } from '../../../domain/rules/kit.ts'
import { lotKey } from '../../../domain/rules/lot-stops.ts'

/** A lot of a label: the one that is there, or a list with its line as it would be added. */
export type LabelledLot = { lot: BkitLot } | { lot: null; number: string; list: string }

/**
 * Find the lot that a scanned label names; for a new one write the list that `readLots` reads, with its kit and its day.
 * @returns null for a label of a kit that names no lot.
 * @throws Fault for a code that cannot be read, or of no kit that is known
 */
export function readLotLabel(
  text: string,
  { kits, lots }: { kits: readonly Bkit[]; lots: readonly BkitLot[] },
  today: string,
): LabelledLot | null {
  const code = readKitCode(text, today)
  const kit = findKit(code, kits)
  const number = code.lot
  if (number === null) return null
  const wanted = lotKey(number)
  const lot = lots.find((one) => one.bkit_uuid === kit.uuid && lotKey(one.lot_number) === wanted)
  if (lot) return { lot }
  const line = {
    lot_number: number,
    boxes: code.box ?? 1,
    kit: kit.lot,
    expiry_date: code.expiry ?? '',
  }
  return { lot: null, number, list: Papa.unparse([line], { newline: '\n' }) }
}
