import { expect, test } from 'vitest'
import { kits } from '../../scripts/demo/kits.ts'
import type { Bkit } from '../../domain/entities/bkit.ts'
import type { BkitLot } from '../../domain/entities/bkit-lot.ts'
import { Fault } from '../../domain/fault.ts'
import { readLotLabel } from '../../web/entities/lot/read-lot-label.ts'
import { readLots } from '../../web/entities/lot/read-lots.ts'
import { uuidOf } from '../support/uuid-of.ts'

const moment = '2026-11-26T08:00:00.000Z'
const stamps = (digit: number) => ({
  uuid: uuidOf(digit),
  created_at: moment,
  updated_at: moment,
})
const [listeria, , katG] = kits.map(({ recipes, ...kit }, at): Bkit => ({
  ...kit,
  ...stamps(at),
  recipe_uuids: recipes.slice(0, 0),
}))
const known = [listeria, katG].filter((kit) => kit !== undefined)
const lot: BkitLot = { ...stamps(7), lot_number: 'P-26', boxes: 5, bkit_uuid: known[0]?.uuid ?? '' }
const read = (text: string) => readLotLabel(text, { kits: known, lots: [lot] }, '2026-11-26')

test('a label of a lot that is there leads to it, whatever the case of its letters', () => {
  expect(read('(01)09506000134352(10)p-26')).toEqual({ lot })
})

test('a label of a new lot is a list with kit, number, boxes and day, which the dialog reads', () => {
  const found = read(']d201095060001343521727123110N,"1\u001d214')
  expect(found).toMatchObject({ lot: null, number: 'N,"1' })
  const list = found && found.lot === null ? found.list : ''
  expect(list).toContain('2027-12-31')
  expect(readLots(list, known, new Set(), null).lots).toMatchObject([
    { lot_number: 'N,"1', boxes: 4, kit: known[0] },
  ])
})

test('a label without a lot is none, and one of no kit that is known is refused', () => {
  expect(read('(01)09506000134352')).toBeNull()
  expect(() => read('(01)04012345123456(10)P-26')).toThrow(Fault)
})
