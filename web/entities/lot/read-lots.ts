import type { Bkit } from '../../../domain/entities/bkit.ts'
import { BkitLot, LotStorage } from '../../../domain/entities/bkit-lot.ts'
import { Day } from '../../../domain/fields.ts'
import { readDay } from '../../../domain/rules/read-day.ts'
import type { FaultDetail } from '../../../domain/fault.ts'
import { checkValue, type ListedLine } from '../../record/list-lines.ts'
import { readNumber } from '../../parts/form/read-number.ts'
import { readTable } from '../../record/read-table.ts'
import { t } from '../../i18n/intl.ts'
import { monthNames } from '../../i18n/month-names.ts'

/** One line of a list of lots, as it would be added. */
export interface ListedLot extends ListedLine {
  lot_number: string
  boxes: number | null
  kit: Bkit | null
  /** Empty: the kit's own day, and no word on how it is kept. */
  expiry_date: string
  storage: string
}

/** Most lots that are added at once (domain/calls/bkits.ts). */
export const mostAtOnce = 500

/** List the names of each column: that of the contract, its label on screen, and what other programs call it. */
const headings = () => ({
  lot_number: ['lot_number', t('material.column.lot'), 'lot'],
  boxes: ['boxes', t('material.column.boxes')],
  kit: ['kit', t('material.column.kit'), 'ref'],
  expiry_date: ['expiry_date', t('material.column.expiry'), 'expiry'],
  storage: ['storage', t('material.lot.storage')],
})

/**
 * Read a list of lots as people paste it from a table: number, boxes, the REF or name of the kit, last day, storage. A first
 * line of column names, as they are called here or on screen and in any order, is read as such.
 * @param known lots that are there, by their numbers.
 * @param usual kit of lines that name none.
 */
export function readLots(
  text: string,
  kits: readonly Bkit[],
  known: ReadonlySet<string>,
  usual: Bkit | null,
): { lots: ListedLot[]; unread: string[] } {
  const { lines, unread } = readTable(text, headings(), ['lot_number'])
  const seen = new Set<string>()
  const found = lines.map(({ line, cell }) => {
    const lot_number = cell('lot_number')
    const boxes = cell('boxes') === '' ? null : (readNumber(cell('boxes')) ?? Number.NaN)
    const storage = cell('storage')
    const expiry_date = asDay(cell('expiry_date'))
    const named = cell('kit') === '' ? usual : findByLabel(cell('kit'), kits)
    const problems = [
      ...checkValue(BkitLot.entries.lot_number, lot_number, 'lot_number'),
      ...checkValue(BkitLot.entries.boxes, boxes ?? Number.NaN, 'boxes'),
      ...(named ? [] : [problem('kit', 'bkit_unknown')]),
      ...(expiry_date === '' ? [] : checkValue(Day, expiry_date, 'expiry_date')),
      ...(storage === '' ? [] : checkValue(LotStorage, storage, 'storage')),
      ...(seen.has(lot_number) || known.has(lot_number)
        ? [problem('lot_number', 'lot_taken', { lot: lot_number })]
        : []),
    ]
    seen.add(lot_number)
    return {
      line,
      lot_number,
      boxes,
      kit: named,
      expiry_date,
      storage,
      problems,
    }
  })
  return { lots: found, unread }
}

/** Read a day in any of the accepted spellings, as records write it; any other text is kept. */
function asDay(text: string): string {
  const day = text === '' ? null : readDay(text, monthNames())
  return day === null ? text : new Date(day).toISOString().slice(0, 10)
}

/** Find the kit of a REF or a name; of several that share it the newest, null where there is none. */
function findByLabel(label: string, kits: readonly Bkit[]): Bkit | null {
  const wanted = label.toLowerCase()
  const found = kits.filter(({ ref, name, lot }) =>
    [ref, name, lot].some((one) => one.trim().toLowerCase() === wanted),
  )
  return found.toSorted((a, b) => (a.expiry_date < b.expiry_date ? 1 : -1))[0] ?? null
}

function problem(
  field: string,
  reason: 'bkit_unknown' | 'lot_taken',
  params: FaultDetail['params'] = {},
): FaultDetail {
  return { code: 'invalid', message: reason, field, reason, params }
}
