import type { NumberStyle } from '../read-numbers.ts'
import type { ListWish, Verdict } from './list-wish.ts'
import type { OrderLine } from './orders/order-line.ts'
import type { ListRow } from './read-row.ts'
import { readNewSample } from './read-new-sample.ts'

/** Order of each row; undefined for rows that have none. */
export type RowOrders = (row: number) => OrderLine | undefined

/**
 * Judge rows of a list that says no wells: each goes to the next open well. A row that is asked for again has the well
 * that it got first. Rows of a list that repeat a name are replicates; orders that repeat a specimen are several tests
 * of one sample, which share its well.
 */
export function judgeFilled(
  wish: ListWish,
  style: NumberStyle | null,
  orders: RowOrders | undefined,
): (row: number, list: ListRow, raw: string) => Verdict {
  const open = listOpenWells(wish)
  const wellOfRow = new Map<number, string>()
  const wellOfName = new Map<string, string>()
  const specimenOfName = new Map<string, { raw: string; authority: string }>()
  let used = 0
  const place = (row: number, name: string): string | null => {
    const known = wellOfRow.get(row) ?? (orders ? wellOfName.get(name) : undefined)
    const well = known ?? open[used] ?? null
    if (well === null) return null
    if (known === undefined) used += 1
    wellOfRow.set(row, well)
    wellOfName.set(name, well)
    return well
  }
  return (row, list, raw) => {
    const read = readNewSample(raw, list, wish, style)
    if ('reason' in read) return { kind: 'left', ...read }
    const { sample } = read
    // Leave out a specimen that cleansing its number makes alike to another, or whose number another laboratory gave: they stay two.
    const authority = orders?.(row)?.authority ?? ''
    const known = specimenOfName.get(sample.name) ?? { raw, authority }
    const isOther = authority !== '' && known.authority !== '' && known.authority !== authority
    if (orders && (known.raw !== raw || isOther)) {
      return { kind: 'left', reason: 'csv_specimen_alike', params: { name: sample.name } }
    }
    specimenOfName.set(sample.name, { raw, authority: known.authority || authority })
    const well = place(row, sample.name)
    if (well === null) {
      return { kind: 'left', reason: 'csv_no_well_left', params: { wells: open.length } }
    }
    return { kind: 'taken', name: sample.name, wells: [well], ...read }
  }
}

/**
 * List the wells that names may take: all but those of controls and standards if the cartridge is emptied first, else
 * those of nobody.
 */
function listOpenWells({ settings, target }: ListWish): string[] {
  const kept = settings.clean_cartridge
    ? target.present.filter(({ sample_type }) => sample_type !== 'unknown')
    : target.present
  const held = new Set(kept.flatMap(({ coordinates }) => coordinates))
  return target.order.filter((well) => !held.has(well))
}
