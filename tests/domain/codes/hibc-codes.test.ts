import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCode } from '../../../domain/codes/read-code.ts'
import { checked, hibcs, today, writeHibc, writeSecondary } from './made-codes.ts'

const read = (text: string) => readCode(text, today)

/** Return the last day of a month, which is all that month and year say. */
const lastOf = (day: string) => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

test('any HIBC code made by its rules is read back alike, joined or its secondary by itself', () => {
  fc.assert(
    fc.property(hibcs, (made) => {
      const { ref, lot, serial, expiry, form } = made
      const day = expiry !== null && form === '' ? lastOf(expiry) : expiry
      const joined = writeHibc(made)
      expect(read(joined).code, joined).toMatchObject({
        kind: 'hibc',
        ref,
        lot,
        serial,
        expiry: day,
      })
      const printed = joined.endsWith(' ') ? `${joined.slice(0, -1)}_` : joined
      expect(read(`*${printed}*`).code).toEqual(read(joined).code)
      const alone = writeSecondary(made)
      expect(read(alone).code, alone).toMatchObject({ ref: null, lot, expiry: day })
    }),
  )
})

test('a HIBC code with one wrong sign is never read', () => {
  const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'
  fc.assert(
    fc.property(hibcs, fc.nat(), fc.nat({ max: 41 }), (made, place, step) => {
      const text = writeHibc(made)
      const at = 1 + (place % (text.length - 1))
      const other = signs[(signs.indexOf(text[at] ?? '') + 1 + step) % 43]
      expect(read(text.slice(0, at) + other + text.slice(at + 1)).code).toBeNull()
    }),
  )
})

// Examples of ANSI/HIBC 2.6, and forms that few labels have.
test.each([
  ['the primary of the standard', '+A123BJC5D6E71G', { ref: 'BJC5D6E7' }],
  ['lot and date', '+A99912345/$$52001510X33', { ref: '1234', lot: '10X3', expiry: '2020-01-15' }],
  [
    'a serial number with its date',
    checked('+A99912345/$$+1227S77'),
    { serial: 'S77', expiry: '2027-12-31' },
  ],
  ['a serial number', checked('+A99912345/$+77'), { serial: '77', lot: null, box: 77 }],
  ['a lot without a date', checked('+A99912345/$L9'), { lot: 'L9', expiry: null }],
  ['the oldest form', checked('+A99912345/27365L9'), { lot: 'L9', expiry: '2027-12-31' }],
  ['a quantity before the date', checked('+A99912345/$$8243270630L9'), { lot: 'L9' }],
  [
    'an expiry of its own',
    checked('+A99912345/$L9/14D20270630/Q12'),
    { lot: 'L9', expiry: '2027-06-30' },
  ],
  ['hours', checked('+A99912345/$$427063012L9'), { lot: 'L9', expiry: '2027-06-30' }],
])('%s is understood', (_, text, said) => {
  expect(read(text).fault).toBeNull()
  expect(read(text).code).toMatchObject({ kind: 'hibc', ...said })
})

test.each([
  ['a wrong check character', '+A123BJC5D6E71H', 'code_check', 14],
  ['a sign of another alphabet', '+A123ß5D6E71G', 'code_field', 5],
  ['no product', checked('+A1231'), 'code_field', 6],
  ['a month that does not exist', checked('+A99912345/$$1327L9'), 'code_field', 13],
  ['a day that does not exist', checked('+A99912345/$$3270231L9'), 'code_field', 14],
  ['a day of the year that does not exist', checked('+A99912345/$$527366L9'), 'code_field', 14],
  ['a lot without a sign', checked('+A99912345/$'), 'code_field', 12],
])('%s is refused with its place', (_, text, reason, at) => {
  expect(read(text)).toEqual({ code: null, fault: { reason, at, ai: '' } })
})
