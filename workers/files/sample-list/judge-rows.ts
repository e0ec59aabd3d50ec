import { mostOrders } from '../../../domain/entities/sample-order.ts'
import { wellIndex } from '../../../domain/rules/well.ts'
import type { NumberStyle } from '../read-numbers.ts'
import { judgeFilled, type RowOrders } from './judge-filled.ts'
import { type ListTarget, type ListWish, sameKey, type Verdict } from './list-wish.ts'
import { keepOrder, type OrderLine } from './orders/order-line.ts'
import { readQuantity } from './read-quantity.ts'
import type { ListRow } from './read-row.ts'
import { readNewSample } from './read-new-sample.ts'
import { type ListedSample, readSampleName } from './read-sample.ts'
import { readWell } from './read-well.ts'

/** Notation of the numbers in two columns; null where it is unknown. */
export interface ListStyles {
  quantity: NumberStyle | null
  threshold: NumberStyle | null
}

/**
 * Judge rows in the order in which they are asked for. A well belongs to the first row that claims it, so that a row which is
 * asked for again is answered as before.
 */
export function startJudging(
  wish: ListWish,
  styles: ListStyles,
  orders?: RowOrders,
): (row: number, list: ListRow) => Verdict {
  const judge = judgeOf(wish, styles.quantity, orders)
  const withOrder = addOrders()
  const { applications } = wish.target
  const ours = applications && new Set(applications.map(sameKey))
  return (row, list) => {
    const raw = list('name') ?? ''
    const order = orders?.(row)
    if (order?.refused) return { kind: 'left', ...order.refused }
    if (raw === '' && !order && !list('sample_type')) return { kind: 'empty' }
    const application = ours && list('application')
    if (application && !isOurs(application, order, ours)) {
      const params = { application: application.slice(0, 40) }
      return { kind: 'left', reason: 'csv_other_application', params }
    }
    const said = list('threshold')
    if (!said) return withOrder(row, judge(row, list, raw), raw, order)
    const value = readQuantity(said, styles.threshold)
    if (value === null) {
      const params = { threshold: said.slice(0, 40) }
      return { kind: 'left', reason: 'csv_threshold_unreadable', params }
    }
    const verdict = judge(row, list, raw)
    if (verdict.kind !== 'taken') return verdict
    return { ...verdict, threshold: { well_type: list('well_type') ?? '', value } }
  }
}

function judgeOf(wish: ListWish, style: NumberStyle | null, orders: RowOrders | undefined) {
  if (wish.type === 'create') return judgeCreated(wish, style)
  return wish.type === 'fill' ? judgeFilled(wish, style, orders) : judgeNamed(wish)
}

/** Return true if the plan is for this application, by its name or by the code of the test that was ordered. */
function isOurs(application: string, order: OrderLine | undefined, ours: Set<string>): boolean {
  const { code = '', system = '' } = order ?? {}
  return [application, code, `${system}|${code}`].some((one) => ours.has(sameKey(one)))
}

/**
 * Add orders to samples that still have the name on the specimen; who types another name means another sample. An order that
 * cannot be kept whole is left out with its reason, since the answer would be for another one.
 */
function addOrders() {
  const rowsOf = new Map<string, Set<number>>()
  return (row: number, verdict: Verdict, raw: string, order: OrderLine | undefined): Verdict => {
    if (verdict.kind !== 'taken' || !verdict.sample || raw !== order?.specimen) return verdict
    const { sample } = verdict
    const kept = keepOrder(order, sample.name)
    if (!kept) return { kind: 'left', reason: 'csv_order_unclear', params: {} }
    const rows = rowsOf.get(sample.name) ?? new Set()
    if (rows.size >= mostOrders && !rows.has(row)) {
      return { kind: 'left', reason: 'csv_orders_many', params: { limit: mostOrders } }
    }
    rowsOf.set(sample.name, rows.add(row))
    return { ...verdict, sample: { ...sample, orders: [kept] } }
  }
}

function judgeCreated(wish: ListWish, style: NumberStyle | null) {
  const readPlace = rememberWells(wish.target.shape)
  const owners = new Map<string, { row: number; sample: ListedSample }>()
  return (row: number, list: ListRow, raw: string): Verdict => {
    const read = readNewSample(raw, list, wish, style)
    if ('reason' in read) return { kind: 'left', ...read }
    const { sample } = read
    const well = readPlace(list)
    if (well === null) return { kind: 'left', reason: 'csv_well_missing', params: {} }
    if (typeof well !== 'string') return { kind: 'left', ...well }
    const owner = owners.get(well)
    // Accept a repetition: a row for each target of a well says the same of it over and over.
    if (owner && owner.row !== row && !isSame(owner.sample, sample)) {
      return { kind: 'left', reason: 'csv_well_taken', params: { well, owner: owner.sample.name } }
    }
    if (!owner) owners.set(well, { row, sample })
    return { kind: 'taken', name: sample.name, wells: [well], ...read }
  }
}

function judgeNamed({ settings, target }: ListWish) {
  const readPlace = rememberWells(target.shape)
  const byName = new Map<string, string[]>()
  for (const { name, coordinates } of target.predefined) {
    const wells = coordinates.filter((well) => wellIndex(target.shape, well) >= 0)
    byName.set(sameKey(name), [...(byName.get(sameKey(name)) ?? []), ...wells])
  }
  return (_row: number, list: ListRow, raw: string): Verdict => {
    const name = readSampleName(raw, settings)
    if (typeof name !== 'string') return { kind: 'left', ...name }
    const wells = byName.get(sameKey(name)) ?? []
    if (wells.length === 0) {
      return { kind: 'left', reason: 'csv_no_match', params: { name: name.slice(0, 40) } }
    }
    // Refuse a row whose well is not one of the sample's own.
    const well = readPlace(list)
    if (well !== null && typeof well !== 'string') return { kind: 'left', ...well }
    if (well !== null && !wells.includes(well)) {
      const params = { well, wells: wells.slice(0, 6).join(', ') }
      return { kind: 'left', reason: 'csv_well_differs', params }
    }
    return { kind: 'taken', name, wells, sample: null }
  }
}

function isSame(one: ListedSample, other: ListedSample): boolean {
  return (
    one.name === other.name &&
    one.sample_type === other.sample_type &&
    one.well_type === other.well_type &&
    one.quantity === other.quantity
  )
}

/** Cache the wells: a long list names the few wells of a plate again and again. */
function rememberWells(shape: ListTarget['shape']) {
  const most = 4096
  const known = new Map<string, ReturnType<typeof readWell>>()
  return (list: ListRow) => {
    const key = list('well') || `${list('wellRow') ?? ''}\t${list('wellColumn') ?? ''}`
    const found = known.get(key)
    if (found !== undefined) return found
    const read = readWell(list, shape)
    if (known.size < most) known.set(key, read)
    return read
  }
}
