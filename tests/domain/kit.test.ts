import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bkit } from '../../domain/entities/bkit.ts'
import { Fault } from '../../domain/fault.ts'
import {
  confirmKit,
  findKit,
  judgeExpiry,
  judgeLot,
  matchKit,
  readKitCode,
  refuseKit,
  runKitOf,
} from '../../domain/rules/kit.ts'
import { uuidOf } from '../support/uuid-of.ts'

const kit = (digit: number, changes: Partial<Bkit> = {}): Bkit => ({
  uuid: uuidOf(digit),
  created_at: '2026-05-01T00:00:00.000Z',
  updated_at: '2026-05-01T00:00:00.000Z',
  name: 'Kit',
  quantity: 96,
  expiry_date: '2027-06-30',
  production_start_date: '2026-05-01',
  production_end_date: '2026-05-04',
  production_site: 'Trieste',
  producer: 'Helix',
  assy_number: 'A-17',
  product_description: '',
  ref: 'REF-1',
  part_number: 'PN-1',
  lot: `L-${digit}`,
  recipe_uuids: [],
  datasheet_uuid: null,
  extraction_uuid: null,
  ...changes,
})

const today = '2026-11-26'
const gtin = '09506000134352'
const none = { bkit_uuid: null, gtin: null, ref: null, lot: null, box: null, expiry: null }
const reasonOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof Fault ? error.first.reason : String(error)
  }
  return null
}

test.each([
  ['an id', uuidOf(1), { bkit_uuid: uuidOf(1) }],
  ['a lot as it is typed', ' L2026-05 ', { lot: 'L2026-05' }],
  [
    'JSON',
    `{"bkit":"${uuidOf(2)}","lot":"L-2","box":3}`,
    { bkit_uuid: uuidOf(2), lot: 'L-2', box: 3 },
  ],
  ['pairs', 'ref=REF-1; lot_number=L-7; box=12', { ref: 'REF-1', lot: 'L-7', box: 12 }],
  [
    'a link',
    `https://bapp.example/bkits/${uuidOf(3)}?lot=L%203&box=1`,
    { bkit_uuid: uuidOf(3), lot: 'L 3', box: 1 },
  ],
  [
    'GS1 in brackets',
    '(01)09506000134352(10)L-9(17)270630(21)4',
    { gtin, lot: 'L-9', box: 4, expiry: '2027-06-30' },
  ],
  [
    'GS1 as it is read',
    ']d201095060001343521727063010L-9\u001d21004\u001d240REF-1',
    { gtin, lot: 'L-9', box: 4, ref: 'REF-1', expiry: '2027-06-30' },
  ],
])('a label that says its kit by %s is read', (_, text, said) => {
  expect(readKitCode(text, today)).toMatchObject({ ...none, ...said })
})

test.each([
  ['nothing', '   '],
  ['another page', 'https://example.com/menu'],
  ['broken JSON', '{"lot":'],
  ['JSON without a kit', '{"wifi":"lab"}'],
  ['a sentence', 'WIFI:T:WPA;S:lab;P:secret;;'],
  ['too much', 'L'.repeat(600)],
])('[ERR-046] %s is an invalid qrcode', (_, text) => {
  expect(reasonOf(() => readKitCode(text, today))).toBe('qrcode_invalid')
})

test('whatever a camera reads is a code or refused, and never anything else', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (text) => {
      expect(reasonOf(() => readKitCode(text, today)) ?? 'qrcode_invalid').toMatch(
        /^(code|qrcode)_/,
      )
    }),
  )
})

test('a kit is found by its id, its lot, or a reference that only one has', () => {
  const kits = [kit(1), kit(2), kit(3, { ref: 'REF-3' })]
  expect(findKit({ ...none, bkit_uuid: uuidOf(2) }, kits).uuid).toBe(uuidOf(2))
  expect(findKit({ ...none, lot: 'l-1' }, kits).uuid).toBe(uuidOf(1))
  expect(findKit({ ...none, ref: 'REF-3', lot: 'printed elsewhere' }, kits).uuid).toBe(uuidOf(3))
})

test('[ERR-047] a code of no kit that is known is an invalid bKit, and no guess is made between two', () => {
  const kits = [kit(1), kit(2, { lot: 'L-1' })]
  for (const code of [
    { lot: 'L-1' },
    { lot: 'L-4' },
    { ref: 'REF-1' },
    { bkit_uuid: uuidOf(9), lot: 'L-1' },
  ]) {
    expect(reasonOf(() => findKit({ ...none, ...code }, kits))).toBe('bkit_unknown')
  }
})

test('a kit is found by the GTIN of its label; one with another GTIN never is', () => {
  const kits = [kit(1, { gtin: '9506000134352' }), kit(2, { gtin: '09506000134369', lot: 'L-1' })]
  expect(findKit({ ...none, gtin, lot: 'L-1' }, kits).uuid).toBe(uuidOf(1))
  expect(findKit({ ...none, gtin, lot: 'not known yet' }, kits).uuid).toBe(uuidOf(1))
  const other = { ...none, gtin: '04012345123456', lot: 'L-1' }
  expect(reasonOf(() => findKit(other, kits))).toBe('bkit_unknown')
  // Find kits from before GTINs by their lots.
  expect(findKit(other, [kit(3, { lot: 'L-1' })]).uuid).toBe(uuidOf(3))
})

test('the maker’s code of a HIBC label is the reference without its hyphens', () => {
  const code = readKitCode('+A123REF11/$$3270630L-1B', today)
  expect(findKit(code, [kit(1), kit(2, { ref: 'REF-2', lot: 'L-1' })]).uuid).toBe(uuidOf(1))
})

test('of the label’s day and the record’s the earlier one counts', () => {
  const label = (expiry: string) => runKitOf(kit(1), { ...none, lot: 'L-1', expiry })
  expect(label('2027-03-31').expiry_date).toBe('2027-03-31')
  expect(label('2028-03-31').expiry_date).toBe('2027-06-30')
  expect(confirmKit(label('2027-03-31'), kit(1)).expiry_date).toBe('2027-03-31')
})

test('a kit is found by any lot that was produced of it, and a label that mixes two kits is refused', () => {
  const produced = [{ lot_number: 'P-26-4', boxes: 12 }]
  const kits = [kit(1), kit(2, { lots: produced })]
  expect(findKit({ ...none, lot: 'p-26-4' }, kits).uuid).toBe(uuidOf(2))
  expect(findKit({ ...none, bkit_uuid: uuidOf(2), lot: 'P-26-4' }, kits).uuid).toBe(uuidOf(2))
  // Refuse the id of one kit with the lot of another: somebody put the box into the wrong carton.
  expect(reasonOf(() => findKit({ ...none, bkit_uuid: uuidOf(1), lot: 'P-26-4' }, kits))).toBe(
    'kit_lot_other',
  )
  // Accept a lot that nobody knows, which is no contradiction.
  expect(findKit({ ...none, bkit_uuid: uuidOf(1), lot: 'new' }, kits).uuid).toBe(uuidOf(1))
})

test('a run’s lot is known by the kit’s record or what was produced since, box by box', () => {
  const known = kit(1, { lots: [{ lot_number: 'P-26-4', boxes: 12 }] })
  const judge = (lot: string, box: number | null) => judgeLot(known, { lot, box })
  expect(judge('L-1', null)).toBe('known')
  expect(judge(' p-26-4 ', 12)).toBe('known')
  expect(judge('P-26-4', 13)).toBe('box')
  expect(judge('P-26-5', 1)).toBe('unknown')
  const sent = runKitOf(known, { ...none, lot: 'P-26-4', box: 3 })
  expect(confirmKit(sent, known).confirmed).toBe(true)
  expect(confirmKit({ ...sent, box: 13 }, known).confirmed).toBe(false)
})

test('a kit is good through the day that is printed on it', () => {
  expect(judgeExpiry('2026-11-21', '2026-11-21')).toEqual({ state: 'soon', days: 0 })
  expect(judgeExpiry('2026-11-20', '2026-11-21')).toEqual({ state: 'expired', days: -1 })
  expect(judgeExpiry('2026-12-21', '2026-11-21').state).toBe('soon')
  expect(judgeExpiry('2026-12-22', '2026-11-21').state).toBe('good')
})

test('an expired kit blocks a launch until a person has given the reason to use it', () => {
  const old = runKitOf(kit(1, { expiry_date: '2026-01-31' }), { ...none, lot: 'L-1' })
  expect(refuseKit(old, '2026-11-21')?.reason).toBe('kit_expired')
  expect(refuseKit({ ...old, expired_reason: 'Nothing else is here' }, '2026-11-21')).toBeNull()
  expect(refuseKit(old, '2026-01-31')).toBeNull()
  expect(refuseKit(null, '2026-11-21')).toBeNull()
})

test('the provider’s record says name and day; a lot that it does not know stays as it was read', () => {
  const sent = {
    ...runKitOf(kit(1), { ...none, lot: 'L-1', box: 3 }),
    name: 'Forged',
    expiry_date: '2099-01-01',
    confirmed: true,
  }
  expect(confirmKit(sent, kit(1))).toMatchObject({
    name: 'Kit',
    expiry_date: '2027-06-30',
    box: 3,
    confirmed: true,
  })
  expect(confirmKit({ ...sent, lot: 'L-8' }, kit(1))).toMatchObject({
    lot: 'L-8',
    confirmed: false,
  })
  // Take the tests of a box from the provider alone.
  const { tests, ...read } = sent
  expect(tests).toBe(kit(1).quantity)
  expect(confirmKit(sent, null)).toEqual({ ...read, confirmed: false })
  expect(confirmKit({ ...sent, tests: 1_000_000 }, kit(1)).tests).toBe(kit(1).quantity)
})

test('a kit belongs to the recipes that it is linked to', () => {
  expect(matchKit(kit(1, { recipe_uuids: [uuidOf(5)] }), uuidOf(5))).toBe('fits')
  expect(matchKit(kit(1, { recipe_uuids: [uuidOf(5)] }), uuidOf(6))).toBe('other')
  expect(matchKit(kit(1), uuidOf(6))).toBe('unlinked')
})
