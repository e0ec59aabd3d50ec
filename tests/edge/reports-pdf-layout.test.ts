import { expect, it } from 'vitest'
import fc from 'fast-check'
import { paginate, type Strip } from '../../edge/reports/pdf/page/paginate.ts'
import { ticksOf } from '../../edge/reports/pdf/page/ticks.ts'
import { breakLines, fitLine } from '../../edge/reports/pdf/type/break-lines.ts'
import { fontFileFor } from '../../edge/reports/pdf/type/font-files.ts'
import { loadFonts } from '../../edge/reports/pdf/type/load-fonts.ts'
import { type ShapeText, textShaper } from '../../edge/reports/pdf/type/shape-text.ts'
import { speaker } from '../../edge/reports/pdf/content/say.ts'
import { languageCodes } from '../../domain/catalog/languages.ts'
import { type SampleResult, TraceEntry } from '../../domain/results.ts'
import { traceUnits } from '../../domain/rules/trace-units.ts'
import { sampleRemarks } from '../../edge/reports/pdf/content/remarks.ts'
import type { ReportFacts } from '../../edge/reports/pdf/content/report-facts.ts'
import { en } from '../../edge/reports/pdf/words/en.ts'
import { reportFontReader } from '../../edge/reports/report-fonts.ts'
import { env } from 'cloudflare:test'
import { origin } from './lab.ts'

type Named = Strip<never> & { name: string }

const strip = (name: string, height: number, more: Partial<Strip<never>> = {}): Named => ({
  name,
  height,
  draw: () => undefined,
  ...more,
})

const namesOf = (strips: readonly Strip<never>[], room: number) =>
  paginate(strips, room).map((page) => page.map(({ strip: one }) => (one as Named).name))

it('puts what fits onto a page and goes on on the next', () => {
  const strips = ['a', 'b', 'c'].map((name) => strip(name, 40))
  expect(namesOf(strips, 100)).toEqual([['a', 'b'], ['c']])
})

it('keeps a heading and the head of a table with the first row', () => {
  const head = strip('head again', 10)
  const strips = [
    strip('text', 70),
    strip('heading', 10, { keepWithNext: true, gap: 5 }),
    strip('head', 10, { keepWithNext: true }),
    strip('row 1', 10, { head }),
  ]
  expect(namesOf(strips, 100)).toEqual([['text'], ['heading', 'head', 'row 1']])
})

it('repeats the head of a table where its rows go on', () => {
  const head = strip('head again', 10)
  const rows = Array.from({ length: 5 }, (_, at) => strip(`row ${at}`, 30, { head }))
  expect(namesOf([strip('head', 10, { keepWithNext: true }), ...rows], 100)).toEqual([
    ['head', 'row 0', 'row 1', 'row 2'],
    ['head again', 'row 3', 'row 4'],
  ])
})

it('has no gap at the top of a page, and a page of its own for what is higher than one', () => {
  const pages = paginate([strip('a', 90), strip('b', 50, { gap: 20 }), strip('c', 300)], 100)
  expect(pages.map((page) => page.map(({ y }) => y))).toEqual([[0], [0], [0]])
})

it('loses nothing, keeps the order and stays within the page, whatever comes', () => {
  const strips = fc.array(
    fc.record({ height: fc.integer({ min: 1, max: 90 }), gap: fc.integer({ min: 0, max: 9 }) }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(strips, (given) => {
      const made = given.map((one, at) => strip(String(at), one.height, { gap: one.gap }))
      const pages = paginate(made, 100)
      expect(pages.flat().map(({ strip: one }) => one)).toEqual(made)
      for (const page of pages) {
        for (const { strip: one, y } of page) expect(y + one.height).toBeLessThanOrEqual(100)
      }
    }),
  )
})

async function shaper(text: string): Promise<ShapeText> {
  return textShaper(await loadFonts(text, reportFontReader(env, origin)))
}

const said = (shaped: ReturnType<ShapeText>) => shaped.glyphs.map(({ text }) => text).join('')

it('breaks lines at spaces, Chinese anywhere but before closing signs, and long words where the line ends', async () => {
  const text = 'Only the second line, 只有第二行（才）。 '
  const shape = await shaper(`${text}${'0123456789abcdef'}`)
  for (const line of breakLines(text.repeat(4), shape, 10, 90)) {
    expect((line.width * 10) / 1000).toBeLessThanOrEqual(90)
    expect(said(line)).not.toMatch(/^[，。）,]/)
  }
  const hash = '0123456789abcdef'.repeat(4)
  const lines = breakLines(hash, shape, 10, 100)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.map(said).join('')).toBe(hash)
  expect(said(fitLine(hash, shape, 10, 60))).toMatch(/^0123.*…$/)
})

it('A27-86: breaks a long name behind a hyphen where it has one', async () => {
  const name = 'Landesuntersuchungsanstalt-Probe-2026-Wiederholung-3'
  const lines = breakLines(name, await shaper(name), 10, 150).map(said)
  expect(lines).toEqual(['Landesuntersuchungsanstalt-', 'Probe-2026-Wiederholung-3'])
})

it('breaks a text of twenty thousand signs without a space', async () => {
  const text = 'abcdefghij'.repeat(2000)
  const lines = breakLines(text, await shaper(text), 10, 500)
  expect(lines.map(said).join('')).toBe(text)
  expect(lines.every(({ width }) => (width * 10) / 1000 <= 500)).toBe(true)
})

it('A26-44: writes Arabic whose marks the font has no place for', async () => {
  const texts = ['عدد النسخ غير كافٍ', 'كافٍ', 'محمّد بشكلٍ كافٍ (A) 12']
  const shape = await shaper(texts.join(''))
  for (const text of texts) {
    const shaped = shape(text)
    expect(shaped.width).toBeGreaterThan(1000)
    expect([...said(shaped)].toSorted().join('')).toBe([...text].toSorted().join(''))
  }
})

it('writes Arabic from right to left with its numbers and names from left to right', async () => {
  const shape = await shaper('عينة رقم 12 (A) Cq')
  const shaped = shape('عينة رقم 12 (A)')
  // Expect the Latin name at the left end and the first Arabic letter at the right one, as drawn.
  expect(said(shaped).startsWith('A') || said(shaped).startsWith(')')).toBe(true)
  expect(said(shaped).endsWith('ع')).toBe(true)
  expect(said(shaped)).toContain('12')
  // Expect the letters to be joined: one between others has another shape than alone.
  const alone = shape('ع').glyphs[0]?.id
  expect(shaped.glyphs.at(-1)?.id).not.toBe(alone)
  // Expect dots that a font draws by themselves to be placed, and to say nothing.
  const dots = shape('تنبيه').glyphs.filter(({ advance }) => advance === 0)
  expect(dots.length).toBeGreaterThan(0)
  expect(dots.every(({ text }) => text === '')).toBe(true)
})

it('says what no font has with a sign in its place, and can still be searched for it', async () => {
  const shape = await shaper('ཀ')
  const { glyphs } = shape('ཀ')
  expect(glyphs).toHaveLength(1)
  expect(glyphs[0]?.text).toBe('ཀ')
  expect(fontFileFor(0x0f40, false)).toBeNull()
})

it('counts in round numbers', () => {
  expect(ticksOf(0, 100, 4)).toEqual([0, 25, 50, 75, 100])
  expect(ticksOf(1, 45, 6)).toEqual([10, 20, 30, 40])
  expect(ticksOf(0, 0.9, 3)).toEqual([0, 0.5])
  expect(ticksOf(5, 5)).toEqual([5])
})

it('A24-22: has a last tick where numbers are so near that one more is the same', () => {
  for (const [least, most] of [
    [60, 60.00000000000001],
    [95, 95.00000000000004],
    [1e17, 1e17 + 16],
    [-1e308, 1e308],
    [0, 1e308],
    [0, 5e-324],
  ] as const) {
    const ticks = ticksOf(least, most, 6)
    expect(ticks.length).toBeLessThanOrEqual(12)
    expect(ticks.every(Number.isFinite), `${least} to ${most}: ${ticks.join()}`).toBe(true)
  }
})

it('says everything in every language, with the same places for values', () => {
  const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
  const keys = Object.keys(en) as (keyof typeof en)[]
  for (const language of languageCodes) {
    const say = speaker(language, 'Europe/Rome', 'dd/MM/yyyy')
    for (const key of keys) {
      const places = placesIn(en[key])
      const values = Object.fromEntries(places.map((place) => [place.slice(1, -1), `<${place}>`]))
      const text = say.word(key, values)
      expect(text.replaceAll(/[\u200f\u2068\u2069]/g, '')).not.toBe('')
      for (const place of places) expect(text).toContain(`<${place}>`)
      expect(placesIn(text).length).toBe(places.length)
    }
  }
})

it('is written in every language with signs that the fonts have', async () => {
  for (const language of languageCodes) {
    const say = speaker(language, 'Europe/Rome', 'MMM dd yyyy')
    const keys = Object.keys(en) as (keyof typeof en)[]
    const texts = [...keys.map((key) => say.word(key)), say.number(1234567.8, 2)]
    for (let month = 1; month <= 12; month += 1) {
      texts.push(say.moment(`2026-${String(month).padStart(2, '0')}-01T00:00:00Z`))
    }
    const shape = await shaper(`${texts.join('')}\ufffd`)
    const missing = shape('\ufffd').glyphs[0]
    for (const bold of [false, true]) {
      const drawn = texts.flatMap((text) => shape(text, bold).glyphs)
      const boxes = drawn.filter((one) => one.id === 0 || one.text === '\ufffd')
      expect(boxes).toEqual([])
      expect(drawn.some(({ font, id }) => font === missing?.font && id === missing.id)).toBe(false)
    }
  }
})

it('breaks no line at a space that keeps words together', async () => {
  const text = `${'mot\u202f: '.repeat(30)}`
  for (const line of breakLines(text, await shaper(text), 10, 80)) {
    expect(said(line)).not.toMatch(/^[\s:]/)
  }
})

it('first-use H21: writes moments in the zone and the way of the account and the language, with the offset', () => {
  const moment = '2026-11-20T23:30:00.000Z'
  const written = (zone: string, pattern: string) =>
    speaker('en', zone, pattern)
      .moment(moment)
      .replaceAll(/[\u2066\u2069]/g, '')
  expect(written('Europe/Rome', 'dd/MM/yyyy')).toBe('21/11/2026, 00:30:00 UTC+01:00')
  expect(written('America/New_York', 'MMM dd yyyy')).toBe('Nov 20 2026, 18:30:00 UTC-05:00')
  expect(written('UTC', 'yyyy-MM-dd')).toBe('2026-11-20, 23:30:00 UTC')
  const inFigures = (['de', 'ru', 'zh', 'fr'] as const).map((language) =>
    speaker(language, 'UTC', 'dd/MM/yyyy').day('2026-11-20'),
  )
  expect(inFigures).toEqual(['20.11.2026', '20.11.2026', '2026/11/20', '20/11/2026'])
  expect(speaker('de', 'UTC', 'yyyy-MM-dd').day('2026-11-20')).toBe('2026-11-20')
  expect(speaker('de', 'UTC', 'dd/MM/yyyy').cq(null)).toBe('nicht nachgewiesen')
  expect(speaker('de', 'UTC', 'dd/MM/yyyy').cq(23.456)).toBe('23,46')
})

it('A26-43: remarks on an amount beyond the standards, and on none without them', () => {
  const remark = (standard_curve: { lowest: number; highest: number } | null, value: number) => {
    const facts = {
      say: speaker('en', 'UTC', 'yyyy-MM-dd'),
      record: { samples: [{ uuid: 'a', name: 'A', sample_type: 'unknown' }] },
      results: {
        evaluation: { quantification: { method: 'standard_curve' } },
        assays: [{ target: 'N1', standard_curve }],
      },
    } as unknown as ReportFacts
    const quantity = standard_curve && { value, low: null, high: null }
    const sample = { sample_uuid: 'a', target: 'N1', call: 'detected', trace: [], quantity }
    return sampleRemarks(facts, sample as unknown as SampleResult)
  }
  const standards = { lowest: 1, highest: 5 }
  expect(remark(standards, 2e6)).toMatch(
    /^Beyond the standards \(.*10.* to .*100.*\): extrapolated$/,
  )
  expect(remark(standards, 2e3)).toBe('')
  expect(remark(null, 0)).toMatch(/^No standard curve/)
})

it('writes the numbers of a rule with the decimals of its unit, as pages do', () => {
  const facts = {
    say: speaker('en', 'UTC', 'yyyy-MM-dd'),
    record: {},
    results: { evaluation: {} },
  } as unknown as ReportFacts
  const expected = { time: '31.27', celsius: '31.3', ratio: '31.3', count: '31', signal: '31.3' }
  for (const rule of TraceEntry.entries.rule.options) {
    const unit = traceUnits[rule]
    if (unit === 'none') continue
    const trace = [{ rule, value: 31.27, limit: 38, decided: true }]
    const remark = sampleRemarks(facts, { call: 'review', trace } as unknown as SampleResult)
    for (const number of remark.match(/31[.\d]*/g) ?? []) {
      expect(`${rule} ${number}`).toBe(`${rule} ${expected[unit]}`)
    }
  }
})
