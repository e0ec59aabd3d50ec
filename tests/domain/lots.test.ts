import { expect, test } from 'vitest'
import type { Bkit } from '../../domain/entities/bkit.ts'
import type { LabLot } from '../../domain/entities/lab-lot.ts'
import {
  collectStops,
  fitStops,
  laterStops,
  type LotStop,
  markOf,
  noStops,
  refuseStopped,
} from '../../domain/rules/lot-stops.ts'
import { earlierOffer, listOffers } from '../../domain/rules/lot-offer.ts'
import { runKitOf } from '../../domain/rules/kit.ts'

const uuid = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const stamps = { created_at: '2026-11-26T18:00:00.000Z', updated_at: '2026-11-26T18:00:00.000Z' }
const today = '2026-11-26'
const recipe = uuid(1)

const kit = (n: number, more: Partial<Bkit> = {}): Bkit => ({
  ...stamps,
  uuid: uuid(n),
  name: `Kit ${n}`,
  quantity: 96,
  expiry_date: '2027-06-30',
  production_start_date: '2026-05-01',
  production_end_date: '2026-05-04',
  production_site: 'Trieste',
  producer: 'Helix',
  assy_number: 'A',
  product_description: '',
  ref: 'REF',
  part_number: 'PN',
  lot: `K-${n}`,
  recipe_uuids: [recipe],
  datasheet_uuid: null,
  extraction_uuid: null,
  ...more,
})
const own = (lot: string, more: Partial<LabLot> = {}): LabLot => ({
  ...stamps,
  uuid: uuid(90),
  bkit_uuid: uuid(2),
  lot,
  received_at: '2026-11-01',
  opened_at: null,
  boxes: 2,
  hold: null,
  ...more,
})
const hold = { reason: 'Warm', at: stamps.created_at, user_uuid: uuid(9), user_name: 'Olga' }

const lots = [
  { lot_number: 'P-1', boxes: 1, expiry_date: '2027-03-31' },
  { lot_number: 'P-2', boxes: 1, expiry_date: '2026-12-01' },
  { lot_number: 'P-3', boxes: 1, expiry_date: '2026-11-27', status: 'quarantine' as const },
  { lot_number: 'P-4', boxes: 1, expiry_date: '2026-11-25' },
  { lot_number: 'P-5', boxes: 1, expiry_date: '2026-11-26', status: 'released' as const },
]
const kits = [kit(2, { lots }), kit(3, { recipe_uuids: [uuid(7)], lot: 'K-3' })]
const offered = (ownLots: LabLot[] = []) =>
  listOffers(kits, ownLots, { recipe, today }).map(({ lot, days }) => [lot, days])

test('the released lot that expires first is offered first; expired, held and other recipes’ lots are not', () => {
  expect(offered()).toEqual([
    ['P-5', 0],
    ['P-2', 5],
    ['P-1', 125],
    ['K-2', 216],
  ])
  expect(offered([own('p-5', { received_at: null, hold })])[0]).toEqual(['P-2', 5])
})

test('a laboratory that writes down what it receives is offered those lots alone', () => {
  expect(offered([own('P-1'), own('P-2', { hold })])).toEqual([['P-1', 125]])
  // Take the day of the kit for one that the provider does not know of.
  expect(offered([own('X-1')])).toEqual([['X-1', 216]])
})

test('a lot with too few tests left for the plan is not offered, nor is one whose boxes were retired', () => {
  const retired = { ...hold, reason: 'Leaking' }
  const unit = { box: 1, received_at: null, opened_at: null, retired }
  const records = [own('P-1'), own('P-2', { units: [unit], boxes: 1 }), own('K-2')]
  const left = (needed: number) => {
    // Use 190 tests of two boxes of 96.
    const uses = new Map([[uuid(2), [{ lot: 'p-1', runs: 2, wells: 190, boxes: [] }]]])
    return listOffers(kits, records, { recipe, today, uses, needed }).map(({ lot }) => lot)
  }
  expect(left(2)).toEqual(['P-1', 'K-2'])
  expect(left(3)).toEqual(['K-2'])
})

test('an earlier lot than the chosen one is found, and only an earlier one', () => {
  const offers = listOffers(kits, [], { recipe, today })
  const chosen = (lot: string) => runKitOf(kits[0]!, { lot, box: null, expiry: null })
  expect(earlierOffer(chosen('P-1'), offers)?.lot).toBe('P-5')
  expect(earlierOffer(chosen('P-5'), offers)).toBeNull()
})

const stop = (lot: string, state: LotStop, bkit_uuid = uuid(2)) => ({ lot, state, bkit_uuid })

test('a stopped lot is refused however its label is written, a lot of that number of another kit is not', () => {
  const provider = { mark: '', lots: collectStops([stop('P-7', 'held'), stop('P-8', 'withdrawn')]) }
  const held = { mark: '', lots: collectStops([stop('P-9', 'held'), stop('P-8', 'held')]) }
  const reason = (lot: string, bkit_uuid = uuid(2)) =>
    refuseStopped({ bkit_uuid, lot }, { provider, own: held })?.reason ?? null
  expect([reason('p-7 '), reason('P-8'), reason('P-9')]).toEqual([
    'lot_held',
    'lot_withdrawn',
    'lot_held_here',
  ])
  expect([reason('P-7', uuid(3)), reason('constructor'), reason('P-70')]).toEqual([
    null,
    null,
    null,
  ])
  expect(refuseStopped(null, { provider, own: held })).toBeNull()
})

test('of two lists the later one holds, by time and then by number', () => {
  const at = (time: string, seq: number) => ({ mark: markOf(time, seq), lots: {} })
  const first = at('2026-11-26T18:00:00.000Z', 99)
  const second = at('2026-11-26T18:00:00.000Z', 100)
  expect(laterStops(first, second)).toBe(second)
  expect(laterStops(second, first)).toBe(second)
  expect(laterStops(second, at('2026-11-26T17:59:59.000Z', 900))).toBe(second)
  expect(laterStops(noStops, first)).toBe(first)
  expect(laterStops(first, noStops)).toBe(first)
})

test('a list for devices has room in one call, the newest lots of each kit in it', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => stop(`LOT-${at}`, 'withdrawn'))
  const { mark, lots: fitting } = fitStops({ mark: 'm', lots: collectStops(many) })
  expect(mark).toBe('m')
  expect(JSON.stringify(fitting).length).toBeLessThan(100_000)
  expect(fitting[uuid(2)]?.withdrawn?.[0]).toBe('lot-0')
  const few = { mark: 'm', lots: collectStops(many.slice(0, 10)) }
  expect(fitStops(few)).toEqual(few)
})
