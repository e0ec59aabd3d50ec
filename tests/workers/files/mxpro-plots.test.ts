import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne } from './caught.ts'

type Rows = (string | number)[][]
const newUuid = () => '00000000-0000-4000-8000-000000000000'
const titles = ['A1, Liver, FAM', 'A1, Liver, HEX', 'B2, Water, FAM', 'B2, Water, HEX']

/** Make a block for each title, with an empty column before its numbers where the chart has one. */
const makeBlocks = (light: string, indent: boolean, axis = 'Cycles'): Rows => {
  const row = (...cells: (string | number)[]) => (indent ? ['', ...cells] : cells)
  return titles.flatMap((title, i) => [
    [title],
    row(axis, light),
    ...tableCycles.map((cycle) =>
      row(axis === 'Cycles' ? cycle : 60 + cycle, tableLight(i, cycle)),
    ),
    [],
  ])
}
const text = (rows: Rows, separator: string) =>
  `${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`

/** Read plots beside results, which are read in any case. */
async function readBeside(rows: Rows) {
  const results: Rows = [
    ['Well', 'Well Name', 'Dye', 'Target', 'Well Type', 'Cq (\u2206R)'],
    ['A1', 'Liver', 'FAM', 'GAPDH', 'Unknown', 17.5],
  ]
  const { run, codes } = await readOne(
    writeXlsx([
      { name: 'Tabular Results', rows: results },
      { name: 'Raw Plots', rows },
    ]),
  )
  return { curves: run.amplification, codes }
}

function expectPlots(run: ImportedRun) {
  expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'B2'])
  expect(run.amplification?.readings.channels).toEqual(['FAM', 'HEX'])
  for (const [i, [channel, well]] of [
    [0, 0],
    [1, 0],
    [0, 13],
    [1, 13],
  ].entries()) {
    const read = [...curveOf(run.amplification!.readings, channel!, well!)]
    expect(read).toEqual(tableCycles.map((cycle) => tableLight(i, cycle)))
  }
}

describe('charts of MxPro and Aria software', () => {
  it.each([
    [
      'MxPro, tabs',
      text([['Amplification Plots'], [], ...makeBlocks('Fluorescence (dRn)', true)], '\t'),
    ],
    ['Aria, tabs', text(makeBlocks('Fluorescence (\u2206R)', false), '\t')],
    ['Aria, commas', text(makeBlocks('Fluorescence (\u2206R)', false), ',')],
    [
      'Aria, workbook',
      writeXlsx([{ name: 'Plots', rows: makeBlocks('Fluorescence (\u2206R)', false) }]),
    ],
  ])('are read as blocks below each other: %s', async (_, content) => {
    const { file, run } = await readOne(content)
    expect(file.format).toBe('mxpro')
    expect(run.amplification?.state).toBe('baseline-subtracted')
    expectPlots(run)
  })

  it('are read side by side', async () => {
    const rows: Rows = [
      titles.flatMap((title) => [title, '']),
      titles.flatMap(() => ['Cycles', 'Fluorescence (R)']),
      ...tableCycles.map((cycle) => titles.flatMap((_, i) => [cycle, tableLight(i, cycle)])),
    ]
    const { run } = await readOne(text(rows, '\t'))
    expect(run.amplification?.state).toBe('raw')
    expectPlots(run)
  })

  it.each([
    ['of one length', ['A1, R1, FAM', 'A1, R1, HEX', 'B2, R1, FAM', 'B2, R1, HEX'], true],
    ['of a count that does not fit', ['A1, R1, FAM', 'A1, HEX', 'B2, R1, FAM', 'B2'], false],
    ['of a count that fits by chance', ['A1, R1, FAM', 'A1', 'B2, R1, FAM', 'B2'], false],
  ])('give no curve to another well where titles lack quotes: %s', async (_, named, isRead) => {
    const rows: Rows = [
      named.flatMap((title) => title.split(', ')),
      named.flatMap(() => ['Cycles', 'Fluorescence (R)']),
      ...tableCycles.map((cycle) => named.flatMap((_, i) => [cycle, tableLight(i, cycle)])),
    ]
    if (isRead) return expectPlots((await readOne(text(rows, ','))).run)
    const { curves, codes } = await readBeside(rows)
    expect(curves).toBeNull()
    expect(codes).toContain('table_ignored')
  })

  it('give no curve to another well where a part of a title is above each plot', async () => {
    const named = ['A1', '', 'FAM', '', 'B2', '', 'FAM', '']
    const plots = [0, 1, 2, 3]
    const { curves, codes } = await readBeside([
      named,
      plots.flatMap(() => ['Cycles', 'Fluorescence (R)']),
      ...tableCycles.map((cycle) => plots.flatMap((i) => [cycle, tableLight(i, cycle)])),
    ])
    expect(curves).toBeNull()
    expect(codes).toContain('table_ignored')
  })

  it('go with the results of their workbook, and no slope of a melt is taken for its light', async () => {
    const results: Rows = [
      ['Well', 'Well Name', 'Dye', 'Target', 'Well Type', 'Cq (\u2206R)'],
      ['A1', 'Liver', 'FAM', 'GAPDH', 'Unknown', 17.5],
      ['A1', 'Liver', 'HEX', 'IL6', 'Unknown', 18.5],
      ['B2', 'Water', 'FAM', 'GAPDH', 'NTC', 'No Cq'],
      ['B2', 'Water', 'HEX', 'IL6', 'NTC', 'No Cq'],
    ]
    const { run, codes } = await readOne(
      writeXlsx([
        { name: 'Tabular Results', rows: results },
        { name: 'Amplification Plots', rows: makeBlocks('Fluorescence (\u2206R)', false) },
        { name: 'Raw Plots', rows: makeBlocks('Fluorescence (R)', false) },
        { name: 'Melt', rows: makeBlocks('Fluorescence (R)', false, 'Temperature') },
        { name: 'Slope', rows: makeBlocks("Fluorescence (-R'(T))", false, 'Temperature') },
      ]),
    )
    expectPlots(run)
    expect(run.amplification?.state).toBe('raw')
    expect(run.melt?.readings).toMatchObject({ points: 30, channels: ['FAM', 'HEX'] })
    expect(run.source.software).toBe('AriaMx')
    expect(run.wells[1]).toMatchObject({ sample: 'Water', sampleType: 'ntc' })
    expect(run.wells[0]?.targets).toMatchObject([
      { target: 'GAPDH', dye: 'FAM', channel: 'FAM', cq: 17.5 },
      { target: 'IL6', dye: 'HEX', channel: 'HEX', cq: 18.5 },
    ])
    expect(codes).toContain('element_ignored')
    expect(planImport(run, newUuid).evaluation.targets).toHaveLength(2)
  })

  it('keep the well of any program where its title names it above one curve', async () => {
    const { file, run } = await readOne(text(makeBlocks('Fluorescence', false), '\t'))
    expect(file.format).toBe('table')
    expectPlots(run)
  })
})
