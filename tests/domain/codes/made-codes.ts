import fc from 'fast-check'
import type { Element } from '../../../domain/codes/code.ts'
import { checkDigit } from '../../../domain/codes/gs1-fields.ts'
import { hibcCheck } from '../../../domain/codes/hibc.ts'
import { writeYymmdd } from '../../../domain/codes/write-code.ts'

/** Day on which the codes of these tests are read. */
export const today = '2026-11-26'

const digits = [...'0123456789']
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const set82 = [
  ...`!"%&'()*+,-./:;<=>?_`,
  ...digits,
  ...letters,
  ...letters.map((one) => one.toLowerCase()),
]

const text = (signs: string[], minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...signs), minLength, maxLength })

export const gtins = text(digits, 13, 13).map((number) => number + checkDigit(number))

/** Days that two digits of the year can say today. */
export const days = fc
  .date({ min: new Date('1977-01-01'), max: new Date('2076-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))

/** A UDI by the rules of GS1: a GTIN, and any of lot, expiry, serial number and more, in any order behind it. */
export const udis: fc.Arbitrary<Element[]> = fc
  .tuple(
    gtins,
    fc.record(
      {
        '10': text(set82, 1, 20),
        '11': days.map(writeYymmdd),
        '17': days.map(writeYymmdd),
        '20': text(digits, 2, 2),
        '21': text(set82, 1, 20),
        '240': text(set82, 1, 30),
        '30': text(digits, 1, 8),
        '3103': text(digits, 6, 6),
      },
      { requiredKeys: [] },
    ),
    fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  )
  .map(([gtin, fields, order]) => {
    const rest = Object.entries(fields).map(([ai, value]) => ({ ai, value: value ?? '' }))
    const keys = new Map(rest.map((one, at) => [one, order[at] ?? 0]))
    rest.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
    return [{ ai: '01', value: gtin }, ...rest]
  })

const alnum = [...digits, ...letters]

/** Parts of a HIBC code. */
export interface MadeHibc {
  maker: string
  ref: string
  lot: string
  serial: string | null
  expiry: string | null
  /** Form of the date: month and year, or a digit from 2 to 6. */
  form: '' | '2' | '3' | '5'
}

export const hibcs: fc.Arbitrary<MadeHibc> = fc.record({
  maker: fc.tuple(text(letters, 1, 1), text(alnum, 3, 3)).map((two) => two.join('')),
  ref: text(alnum, 1, 18),
  lot: text([...alnum, '-', '.'], 1, 18),
  serial: fc.option(text(alnum, 1, 18)),
  expiry: fc.option(days),
  form: fc.constantFrom('', '2', '3', '5'),
})

/** Write primary and secondary as one HIBC code. */
export function writeHibc(made: MadeHibc): string {
  const { maker, ref, serial } = made
  return checked(`+${maker}${ref}1/${secondary(made)}${serial === null ? '' : `/S${serial}`}`)
}

/** Write the secondary by itself, with the check character of its primary before its own. */
export function writeSecondary(made: MadeHibc): string {
  const link = hibcCheck(`+${made.maker}${made.ref}1`)
  return checked(`+${secondary(made)}${link}`)
}

export function checked(body: string): string {
  return body + hibcCheck(body)
}

function secondary({ lot, expiry, form }: MadeHibc): string {
  return expiry === null ? `$$7${lot}` : `$$${form}${writeDay(expiry, form)}${lot}`
}

function writeDay(day: string, form: MadeHibc['form']): string {
  const [year, month, date] = [day.slice(2, 4), day.slice(5, 7), day.slice(8)] as const
  if (form === '') return month + year
  if (form === '2') return month + date + year
  if (form === '3') return year + month + date
  const count = (Date.parse(day) - Date.UTC(Number(day.slice(0, 4)), 0, 0)) / 86_400_000
  return year + String(count).padStart(3, '0')
}
