import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { readOne, refusal } from './caught.ts'

const newUuid = () => '00000000-0000-4000-8000-000000000000'
const count = 60
const light = (reading: number, start: number) =>
  Number((1 + 4.2 / (1 + Math.exp(-(reading - start - 3) / 1.4))).toFixed(4))

interface Style {
  delimiter?: string
  write?: (value: string) => string
}

/** Make a table with a column of times and one for each of three wells. */
function makeTable(
  head: string,
  timeOf: (reading: number) => string | number,
  { delimiter = ',', write = (value) => value }: Style = {},
): string {
  const rows = Array.from({ length: count }, (_, i) =>
    [timeOf(i + 1), light(i + 1, 20), light(i + 1, 24), light(i + 1, 90)]
      .map((value) => write(String(value)))
      .join(delimiter),
  )
  return `${[head, 'A1', 'A2', 'B1'].join(delimiter)}\n${rows.join('\n')}\n`
}

const clock = (seconds: number) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part, i) => String(Math.floor(part)).padStart(i === 0 ? 1 : 2, '0'))
    .join(':')

/** Read a table and return its minutes between readings, the codes of its notices, and the start of a curve. */
async function read(text: string) {
  const { file, run } = await readOne(text)
  const notices = [...file.notices, ...run.notices]
  return { run, notices, told: notices.map(({ severity, code }) => `${severity} ${code}`) }
}

describe('reading tables with times in the place of cycles', () => {
  it.each([
    ['minutes', makeTable('Time (min)', (n) => n * 0.5), 0.5],
    ['seconds', makeTable('Time [s]', (n) => n * 30), 0.5],
    ['hours', makeTable('elapsed time [hours]', (n) => n / 60), 1],
    ['the unit alone', makeTable('Seconds', (n) => n * 15), 0.25],
    ['a header in one word', makeTable('TimeSec', (n) => n * 15), 0.25],
    ['a clock', makeTable('Time', (n) => clock(n * 45)), 0.75],
    [
      'a clock whose header says its parts',
      makeTable('Time [hh:mm:ss]', (n) => clock(n * 45)),
      0.75,
    ],
    [
      'minutes and seconds',
      makeTable('Time (mm:ss)', (n) => `${Math.floor(n / 2)}:${n % 2 === 0 ? '00' : '30'}`),
      0.5,
    ],
    [
      'hours and minutes',
      makeTable('Time (h:mm)', (n) => `0:${String(n % 60).padStart(2, '0')}`).replace(
        '\n0:00',
        '\n1:00',
      ),
      1,
    ],
    [
      'times with their units',
      makeTable('Time', (n) => `${Math.floor(n / 60)} h ${n % 60} min`),
      1,
    ],
    ['seconds with their unit', makeTable('Time', (n) => `${n * 30} s`), 0.5],
    ['an exponent', makeTable('Time (s)', (n) => (n * 30).toExponential(2)), 0.5],
    [
      'times of a workbook',
      makeTable('Time', (n) => `1899-12-31T${clock(n * 30).padStart(8, '0')}`),
      0.5,
    ],
    ['times that are not quite even', makeTable('Time (s)', (n) => n * 30 + (n % 7) * 0.4), 0.5],
    [
      'German numbers',
      makeTable('Zeit (min)', (n) => n * 0.5, {
        delimiter: ';',
        write: (value) => value.replace('.', ','),
      }),
      0.5,
    ],
  ])('issue 15: reads %s as an isothermal run', async (_, text, minutes) => {
    const { run, told } = await read(text)
    expect(run.source.format).toBe('table')
    expect(run.amplification?.readings.points).toBe(count)
    expect([...curveOf(run.amplification!.readings, 0, 1).subarray(0, 2)]).toEqual([
      light(1, 24),
      light(2, 24),
    ])
    expect(run.minutesPerReading).toBeCloseTo(minutes, 2)
    expect(told).toContain('warning times_as_readings')
    expect(told.filter((one) => /error|shifted/.test(one))).toEqual([])
    const plan = planImport(run, newUuid)
    expect(plan.evaluation.assay).toEqual({
      kind: 'isothermal',
      minutes_per_reading: run.minutesPerReading,
    })
    expect(plan.evaluation.targets[0]).toMatchObject({ cq_method: 'threshold' })
    expect(plan.source.programme_given).toBe(false)
  })

  it('issue 15: leaves out the reading at time 0, so that reading n is after n times the minutes', async () => {
    const { run, told } = await read(makeTable('Time (min)', (n) => (n - 1) * 0.5))
    expect(run.amplification?.readings.points).toBe(count - 1)
    expect(curveOf(run.amplification!.readings, 0, 0)[0]).toBe(light(2, 20))
    expect(told).toContain('info time_zero')
  })

  it('issue 15: counts thousands of readings whose minutes have no end', async () => {
    const readings = 3000
    const rows = Array.from({ length: readings }, (_, i) => `${(i + 1) * 5},${light(i + 1, 900)}\n`)
    const { run, told } = await read(`Time (s),A1\n${rows.join('')}`)
    expect(run.amplification?.readings.points).toBe(readings)
    expect(curveOf(run.amplification!.readings, 0, 0)[899]).toBe(light(900, 900))
    expect(told.filter((one) => /cycle|error/.test(one))).toEqual([])
  })

  it('issue 15: says how far readings are from whole multiples of the time between them', async () => {
    const { notices } = await read(makeTable('Time (s)', (n) => n * 30 + 10))
    expect(notices.find(({ code }) => code === 'times_shifted')?.params.minutes).toBeCloseTo(
      1 / 6,
      3,
    )
  })

  it('issue 15: reads times of a row for each reading, and of a table for each dye', async () => {
    const wells = ['A1', 'B2'].flatMap((well, w) =>
      Array.from({ length: count }, (_, i) => `${well},${(i + 1) / 2},${light(i + 1, 20 + w)}\n`),
    )
    const long = await read(`Well,Time (min),Fluorescence\n${wells.join('')}`)
    expect(long.run.minutesPerReading).toBe(0.5)
    expect(long.run.wells.map(({ name }) => name)).toEqual(['A1', 'B2'])
    const dyes = ['FAM', 'HEX'].map((dye) => `${dye}\n${makeTable('Time (s)', (n) => n * 60)}`)
    const both = await read(dyes.join('\n'))
    expect(both.run.amplification?.readings.channels).toEqual(['FAM', 'HEX'])
    expect(both.run.minutesPerReading).toBe(1)
    const [fam = '', hex = ''] = dyes
    const unlike = `${fam}\n${hex.replaceAll(/^(\d+),/gm, (_, time) => `${Number(time) * 2},`)}`
    expect((await refusal(unlike)).reason).toBe('times_uneven')
  })

  it('issue 15: reads the melt of an isothermal run, below its times or in a file beside them', async () => {
    const amplification = makeTable('Time (min)', (n) => n * 0.5)
    const melt = makeTable('Temperature', (n) => 98 - n * 0.25)
    const archive = zipSync({ 'a.csv': strToU8(amplification), 'b.csv': strToU8(melt) })
    for (const content of [`${amplification}\n${melt}`, archive]) {
      // oxlint-disable-next-line no-await-in-loop
      const { run } = await readOne(content)
      expect([run.minutesPerReading, run.amplification?.readings.points]).toEqual([0.5, count])
      expect(curveOf(run.amplification!.readings, 0, 1)[30]).toBe(light(31, 24))
      expect([run.melt?.readings.channels.length, run.melt?.readings.points]).toEqual([1, count])
      expect(run.notices.filter(({ severity }) => severity === 'error')).toEqual([])
    }
  })

  it('issue 15: reads times beside each dye, and behind a column of dyes', async () => {
    const rows = Array.from({ length: count }, (_, i) => i + 1)
    const beside = rows.map((n) => `${n * 30},${light(n, 20)},${n * 30},${light(n, 24)}\n`)
    const below = ['FAM', 'HEX'].flatMap((dye, d) =>
      rows.map((n) => `${dye},${n * 30},${light(n, 20 + 4 * d)}\n`),
    )
    for (const text of [
      `FAM,,HEX,\nTime (s),A1,Time (s),A1\n${beside.join('')}`,
      `Dye,Time (s),A1\n${below.join('')}`,
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const { run, told } = await read(text)
      expect(run.amplification?.readings.channels).toEqual(['FAM', 'HEX'])
      expect(curveOf(run.amplification!.readings, 1, 0)[29]).toBe(light(30, 24))
      expect([run.minutesPerReading, told.filter((one) => /error/.test(one))]).toEqual([0.5, []])
    }
    const late = rows.map((n) => `${n * 30},${light(n, 20)},${n * 30 + 9},${light(n, 24)}\n`)
    const apart = await refusal(`Time (s),A1,Time (s),A2\n${late.join('')}`)
    expect(apart).toMatchObject({ reason: 'times_uneven', params: { row: 1, column: 3 } })
  })

  it('issue 15: names tables with times beside those with cycles as not read', async () => {
    const timed = makeTable('Time (s)', (n) => n * 60)
    const mixed = await read(`FAM\n${timed}\nHEX\n${makeTable('Cycle', (n) => n)}`)
    expect(mixed.run.amplification?.readings.channels).toEqual(['HEX'])
    expect(mixed.run.minutesPerReading).toBeUndefined()
    expect(mixed.told).toContain('error table_ignored')
  })

  it('issue 15: a log of times beside the tables of a vendor keeps them from nothing', async () => {
    const cfx = makeTable('Cycle', (n) => n)
    for (const log of [
      makeTable('Time (s)', (n) => n * 60).replace('A1,A2,B1', 'Block,Lid,Sink'),
      makeTable('Time', (n) => n * n).replace('A1,A2,B1', 'Block,Lid,Sink'),
    ]) {
      const file = zipSync({ 'Amplification_FAM.csv': strToU8(cfx), 'log.csv': strToU8(log) })
      const { run } = await readOne(file)
      expect(run.minutesPerReading).toBeUndefined()
      expect(run.amplification?.readings.points).toBe(count)
    }
  })

  it('issue 15: a temperature that stays the same beside the times is no melt', async () => {
    const text = makeTable('Time (min),Temperature', (n) => `${n / 2},${n < 3 ? 63.8 : 65.1}`)
    const level = await read(text)
    expect(level.run.minutesPerReading).toBe(0.5)
    expect(level.run.melt).toBeNull()
    const melt = await read(makeTable('Time (min),Temperature', (n) => `${n / 2},${60 + n / 2}`))
    expect(melt.run.minutesPerReading).toBeUndefined()
    expect(melt.run.melt?.readings.points).toBe(count)
  })

  it('issue 15: leaves out what was measured before time 0, which is in no curve', async () => {
    const { run, told } = await read(makeTable('Time (min)', (n) => (n - 3) * 0.5))
    expect(curveOf(run.amplification!.readings, 0, 0)[0]).toBe(light(4, 20))
    expect(told.filter((one) => /time_zero|error/.test(one))).toEqual(
      Array(3).fill('info time_zero'),
    )
  })

  it('issue 15: takes no melt for an isothermal run, whatever its temperatures are called', async () => {
    for (const head of ['T (°C)', 'T° 485;528', 'Block temp.', 'Temp [°C]']) {
      const rise = makeTable(`Time (s),${head}`, (n) => `${n * 10},${60 + n / 2}`)
      // oxlint-disable-next-line no-await-in-loop
      const end = await read(rise).catch(() => null)
      expect([head, end?.run.minutesPerReading]).toEqual([head, undefined])
      const level = makeTable(`Time (s),${head}`, (n) => `${n * 10},${65 + (n % 3) / 10}`)
      // oxlint-disable-next-line no-await-in-loop
      const { run, told } = await read(level)
      expect([head, run.minutesPerReading, told.some((one) => /error/.test(one))]).toEqual([
        head,
        expect.closeTo(1 / 6, 5),
        false,
      ])
    }
  })

  it('issue 15: reads times above a table of the plate, as Gen5 writes it', async () => {
    const times = makeTable('Time,T° GFP:485;528', (n) => `${clock((n - 1) * 60)},65.0`)
    const plate = ',1,2,3\nA,5101,498,77\nB,91,88,79\n'
    const { run, notices } = await read(
      `Software Version,3.11\n\nResults\n\n${times}\nResults\n${plate}`,
    )
    expect([run.minutesPerReading, run.amplification?.readings.points]).toEqual([1, count - 1])
    expect(curveOf(run.amplification!.readings, 0, 12)[0]).toBe(light(2, 90))
    // Name the table of the plate as lost, and nothing of the times.
    const lost = notices
      .filter(({ severity }) => severity === 'error')
      .map(({ place }) => place.row)
    expect([lost.length > 0, lost.every((row) => row! > count + 5)]).toEqual([true, true])
  })

  it('issue 15: takes times beside the cycles for no curve, and samples named by a time for curves', async () => {
    const names = (head: string) =>
      makeTable(head, (n) => `${n},${n * 71}`).replace('A1,A2,B1', 'Liver,Heart,Water')
    const beside = await read(names('Cycle,Time (s)'))
    expect(beside.run.wells.map(({ sample }) => sample)).toEqual(['Liver', 'Heart', 'Water'])
    expect(beside.told.filter((one) => /error/.test(one))).toEqual([])
    const course = await read(names('Cycle,Time 24 h'))
    expect(course.run.wells.map(({ sample }) => sample)).toEqual([
      'Time 24 h',
      'Liver',
      'Heart',
      'Water',
    ])
  })

  it.each([
    ['without a unit', makeTable('Time', (n) => n), 'time_unit_unknown'],
    [
      'of two parts, which nothing names',
      makeTable('Time', (n) => `${n % 60}:00`),
      'time_unit_unknown',
    ],
    ['of an afternoon', makeTable('Time', (n) => clock(14 * 3600 + n * 60)), 'times_of_day'],
    [
      'before and behind midnight',
      makeTable('Time', (n) => clock((86_400 - 1800 + n * 60) % 86_400)),
      'times_of_day',
    ],
    [
      'of an evening',
      makeTable('Time', (n) => `9:${String(n % 60).padStart(2, '0')}:00 PM`),
      'times_of_day',
    ],
    [
      'with a date',
      makeTable('Time', (n) => `2026-03-01 ${clock(36_000 + n * 30)}`),
      'times_of_day',
    ],
    [
      'that are not even',
      makeTable('Time (s)', (n) => n * 30 + (n % 7 === 3 ? 12 : 0)),
      'times_uneven',
    ],
    ['closer than a method can have', makeTable('Time (s)', (n) => n), 'times_uneven'],
  ])('issue 15: refuses times %s, with their place', async (_, text, reason) => {
    expect(await refusal(text)).toMatchObject({ reason, params: { row: 1, column: 1 } })
  })

  it('issue 15: takes no other table with times for curves', async () => {
    const days = Array.from({ length: 9 }, (_, i) => `2026-01-0${i + 1},x,y\n`)
    expect((await refusal(`Time,User,Event\n${days.join('')}`)).reason).toBe('file_format_unknown')
    const both = makeTable('Cycle,Time (s)', (n) => `${n},${n * 71}`)
    expect((await read(both)).run.minutesPerReading).toBeUndefined()
  })
})
