import { describe, expect, it } from 'vitest'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne } from './caught.ts'

type Row = (string | number)[]
const wells = ['A1', 'A2', 'B1', 'B2']
const text = (rows: readonly Row[], delimiter = ',') =>
  `${rows.map((row) => row.join(delimiter)).join('\n')}\n`
const curves: Row[] = [
  ['Cycle', ...wells],
  ...tableCycles.map((cycle): Row => [cycle, ...wells.map((_, i) => tableLight(i, cycle))]),
]
const results: Row[] = [
  ['Well', 'Sample', 'Type', 'Target', 'Ct', 'Ct Mean', 'Quantity', 'Tm1', 'Tm2'],
  ['A1', 'S1', 'Standard', 'GAPDH', 20.125, 20.2, 1000, 82.5, 76],
  ['A2', 'Liver', 'Unknown', 'GAPDH', 21.5, 20.2, 500, 82.4, ''],
  ['B1', 'Water', 'NTC', 'GAPDH', 'Undetermined', '', '', '', ''],
  ['B2', 'Heart', 'Unknown', 'GAPDH', 'N/A', '', '', 71, ''],
]
const wanted = [
  'A1 S1 std GAPDH 20.125 true 82.5,76 1000',
  'A2 Liver unkn GAPDH 21.5 true 82.4 ',
  'B1 Water ntc GAPDH  true  ',
  'B2 Heart unkn GAPDH  true 71 ',
]
const told = (run: ImportedRun) =>
  run.wells.flatMap(({ name, sample, sampleType, targets }) =>
    targets.map(({ target, cq, cqGiven, tm, quantity }) =>
      [name, sample, sampleType, target, cq, cqGiven, tm.join(), quantity?.value].join(' '),
    ),
  )
const errors = (run: ImportedRun) => run.notices.filter(({ severity }) => severity === 'error')

describe('results beside the curves of any program', () => {
  it.each([
    ['below the curves', text([...curves, [], ...results])],
    ['below the curves, with a title', text([['Run 7'], ...curves, [], ['Results'], ...results])],
    ['above the curves', text([...results, [], ...curves])],
    [
      'on a sheet of their own',
      writeXlsx([
        { name: 'Curves', rows: curves },
        { name: 'Values', rows: results },
      ]),
    ],
    [
      'with decimal commas, below whole numbers of light',
      text(
        [
          ...curves.map((row, i) =>
            row.map((cell) => (i === 0 ? cell : Math.round(Number(cell) * 100))),
          ),
          [],
          ...results.map((row) => row.map((cell) => String(cell).replace('.', ','))),
        ],
        ';',
      ),
    ],
  ])('issue 15: are read %s', async (_, file) => {
    const { run } = await readOne(file)
    expect(told(run)).toEqual(wanted)
    expect(run.wells.map(({ targets }) => targets[0]?.channel)).not.toContain(null)
    expect(errors(run)).toEqual([])
    const ignored = run.notices.filter(({ code }) => code === 'element_ignored')
    expect(ignored.map(({ params }) => params['element'])).toEqual(['Ct Mean'])
  })

  it('issue 15: are read of a table that names no target and no sample', async () => {
    const own = results.map(([well, , , , cq]) => [well!, cq!])
    const { run } = await readOne(text([...curves, [], ...own]))
    expect(run.wells.map(({ targets }) => targets.map(({ cq }) => cq))).toEqual([
      [20.125],
      [21.5],
      [null],
      [null],
    ])
    expect(errors(run)).toEqual([])
  })

  it('issue 15: are read of a row for each curve, and of a row for each reading', async () => {
    const rows = results.map((row, i) => [
      ...row,
      ...tableCycles.map((cycle) => (i === 0 ? cycle : tableLight(i - 1, cycle))),
    ])
    const readings = [
      [...results[0]!, 'Cycle', 'Fluorescence'],
      ...results
        .slice(1)
        .flatMap((row, i) => tableCycles.map((cycle) => [...row, cycle, tableLight(i, cycle)])),
    ]
    for (const table of [rows, readings]) {
      // oxlint-disable-next-line no-await-in-loop
      const { run } = await readOne(text(table))
      expect(told(run)).toEqual(wanted)
      expect(errors(run)).toEqual([])
    }
  })

  it('issue 15: of two targets of a well with one curve are kept apart, and named: it may be that of either', async () => {
    const own: Row[] = [
      ['Well', 'Target', 'Cq'],
      ['A1', 'GAPDH', 20.5],
      ['A1', 'ACTB', 25.5],
    ]
    const { run } = await readOne(text([...curves, [], ...own]))
    const cqs = run.wells[0]?.targets.flatMap(({ target, cq }) =>
      cq === null ? [] : [[target, cq]],
    )
    expect(cqs).toEqual([
      ['GAPDH', 20.5],
      ['ACTB', 25.5],
    ])
    expect(errors(run).map(({ code, place }) => [code, place.target])).toEqual([
      ['result_without_curve', 'GAPDH'],
      ['result_without_curve', 'ACTB'],
    ])
  })

  it('issue 15: of one target that differ are named, and the first is kept', async () => {
    const second = ['A2', 'Liver', 'Unknown', 'GAPDH', 25.5, '', '', '', '']
    const { run } = await readOne(text([...curves, [], ...results, second]))
    expect(told(run)).toEqual(wanted)
    expect(errors(run).map(({ code, place }) => [code, place.well])).toEqual([
      ['target_twice', 'A2'],
    ])
  })
})

it('issue 15: exports of FQD-96A have the type, the concentration and the name of each sample', async () => {
  const head = ['Well', 'Property', 'Std. Con.', 'Target', 'Dye', ...tableCycles]
  const types = ['Standard', 'Unknown', 'Negative', 'Positive']
  const rows = wells.map((well, i): Row => {
    const light = tableCycles.map((cycle) => tableLight(i, cycle))
    return [well, types[i]!, i === 0 ? 2500 : '', 'GAPDH', 'FAM', ...light]
  })
  const values = wells.map((well, i): Row => [well, i, `Liver ${i}`, types[i]!, 'GAPDH', 20.5 + i])
  const result = ['Well', 'Sample ID', 'Sample Name', 'Property', 'Target', 'Ct']
  const { run } = await readOne(
    text([['Quan.Raw Data'], head, ...rows, [], ['Quan.Result'], result, ...values], '\t'),
  )
  expect(told(run)).toEqual([
    'A1 Liver 0 std GAPDH 20.5 true  2500',
    'A2 Liver 1 unkn GAPDH 21.5 true  ',
    'B1 Liver 2 ntp GAPDH 22.5 true  ',
    'B2 Liver 3 pos GAPDH 23.5 true  ',
  ])
  expect(errors(run)).toEqual([])
})

it('issue 15: a table of the curves by their names that is not read is an error', async () => {
  const named = (head: string) =>
    curves.map((row, i) => (i === 0 ? [head, 'S1', 'S2', 'S3', 'S4'] : row))
  const described = writeXlsx([
    { name: 'adp', rows: named('cyc') },
    {
      name: 'description',
      rows: [
        ['fdata.name', 'sample.type'],
        ['S1', 'std'],
        ['S2', 'ntc'],
      ],
    },
  ])
  const below = text([...named('Cycle'), [], ['Sample', 'Ct'], ['S1', 20.5], ['S2', 21.5]])
  for (const file of [described, below]) {
    // oxlint-disable-next-line no-await-in-loop
    const { run } = await readOne(file)
    expect(errors(run).map(({ code }) => code)).toEqual(['table_ignored'])
  }
})

it('issue 15: a column of words among the wells of a table of cycles is named', async () => {
  const table = curves.map(([cycle, ...light], i) => [cycle!, i === 0 ? 'Sample' : 'x', ...light])
  const { run } = await readOne(text(table))
  const ignored = run.notices.filter(({ code }) => code === 'element_ignored')
  expect(ignored.map(({ params }) => params)).toEqual([
    { element: 'Sample', count: tableCycles.length },
  ])
})
