import { gs1datamatrix } from 'bwip-js/generic'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CodeFault, type Element, separator } from '../../../domain/codes/code.ts'
import { fixedLength, gs1Table } from '../../../domain/codes/gs1-table.ts'
import { identifierOf } from '../../../domain/codes/gs1-fields.ts'
import { readCode } from '../../../domain/codes/read-code.ts'
import {
  writeBracketed,
  writeDigitalLink,
  writeElementString,
} from '../../../domain/codes/write-code.ts'
import { days, today, udis } from './made-codes.ts'

const gtin = '09506000134352'
const read = (text: string) => readCode(text, today)
const faultOf = (text: string): CodeFault | null => read(text).fault
const sorted = (elements: readonly Element[] = []) =>
  elements.toSorted((a, b) => (a.ai < b.ai ? -1 : 1))
const valueOf = (elements: readonly Element[], ai: string) =>
  elements.find((one) => one.ai === ai)?.value ?? null

test('any UDI made by the rules of GS1 is read back alike, in each of its forms', () => {
  fc.assert(
    fc.property(udis, (elements) => {
      const raw = writeElementString(elements)
      const forms = [`]d2${raw}`, `]C1${raw}`, raw, `${separator}${raw}`, writeBracketed(elements)]
      for (const text of forms) {
        const { code, fault } = read(text)
        expect(fault, text).toBeNull()
        expect(sorted(code?.elements), text).toEqual(sorted(elements))
        expect(code).toMatchObject({
          kind: 'gs1',
          gtin: valueOf(elements, '01'),
          lot: valueOf(elements, '10'),
          serial: valueOf(elements, '21'),
          ref: valueOf(elements, '240'),
        })
      }
    }),
  )
})

test('any UDI is read back from its Digital Link, whatever comes before the key or after the fields', () => {
  fc.assert(
    fc.property(udis, fc.constantFrom('', '/shop/kits', '/a%20b'), (elements, stem) => {
      const link = writeDigitalLink(elements).replace('id.gs1.org', `kits.example${stem}`)
      const query = link.includes('?') ? '&' : '?'
      const { code, fault } = read(`${link}${query}linkType=all#top`)
      expect(fault, link).toBeNull()
      expect(code?.kind).toBe('link')
      expect(sorted(code?.elements), link).toEqual(sorted(elements))
    }),
  )
})

test('a cut or bent code says why and where, and never names another lot', () => {
  fc.assert(
    fc.property(
      udis,
      fc.nat(),
      fc.constantFrom('~', 'ß', '\u0000', '{'),
      (elements, place, odd) => {
        const raw = writeElementString(elements)
        const at = place % raw.length
        const { code, fault } = read(`]d2${raw.slice(0, at)}${odd}${raw.slice(at + 1)}`)
        expect(code).toBeNull()
        expect(fault?.at).toBeLessThanOrEqual(at + 3)
      },
    ),
  )
})

test('the writer of symbols that GS1 itself had a hand in refuses the same fields as we do', () => {
  const dates = '991332 270230 270228 270200 271301 27022 2702281'.split(' ')
  const texts = '09506000134352 09506000134353 123456 12 00000000 L-9 a_z é AB'.split(' ')
  const values = fc.constantFrom(...dates, ...texts, '', 'L 9')
  const ais = fc.constantFrom('10', '11', '17', '20', '21', '240', '30', '3103', '02', '7003', '99')
  fc.assert(
    fc.property(ais, values, (ai, value) => {
      const text = `(01)${gtin}(${ai})${value}${ai === '02' ? '(37)1' : ''}`
      let accepted = true
      try {
        // Forgive what it knows beyond us: which identifiers need which others, or exclude them.
        void gs1datamatrix({ bcid: 'gs1datamatrix', text }, { ...noDrawing } as never)
      } catch (error) {
        accepted = /GS1(requisite|exclusive|mutex)/i.test(String(error))
      }
      expect(read(text).fault === null, text).toBe(accepted)
    }),
    { numRuns: 150 },
  )
})

const noDrawing = {
  setopts: () => undefined,
  scale: () => [1, 1],
  measure: () => ({ width: 0, ascent: 0, descent: 0 }),
  init: () => undefined,
  polygon: () => undefined,
  fill: () => undefined,
  end: () => undefined,
}

test('years of two digits are those from 49 before this one to 50 after it, and day 00 is the last of its month', () => {
  const expiry = (text: string, day: string) => readCode(`(01)${gtin}(17)${text}`, day).code?.expiry
  expect(expiry('270630', today)).toBe('2027-06-30')
  expect(expiry('760101', today)).toBe('2076-01-01')
  expect(expiry('770101', today)).toBe('1977-01-01')
  expect(expiry('050101', '2094-07-01')).toBe('2105-01-01')
  expect(expiry('990101', '2101-07-01')).toBe('2099-01-01')
  expect(expiry('280200', today)).toBe('2028-02-29')
  expect(expiry('270200', today)).toBe('2027-02-28')
  expect(expiry('261100', today)).toBe('2026-11-30')
  fc.assert(
    fc.property(days, (day) => {
      expect(expiry(day.slice(2).replaceAll('-', ''), today)).toBe(day)
    }),
  )
})

test.each([
  ['a wrong check digit', ']d20109506000134353', { reason: 'code_check', at: 5, ai: '01' }],
  [
    'an identifier that GS1 does not have',
    ']d2010950600013435223A',
    { reason: 'code_identifier', at: 19 },
  ],
  ['a date without a month', `(01)${gtin}(17)271330`, { reason: 'code_field', at: 22, ai: '17' }],
  ['a date that ends early', `(01)${gtin}(17)2713`, { reason: 'code_field', at: 26, ai: '17' }],
  ['a lot that is too long', `(01)${gtin}(10)${'L'.repeat(21)}`, { reason: 'code_field', at: 42 }],
  ['a lot without a sign', `(01)${gtin}(10)(21)4`, { reason: 'code_field', at: 22, ai: '10' }],
  ['a sign that no lot has', `(01)${gtin}(10)L~9`, { reason: 'code_field', at: 23, ai: '10' }],
  ['two lots', `(01)${gtin}(10)L-9(10)L-8`, { reason: 'code_twice', at: 29, ai: '10' }],
  ['a bracket that begins no field', `(01)${gtin}(10)L(a)9`, { reason: 'code_identifier', at: 23 }],
  [
    'a link with its qualifiers out of order',
    `https://x.example/01/${gtin}/21/4/10/L`,
    { reason: 'code_identifier' },
  ],
  [
    'a link with a broken percent sign',
    `https://x.example/01/${gtin}/10/%E0%A4`,
    { reason: 'code_field' },
  ],
  [
    'a link with a wrong check digit',
    'https://x.example/01/09506000134353',
    { reason: 'code_check', at: 21 },
  ],
])('%s is refused with its place', (_, text, fault) => {
  expect(faultOf(text)).toMatchObject(fault)
})

test('a hand scanner that sends no identifier of the symbology is understood by the GTIN at the beginning', () => {
  expect(read(`01${gtin}1727063010L-9\u001d214`).code).toMatchObject({
    kind: 'gs1',
    gtin,
    lot: 'L-9',
    expiry: '2027-06-30',
    box: 4,
  })
  // Take it for no lot of that name either: it begins as a UDI and is none.
  expect(faultOf('0109506000134353')?.reason).toBe('code_check')
})

test('the bar code of a product by itself is its GTIN, and no box', () => {
  expect(read(']E09506000134352').code).toMatchObject({ gtin, lot: null, box: null })
  expect(read(']I109506000134352').code).toMatchObject({ gtin })
  expect(faultOf(']E09506000134353')?.reason).toBe('code_check')
})

test('whatever a camera reads, the answer is a code or a fault', () => {
  const begins = [
    '',
    '(',
    '(01)',
    ']d2',
    ']d201',
    '+',
    '+A99',
    '+$$',
    '{',
    'https://',
    'https://a/01/',
    '01',
    '\u001d',
    '*+',
    ']E0',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...begins), fc.string({ maxLength: 60 }), (begin, text) => {
      const { code, fault } = read(begin + text)
      expect((code === null) !== (fault === null)).toBe(true)
      if (fault) expect(fault.at).toBeLessThanOrEqual(begin.length + text.length)
    }),
    { numRuns: 400 },
  )
})

test('no identifier begins with another, so that a text is cut in one way only', () => {
  const ais = gs1Table.flatMap(([list]) => list.split(' ').flatMap((range) => range.split('-')))
  const short = ais.filter((ai) => ais.some((other) => other !== ai && other.startsWith(ai)))
  expect(short).toEqual([])
  expect(fixedLength).toContain('01')
  expect(identifierOf('3103')).toMatchObject({ isFixed: true, longest: 6 })
  expect(identifierOf('10')).toMatchObject({ isFixed: false, longest: 20 })
})
