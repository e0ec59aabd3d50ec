import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { makeCurveColumns, tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne, refusal } from './caught.ts'

function expectCurve(run: ImportedRun, channel: number, well: number, curve: number) {
  const read = curveOf(run.amplification!.readings, channel, well)
  expect([...read]).toEqual(tableCycles.map((cycle) => tableLight(curve, cycle)))
}

const named = (run: ImportedRun) => run.wells.map(({ name, sample }) => `${name} ${sample}`.trim())

describe('thousands of other languages', () => {
  const counts = tableCycles.map((cycle) => Math.round(100 * tableLight(0, cycle)))
  const table = (write: (count: number) => string, more = '') =>
    `Cycle;A1;A2\r\n${counts
      .map((count, i) => `${i + 1};${write(count)};${write(count + 3)}`)
      .join('\r\n')}${more}\r\n`
  const grouped = (mark: string) => (count: number) =>
    String(count).replaceAll(/\B(?=(\d{3})+$)/g, mark)

  it.each(["'", '\u2019', ' ', '\u00a0', '\u202f'])('reads 1%s234 as 1234', async (mark) => {
    const { run, codes } = await readOne(table(grouped(mark)))
    expect([...curveOf(run.amplification!.readings, 0, 0)]).toEqual(counts)
    expect(codes).toContain('thousands_separator')
  })

  it.each([
    ['.', ','],
    [',', '.'],
  ])('reads 1%s234 as 1234 where one number shows the decimal %s', async (mark, decimal) => {
    const { run } = await readOne(table(grouped(mark), `${decimal}5`))
    expect([...curveOf(run.amplification!.readings, 0, 0)]).toEqual(counts)
  })

  it.each([
    ['.', ';', ''],
    ['.', '\t', ''],
    [',', '\t', ''],
    [',', ';', '\r\n31;987;987'],
    ['.', ',', '\r\n31,987,987'],
  ])('refuses 1%s234 alone between %j%s, with its column and row', async (mark, between, more) => {
    const text = table(grouped(mark), more).replaceAll(';', between)
    expect(await refusal(text)).toMatchObject({
      reason: 'number_ambiguous',
      params: { row: 2, column: 2, path: 'A1' },
    })
  })

  it.each([
    [',', ';'],
    ['.', ','],
  ])('reads 1%s234 in every row as 1.234 where %j parts the cells', async (mark, between) => {
    const { run } = await readOne(table(grouped(mark)).replaceAll(';', between))
    const read = [...curveOf(run.amplification!.readings, 0, 0)]
    expect(read).toEqual(counts.map((count) => count / 1000))
  })

  it('refuses a text in which a spreadsheet turned the decimals of some numbers into thousands', async () => {
    const mangle = (value: string) => (value.startsWith('0.') ? value : value.replace('.', ''))
    const values = tableCycles.map((cycle) => (0.9 + cycle / 100 + 0.001).toFixed(3))
    const rows = (write: (value: string) => string) =>
      `Cycle;A1\r\n${values.map((value, i) => `${i + 1};${write(value)}`).join('\r\n')}\r\n`
    expect(await refusal(rows(mangle))).toMatchObject({
      reason: 'number_mixed',
      params: { row: 11, path: 'A1' },
    })
    expect((await readOne(rows(String))).run.amplification?.readings.points).toBe(30)
  })

  const workbook = (cells: readonly (string | number)[]) =>
    writeXlsx([
      { name: 'Curves', rows: [['Cycle', 'A1'], ...cells.map((cell, i) => [i + 1, cell])] },
    ])

  it('takes numbers of a workbook as they are, and refuses their texts where they may be thousands', async () => {
    const values = tableCycles.map((cycle) => Number(`${1 + cycle}.234`))
    const { run } = await readOne(workbook(values))
    expect([...curveOf(run.amplification!.readings, 0, 0)]).toEqual(values)
    expect((await refusal(workbook(values.map(String)))).reason).toBe('number_ambiguous')
  })

  it('refuses a column of which a spreadsheet turned the decimals of some numbers into thousands', async () => {
    const cells = tableCycles.map((cycle) => (cycle < 10 ? `0.9${cycle}7` : 1000 + cycle))
    expect(await refusal(workbook(cells))).toMatchObject({
      reason: 'number_mixed',
      params: { row: 11, path: 'A1', value: '1010, 0.917' },
    })
  })
})

describe('several tables in one sheet', () => {
  const curves = makeCurveColumns(['A1', 'A2', 'B1'])

  it('leaves a table of another kind below the curves out, with one notice that names its row', async () => {
    const results = 'Well,Volume,Score\r\nA1,20,17\r\nA2,20,18\r\n'
    const { run } = await readOne(`${curves}\r\n${results}`)
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'A2', 'B1'])
    const errors = run.notices.filter(({ severity }) => severity === 'error')
    expect(errors).toMatchObject([{ code: 'table_ignored', place: { row: 33 } }])
    const summary = 'Summary\r\nTarget,Mean,R2\r\nGAPDH,17,0.2\r\n'
    const { run: summed } = await readOne(`${curves}\r\n${summary}`)
    expect(summed.notices.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(summed.notices).toContainEqual(
      expect.objectContaining({ code: 'member_ignored', params: { name: 'Summary' } }),
    )
  })

  it('reads results and curves of one vendor below each other, in either order', async () => {
    const results =
      'Well,Fluor,Target,Content,Sample,Cq\r\nA01,FAM,GAPDH,Unkn,s1,17.5\r\nA02,FAM,GAPDH,Unkn,s2,18.5\r\n'
    const two = makeCurveColumns(['A1', 'A2'])
    for (const text of [`${results}\r\n${two}`, `${two}\r\nResults\r\n${results}`]) {
      const { run } = await readOne(text)
      expect(run.notices.filter(({ severity }) => severity === 'error')).toEqual([])
      const facts = run.wells.map(({ name, sample, targets }) => [name, sample, targets[0]?.cq])
      expect(facts).toEqual([
        ['A1', 's1', 17.5],
        ['A2', 's2', 18.5],
      ])
      expectCurve(run, 0, 1, 1)
    }
  })

  it.each(['Cycle', 'Zyklus'])(
    'asks a person to look where two tables under %s may be of two plates',
    async (head) => {
      const plate = makeCurveColumns(['A1', 'A2'], head)
      const { run, codes } = await readOne(`${plate}\r\nPlate 2\r\n${plate}`)
      expect(run.wells[0]?.targets).toHaveLength(2)
      expect(codes).toContain('tables_as_dyes')
      const { codes: named } = await readOne(`FAM\r\n${plate}\r\nVIC\r\n${plate}`)
      expect(named).not.toContain('tables_as_dyes')
    },
  )

  it('goes on where a program repeats the header on each page', async () => {
    const lines = curves.split('\r\n')
    lines.splice(16, 0, lines[0] ?? '')
    const { run } = await readOne(lines.join('\r\n'))
    expectCurve(run, 0, 12, 2)
    expect(run.notices.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

describe('tables as laboratories bend them', () => {
  const cells = (k: number) => tableCycles.map((cycle) => String(tableLight(k, cycle)))
  const table = (rows: readonly (readonly (string | number)[])[]) =>
    `${rows.map((row) => row.join(',')).join('\r\n')}\r\n`
  const errors = (run: ImportedRun) =>
    run.notices.filter(({ severity }) => severity === 'error').map(({ code }) => code)

  it('takes wells from the column of wells, where samples have names like wells before it', async () => {
    const wells = ['A1', 'A2', 'B1'].map((well, i) => [`C${i + 1}`, well, ...cells(i)])
    const { run } = await readOne(table([['Sample', 'Well', ...tableCycles], ...wells]))
    expect(named(run)).toEqual(['A1 C1', 'A2 C2', 'B1 C3'])
    expectCurve(run, 0, 12, 2)
  })

  it('keeps all wells in their places where one of them is there twice', async () => {
    const wells = ['A1', 'A2', 'A2', 'B1'].map((well, i) => [well, ...cells(i)])
    const { run } = await readOne(table([['Well', ...tableCycles], ...wells]))
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'A2', 'B1'])
    expect(errors(run)).toEqual(['well_twice'])
    expectCurve(run, 0, 12, 3)
  })

  it('reads no curve from rows and columns of means and totals', async () => {
    const rows = ['Liver', 'Spleen', 'Mean', 'Gesamt'].map((name, i) => [name, ...cells(i)])
    const { run, codes } = await readOne(table([['Sample', ...tableCycles], ...rows]))
    expect(named(run)).toEqual(['A1 Liver', 'A2 Spleen'])
    expect(codes.filter((code) => code === 'line_ignored')).toHaveLength(2)
    const columns = await readOne(makeCurveColumns(['Liver', 'Spleen', 'Promedio']))
    expect(named(columns.run)).toEqual(['A1 Liver', 'A2 Spleen'])
    expect(columns.codes).toContain('element_ignored')
  })

  it('reads the cycles behind a column that is missing', async () => {
    const without = <T>(all: readonly T[]) => all.filter((_, i) => i !== 27)
    const { run } = await readOne(
      table([
        ['Well', ...without(tableCycles)],
        ['A1', ...without(cells(0))],
      ]),
    )
    expect(run.amplification?.readings.points).toBe(30)
    expect(run.notices.map(({ code }) => code)).toContain('cycles_missing')
  })

  it.each(['0', ''])(
    'takes a well with %j in every cycle for one without a curve',
    async (value) => {
      const { run } = await readOne(
        table([
          ['Well', ...tableCycles],
          ['A1', ...cells(0)],
          ['A2', ...tableCycles.map(() => value)],
        ]),
      )
      const curved = run.wells.flatMap(({ targets }) => targets.filter(({ channel }) => channel))
      expect(curved).toHaveLength(1)
      expect(errors(run)).toEqual(value === '' ? [] : ['curve_zero'])
    },
  )

  it.each([
    ['Zyklus Nr.', 'Pos', 'Fluoreszenz', 'Probenname', 'Zielgen'],
    ['Nº de ciclo', 'Pocillo', 'Fluorescencia', 'Muestra', 'Diana'],
    ['Numéro de cycle', 'Puits', 'Fluorescence', 'Échantillon', 'Cible'],
    ['循环数', '孔', '荧光', '样本', '目标'],
  ])('reads a row for each reading under the headers %s, %s, %s', async (...head) => {
    const rows = ['A1', 'B2'].flatMap((well, i) =>
      tableCycles.map((cycle) => [cycle, well, tableLight(i, cycle), `S${i}`, 'GAPDH']),
    )
    const { run } = await readOne(table([head, ...rows]))
    expect(named(run)).toEqual(['A1 S0', 'B2 S1'])
    expect(run.wells[1]?.targets.map(({ target }) => target)).toEqual(['GAPDH'])
    expectCurve(run, 0, 13, 1)
  })

  it('reads wells in Cyrillic letters that look the same', async () => {
    const { run } = await readOne(makeCurveColumns(['\u04101', '\u04122', '\u04213']))
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'B2', 'C3'])
  })

  it.each([
    [
      'commas within and between its numbers',
      makeCurveColumns(['A1', 'A2']).replaceAll('.', ','),
      'table_row_length',
    ],
    [
      'dates in place of cycles',
      makeCurveColumns(['A1']).replaceAll(/^\d+(?=,)/gm, '$&.01.2026'),
      'number_unreadable',
    ],
  ])('refuses %s with the place', async (_, text, reason) => {
    expect(await refusal(text)).toMatchObject({ reason, params: { row: 2 } })
  })
})
