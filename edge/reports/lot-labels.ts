import type { Bkit } from '../../domain/entities/bkit.ts'
import type { BkitLot } from '../../domain/entities/bkit-lot.ts'
import { rowsCsv } from '../files/rows-csv.ts'

const columns = [
  'lot_number',
  'box',
  'boxes',
  'kit',
  'ref',
  'part_number',
  'assy_number',
  'quantity',
  'expiry_date',
  'producer',
] as const

/**
 * Write one line for each box of each lot, with the text of its label. Spreadsheets read no cell as a formula
 * (decisions D75).
 */
export function writeLotLabels(
  labels: readonly { lot: BkitLot; kit: Partial<Bkit> | null }[],
): Uint8Array {
  const lines = labels.flatMap(({ lot, kit }) =>
    Array.from({ length: lot.boxes }, (_, box) => {
      const { lot_number, boxes, expiry_date = kit?.expiry_date } = lot
      const fields: Record<(typeof columns)[number], string | number | null | undefined> = {
        lot_number,
        box: box + 1,
        boxes,
        kit: kit?.name,
        ref: kit?.ref,
        part_number: kit?.part_number,
        assy_number: kit?.assy_number,
        quantity: kit?.quantity,
        expiry_date,
        producer: kit?.producer,
      }
      return columns.map((column) => fields[column] ?? '')
    }),
  )
  return rowsCsv([columns, ...lines])
}
