import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne } from './caught.ts'

type Rows = readonly (readonly (string | number)[])[]
const text = (rows: Rows) => `${rows.map((row) => row.join(',')).join('\n')}\n`

function expectCurve(run: ImportedRun, channel: number, well: number, curve: number) {
  const read = [...curveOf(run.amplification!.readings, channel, well)]
  expect(read).toEqual(tableCycles.map((cycle) => tableLight(curve, cycle)))
}

/** Make rows of two wells with two dyes each; `once` leaves repeated facts empty, as merged cells are. */
function makeLong(once: boolean): Rows {
  const rows = ['A1', 'B2'].flatMap((well, w) =>
    ['FAM', 'HEX'].flatMap((dye, d) =>
      tableCycles.map((cycle) => {
        const [isFirst, isDye] = [d === 0 && cycle === 1, cycle === 1]
        const facts = [isFirst ? well : '', isFirst ? `S${w}` : '', isDye ? dye : '']
        return [...(once ? facts : [well, `S${w}`, dye]), cycle, tableLight(2 * w + d, cycle)]
      }),
    ),
  )
  return [['Well', 'Sample', 'Dye', 'Cycle', 'Fluorescence'], ...rows]
}

describe('a well that is named once for several rows', () => {
  it.each([
    ['text', text(makeLong(true))],
    ['workbook', writeXlsx([{ name: 'Run', rows: makeLong(true) }])],
  ])('has the rows below it in a %s', async (_, content) => {
    const { run, codes } = await readOne(content)
    const { run: whole } = await readOne(text(makeLong(false)))
    expect(run.wells).toEqual(whole.wells)
    expect(run.amplification).toEqual(whole.amplification)
    expect(codes).toContain('well_continued')
  })

  it('keeps numbers that a workbook has as texts', async () => {
    const [head = [], ...below] = makeLong(true)
    const rows = below.map((row) => [...row.slice(0, -1), `${row.at(-1)}`.replace('.', ',')])
    const { run, codes } = await readOne(writeXlsx([{ name: 'Run', rows: [[...head], ...rows] }]))
    const { run: whole } = await readOne(text(makeLong(false)))
    expect(run.amplification).toEqual(whole.amplification)
    expect(codes).toContain('decimal_comma')
  })

  it('has the dyes below it where each row is a curve', async () => {
    const rows = ['A1', 'B2'].flatMap((well, w) =>
      ['FAM', 'HEX'].map((dye, d) => [
        d === 0 ? well : '',
        dye,
        ...tableCycles.map((cycle) => tableLight(2 * w + d, cycle)),
      ]),
    )
    const { run } = await readOne(text([['Well', 'Dye', ...tableCycles], ...rows]))
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'B2'])
    expectCurve(run, 1, 13, 3)
  })

  it('has them in tables of QuantStudio as well', async () => {
    const rows = ['A1', 'B2'].flatMap((well, w) =>
      tableCycles.map((cycle) => [cycle === 1 ? well : '', 'GAPDH', cycle, tableLight(w, cycle)]),
    )
    const { run } = await readOne(text([['Well', 'Target Name', 'Cycle', 'Rn'], ...rows]))
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'B2'])
    expectCurve(run, 0, 13, 1)
  })

  it('has no mean, no total and no line below an empty row', async () => {
    const rows = ['A1', 'B2'].flatMap((well, w) =>
      tableCycles.map((cycle) => [well, 'GAPDH', cycle, tableLight(w, cycle)]),
    )
    const below = [
      ['', 'Mean', 31, 12],
      ['', '', '', ''],
      ['', 'IL6', 31, 12],
    ]
    const { run, codes } = await readOne(
      text([['Well', 'Target', 'Cycle', 'Fluorescence'], ...rows, ...below]),
    )
    expect(run.amplification?.readings.points).toBe(30)
    expect(codes).not.toContain('well_continued')
  })
})

describe('a row or a column of the plate that is named once for several wells', () => {
  const wells = ['A1', 'A2', 'B1', 'B2']
  const light = (well: number) => tableCycles.map((cycle) => tableLight(well, cycle))
  const letter = (well: number) => 'AB'[Math.floor(well / 2)]!
  const inRows = wells.map((_, i) => [i % 2 === 0 ? letter(i) : '', (i % 2) + 1, ...light(i)])
  const inColumns = [0, 2, 1, 3].map((i, n) => [
    letter(i),
    n % 2 === 0 ? (i % 2) + 1 : '',
    ...light(i),
  ])
  const long = wells.flatMap((_, i) =>
    tableCycles.map((cycle, c) => [
      c === 0 && i % 2 === 0 ? i / 2 + 1 : '',
      c === 0 ? (i % 2) + 1 : '',
      cycle,
      tableLight(i, cycle),
    ]),
  )
  it.each<[string, Rows]>([
    ['rows of curves', [['Row', 'Column', ...tableCycles], ...inRows]],
    ['rows of curves, along the columns', [['Row', 'Column', ...tableCycles], ...inColumns]],
    ['rows of readings', [['Row', 'Column', 'Cycle', 'RFU'], ...long]],
  ])('issue 15: goes on below in %s', async (_, rows) => {
    for (const content of [text(rows), writeXlsx([{ name: 'Run', rows }])]) {
      const { run, codes } = await readOne(content)
      expect(run.wells.map(({ name }) => name)).toEqual(wells)
      for (const [i, at] of [0, 1, 12, 13].entries()) expectCurve(run, 0, at, i)
      expect(codes).toContain('well_continued')
      expect(run.notices.filter(({ severity }) => severity === 'error')).toEqual([])
    }
  })
})

it('issue 15: names a second type of the sample of a well', async () => {
  const rows = [
    ['A1', 'NTC', 'FAM', ...tableCycles],
    ['A1', 'Standard', 'HEX', ...tableCycles],
  ]
  const { run } = await readOne(text([['Well', 'Sample Type', 'Dye', ...tableCycles], ...rows]))
  expect(run.wells[0]?.sampleType).toBe('ntc')
  const [told] = run.notices.filter(({ code }) => code === 'sample_types_differ')
  expect(told?.place).toMatchObject({ well: 'A1', row: 3 })
})

it.each([
  ['A:1', 'H:12'],
  ['A-1', 'H-12'],
  ['A 1', 'H 12'],
  ['1A', '12H'],
  ['Well A01', 'Well H12'],
  ['Well_A01', 'Well_H12'],
  ['\u041b\u0443\u043d\u043a\u0430 \u04101', '\u041b\u0443\u043d\u043a\u0430 \u041d12'],
])('reads %s and %s under a header of wells', async (first, last) => {
  const rows = [first, last].map((well, w) => [
    well,
    ...tableCycles.map((cycle) => tableLight(w, cycle)),
  ])
  const { run } = await readOne(text([['Well', ...tableCycles], ...rows]))
  expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'H12'])
  expectCurve(run, 0, 95, 1)
})
