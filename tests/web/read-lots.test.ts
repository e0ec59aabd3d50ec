import { expect, test } from 'vitest'
import { readLots } from '../../web/entities/lot/read-lots.ts'
import { kits as demoKits } from '../../scripts/demo/kits.ts'
import { uuidOf } from '../support/uuid-of.ts'

const kits = demoKits.map(({ recipes: _recipes, ...kit }, at) => ({
  ...kit,
  uuid: uuidOf(at),
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  recipe_uuids: [],
}))
const [listeria] = kits
const none = new Set<string>()

const short = (text: string, known: ReadonlySet<string> = none, usual = listeria ?? null) =>
  readLots(text, kits, known, usual).lots.map(({ line, lot_number, boxes, kit, problems }) => [
    line,
    lot_number,
    boxes,
    kit?.lot ?? null,
    problems.map(({ field, reason }) => `${field}: ${reason}`).join(', '),
  ])

test('a list is read whatever parts its columns, and a line without a kit is of the usual one', () => {
  const rows = [
    [1, 'A-1', 20, 'LM-2511', ''],
    [2, 'A-2', 3, 'LM-2511', ''],
  ]
  for (const mark of [',', ';', '\t']) expect(short(`A-1${mark}20\nA-2${mark}3\n`)).toEqual(rows)
})

test('a third column names the kit by its REF, name or lot; of several of a REF the one that is good longest is taken', () => {
  expect(short('A-1,1,BK-LM-36\nA-2,1,lm-2401\nA-3,1,bKIT katG 315', none, null)).toEqual([
    [1, 'A-1', 1, 'LM-2511', ''],
    [2, 'A-2', 1, 'LM-2401', ''],
    [3, 'A-3', 1, 'KG-2507', ''],
  ])
})

test('a first line of column names says the order', () => {
  expect(short('kit;lot_number;boxes\nBK-KG-96;B-1;7')).toEqual([[2, 'B-1', 7, 'KG-2507', '']])
})

test('[VAL-014] a line that cannot be added is named with its number and its field', () => {
  const text = 'A 1,2\n,2\nA-3,0\nA-4,many\nA-5,2,XX\nA-6,2\nA-6,2\nA-7,1'
  expect(short(text, new Set(['A-7'])).map(([line, , , , problems]) => [line, problems])).toEqual([
    [1, 'lot_number: no_spaces'],
    [2, 'lot_number: min_length'],
    [3, 'boxes: min_value'],
    [4, 'boxes: number'],
    [5, 'kit: bkit_unknown'],
    [6, ''],
    [7, 'lot_number: lot_taken'],
    [8, 'lot_number: lot_taken'],
  ])
})

test('an empty text has no lines', () => {
  expect(readLots(' \n ', kits, none, null)).toEqual({ lots: [], unread: [] })
})

test('a heading is read as people write it, and one that names no column is said', () => {
  expect(short('Lot number;Boxes;REF\nB-1;7;BK-KG-96')).toEqual([[2, 'B-1', 7, 'KG-2507', '']])
  const { unread, lots } = readLots('Lot;Boxes;Best before\nB-1;7;2027-01-31', kits, none, null)
  expect([unread, lots[0]?.expiry_date]).toEqual([['Best before'], ''])
})
