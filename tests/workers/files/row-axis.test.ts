import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne, refusal } from './caught.ts'

const wells = ['A1', 'A2', 'B1']
type Cells = readonly (string | number)[]
const write = (rows: readonly Cells[]) => `${rows.map((row) => row.join(',')).join('\n')}\n`
/** Write rows of curves, with more cells before their values. */
const curves = (names: readonly string[], ...more: string[]): Cells[] =>
  names.map((name, curve) => [
    name,
    ...more,
    ...tableCycles.map((cycle) => tableLight(curve, cycle)),
  ])
const along = (word: string, valueOf: (cycle: number) => string | number): Cells => [
  word,
  ...tableCycles.map(valueOf),
]

async function read(text: string) {
  const { file, run } = await readOne(text)
  const told = [...file.notices, ...run.notices]
  return { run, told, errors: told.filter(({ severity }) => severity === 'error') }
}

describe('a row of cycles, temperatures or times above a row for each curve', () => {
  it.each([
    ['Cycle', (cycle: number) => cycle],
    ['Cycle Number', (cycle: number) => `Cycle ${cycle}`],
    ['Zyklus', (cycle: number) => cycle],
  ])('issue 15: is one of cycles behind the word %s', async (word, valueOf) => {
    const { run, errors } = await read(write([along(word, valueOf), ...curves(wells)]))
    expect(run.wells.map(({ name }) => name)).toEqual(wells)
    expect(run.amplification?.readings.points).toBe(tableCycles.length)
    expect(curveOf(run.amplification!.readings, 0, 12)[20]).toBe(tableLight(2, 21))
    expect(errors).toEqual([])
  })

  it('issue 15: is above curves named by their samples, which are put along the plate', async () => {
    const { run, told } = await read(
      write([along('Cycle', (cycle) => cycle), ...curves(['Liver', 'Heart'])]),
    )
    expect(run.wells.map(({ name, sample }) => `${name} ${sample}`)).toEqual([
      'A1 Liver',
      'A2 Heart',
    ])
    expect(told.map(({ code }) => code)).toContain('wells_in_order')
  })

  it('issue 15: has the temperatures of a melt', async () => {
    const melt = write([along('Temperature', (cycle) => 60 + cycle / 2), ...curves(wells)])
    const { run, errors } = await read(melt)
    expect(run.melt?.readings.temperatures?.[1]).toBe(61)
    expect(curveOf(run.melt!.readings, 0, 1)[20]).toBe(tableLight(1, 21))
    expect(errors).toEqual([])
  })

  it.each([
    [
      'seconds',
      write([
        along('Time [s]', (n) => (n - 1) * 60),
        along('Temp. [°C]', () => 37.1),
        ...curves(wells),
      ]),
    ],
    [
      'a clock below the names of columns',
      write([
        ['Well', 'Content', ...tableCycles.map((n) => `Raw Data (485 520 ${n})`)],
        ['', ...along('Time', (n) => `0 h ${n - 1} min`)],
        ...curves(wells, 'Sample X1'),
      ]),
    ],
    [
      'columns for the rows and the columns of the plate',
      write([
        ['Well Row', 'Well Col', 'Content', ...tableCycles.map(() => 'Raw Data (485/520)')],
        ['', '', ...along('Time [min]', (n) => n - 1)],
        ...curves(['A', 'A', 'B']).map(([row, ...values], i) => [
          row ?? '',
          [1, 2, 1][i] ?? 0,
          'Sample',
          ...values,
        ]),
      ]),
    ],
  ])('issue 15: has times of an isothermal run: %s', async (_, text) => {
    const { run, told, errors } = await read(text)
    expect(run.minutesPerReading).toBe(1)
    expect(run.wells.map(({ name }) => name)).toEqual(wells)
    expect(run.amplification?.readings.points).toBe(tableCycles.length - 1)
    expect(curveOf(run.amplification!.readings, 0, 12)[0]).toBe(tableLight(2, 2))
    expect(told.map(({ code }) => code)).toContain('time_zero')
    expect(errors).toEqual([])
  })

  it('issue 15: of cycles counts before the times and temperatures below it, which are named', async () => {
    const text = write([
      along('Cycle', (n) => n),
      along('Time [s]', (n) => (n - 1) * 60),
      along('Temp. [°C]', () => 60.1),
      ...curves(wells),
    ])
    const { run, told, errors } = await read(text)
    expect([run.minutesPerReading, run.amplification?.readings.points]).toEqual([undefined, 30])
    const named = told.filter(({ place }) => place.row === 2 || place.row === 3)
    expect(named.map(({ severity, code, params }) => [severity, code, params['element']])).toEqual([
      ['warning', 'times_beside_cycles', 'Time [s]'],
      ['info', 'element_ignored', 'Time [s]'],
      ['info', 'element_ignored', 'Temp. [°C]'],
    ])
    expect(errors).toEqual([])
  })

  it.each([
    ['Cycle Nr.', 65.1],
    ['Cycle', 39.2],
  ])(
    'issue 15: of readings that a plate reader calls %s gives way to the times beside it, at %d °C',
    async (word, degrees) => {
      const rows = [
        along(word, (n) => n),
        along('Time [s]', (n) => (n - 1) * 60),
        along('Temp. [°C]', () => degrees),
        ...curves(wells),
      ]
      const turned = rows[0]!.map((_, column) => rows.map((row) => row[column]!))
      for (const text of [write(rows), write(turned)]) {
        // oxlint-disable-next-line no-await-in-loop
        const { run, told, errors } = await read(text)
        const points = run.amplification?.readings.points
        expect([run.minutesPerReading, points, run.wells.length]).toEqual([1, 29, wells.length])
        expect(told.map(({ code }) => code)).toContain('times_as_readings')
        expect(errors).toEqual([])
      }
    },
  )

  it('issue 15: of a plate reader may be there for each dye, under its title', async () => {
    const section = (dye: string, names: readonly string[]) => [
      [dye],
      along('Cycle Nr.', (n) => n),
      along('Time [s]', (n) => (n - 1) * 60),
      along('Temp. [°C]', () => 37),
      ...curves(names),
      [],
    ]
    const rows = [['Application: Tecan i-control'], [], ...section('FAM', wells)]
    const { run, errors } = await read(write([...rows, ...section('ROX', wells)]))
    expect(run.amplification?.readings.channels).toEqual(['FAM', 'ROX'])
    expect([run.minutesPerReading, errors]).toEqual([1, []])
  })

  it('issue 15: may be there for each well, with the mean of several reads', async () => {
    const block = (name: string, curve: number): Cells[] => [
      ['Cycles / Well'],
      along(name, (n) => n),
      along('Time [s]', (n) => (n - 1) * 60),
      along('Temp. [°C]', () => 37),
      along('Mean', (n) => tableLight(curve, n)),
      along('StDev', () => 3),
      along('0;0', (n) => tableLight(curve, n) - 2),
      along('1;0', (n) => tableLight(curve, n) + 2),
      [],
    ]
    const { run, told, errors } = await read(write(wells.flatMap(block)))
    expect(run.wells.map(({ name }) => name)).toEqual(wells)
    for (const [curve, well] of [0, 1, 12].entries()) {
      const light = [...curveOf(run.amplification!.readings, 0, well)]
      expect(light).toEqual(tableCycles.slice(1).map((cycle) => tableLight(curve, cycle)))
    }
    expect([run.minutesPerReading, errors]).toEqual([1, []])
    const ignored = told.filter(({ code }) => code === 'element_ignored')
    expect(ignored.map(({ params }) => [params['element'], params['count']])).toContainEqual([
      'StDev, 0;0',
      9,
    ])
  })

  it('issue 15: may be there for each dye', async () => {
    const block = (dye: string, names: readonly string[]) =>
      `${dye}\n${write([along('Time [s]', (n) => n * 30), ...curves(names)])}`
    const { run, errors } = await read(`${block('FAM', wells)}\n${block('HEX', wells)}`)
    expect(run.amplification?.readings.channels).toEqual(['FAM', 'HEX'])
    expect([run.minutesPerReading, errors]).toEqual([0.5, []])
  })

  it('issue 15: names values that are no numbers and rows without a well, with their places in the file', async () => {
    const text = write([
      along('Time [s]', (n) => n * 60),
      along('Temp. [°C]', () => 37.1),
      ...curves(wells),
    ])
    const over = await read(text.replace(/^(A2,[^,]*),[^,]*/m, '$1,OVER'))
    expect(over.errors.map(({ code, place }) => [code, place.row, place.column])).toEqual([
      ['number_unreadable', 4, 3],
    ])
    const unnamed = await read(text.replace(/^A2,/m, ','))
    expect(unnamed.errors.map(({ place }) => place.row)).toContain(4)
  })

  it('issue 15: is refused with its place where its times have no unit or are not even', async () => {
    const times = (word: string, valueOf: (cycle: number) => string | number) =>
      refusal(write([['Kinetics'], along(word, valueOf), ...curves(wells)]))
    expect(await times('Time', (n) => n)).toMatchObject({
      reason: 'time_unit_unknown',
      params: { row: 2 },
    })
    expect(await times('Time [s]', (n) => n * n * 60)).toMatchObject({
      reason: 'times_uneven',
      params: { row: 2 },
    })
  })

  it('issue 15: is no header with a column for each tube', async () => {
    const rows = tableCycles.map((cycle): Cells => [
      cycle,
      ...[0, 1, 2, 3, 4].map((tube) => tableLight(tube, cycle)),
    ])
    const { run } = await read(write([['Cycle', 1, 2, 3, 4, 5], ...rows]))
    expect(run.wells.map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5'])
    expect(run.amplification?.readings.points).toBe(tableCycles.length)
  })
})
