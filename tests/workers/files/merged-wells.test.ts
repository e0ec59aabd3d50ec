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
