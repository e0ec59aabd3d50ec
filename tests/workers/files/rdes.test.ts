import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { writeRdes } from '../../../workers/files/rdes/write.ts'
import { createExportRun } from '../../support/export-run.ts'
import { bundledFiles } from '../../support/file-fixtures.ts'
import { caught, readOne, refusal } from './caught.ts'

const head = 'Well\tSample\tSample Type\tTarget\tTarget Type\tDye\tCq\t1\t2\t3'
const table = (...rows: string[]) => `${[head, ...rows].join('\n')}\n`
const row = 'A1\tS\tunkn\tT\ttoi\tFAM\t21.5\t10\t11\t12.5'
const wholes = row.replace('21.5', '')

describe('reading RDES', () => {
  it('reads the example of the format, whose cycles begin at 3', async () => {
    const bytes = bundledFiles().find(({ name }) => name.startsWith('RDES'))?.bytes
    const { run, codes } = await readOne(bytes ?? '')
    expect(run.plate).toEqual({ rows: 8, columns: 12, labels: 'letters' })
    expect(run.wells).toHaveLength(90)
    expect(run.amplification?.state).toBe('raw')
    const curve = run.amplification && curveOf(run.amplification.readings, 0, 0)
    expect([...(curve?.subarray(0, 4) ?? [])]).toEqual([Number.NaN, Number.NaN, 668.43, 644.8])
    expect(run.wells[0]?.targets[0]).toMatchObject({ cq: null, cqGiven: true })
    expect(run.wells[3]?.targets[0]?.cq).toBe(25.749)
    expect(codes).toEqual(['plate_assumed', 'wells_missing'])
  })

  it('reads several melting temperatures', async () => {
    const { run } = await readOne(table(row.replace('21.5', '84.2;79.1')).replace('Cq', 'Tm'))
    expect(run.amplification).toBeNull()
    expect(run.wells[0]?.targets[0]).toMatchObject({ tm: [84.2, 79.1], cqGiven: false })
    expect([...(run.melt?.readings.temperatures ?? [])]).toEqual([1, 2, 3])
  })

  it('reads tables that were saved again: semicolons, quotes, decimal commas, Windows lines', async () => {
    const saved = table(row, row.replace('A1', 'H12'))
      .replaceAll('.', ',')
      .replaceAll('\t', ';')
      .replaceAll(/([^;\n]+)/g, '"$1"')
      .replaceAll('\n', '\r\n')
    const { run, codes } = await readOne(saved)
    expect([...(run.amplification?.readings.values.subarray(0, 3) ?? [])]).toEqual([10, 11, 12.5])
    expect(run.wells.map(({ name, targets }) => [name, targets[0]?.cq])).toEqual([
      ['A1', 21.5],
      ['H12', 21.5],
    ])
    expect(codes).toContain('decimal_comma')
  })

  it('takes the notation of the light from the Cq, which is never a thousand', async () => {
    const light = async (own: string) => {
      const { run } = await readOne(table(own))
      return run.amplification?.readings.values[2]
    }
    expect(await light(row.replace('21.5', '21,525').replace('12.5', '1.250'))).toBe(1250)
    expect(await light(row.replace('21.5', '21.525').replace('12.5', '1,250'))).toBe(1250)
    expect(await light(row.replace('21.5', '21.525').replace('12.5', '1.250'))).toBe(1.25)
  })

  it('reads places of a rotor', async () => {
    const { run } = await readOne(table(row.replace('A1', '1'), row.replace('A1', '36')))
    expect(run.plate).toEqual({ rows: 36, columns: 1, labels: 'numbers' })
    expect(run.wells.map(({ name }) => name)).toEqual(['1', '36'])
  })

  it('tells a well with a target twice and with two samples', async () => {
    const { run, codes } = await readOne(
      table(row, row.replace('10', '99'), row.replace('\tT\t', '\tU\t').replace('S', 'Q')),
    )
    expect(run.wells[0]).toMatchObject({ sample: 'S', targets: [{ target: 'T' }, { target: 'U' }] })
    expect(codes).toEqual(expect.arrayContaining(['target_twice', 'samples_differ', 'dye_shared']))
  })

  it.each([
    ['a row that was cut', table(row, row.slice(0, -5)), 'table_row_length', 3],
    ['a row that was shifted', table(row.replace('S', 'S\tx')), 'table_row_length', 2],
    ['a well that does not exist', table(row, row.replace('A1', 'A0')), 'well_unreadable', 3],
    ['commas that may be thousands', table(wholes.replace('12.5', '1,250')), 'number_ambiguous', 2],
    ['points that may be thousands', table(wholes.replace('12.5', '1.250')), 'number_ambiguous', 2],
    [
      'commas beside points',
      table(row, row.replace('12.5', '12,25').replace('11', '1.55')),
      'number_mixed',
      3,
    ],
    ['a quote that stays open', table(row, `"${row}`), 'text_quote_open', 3],
    ['a cycle that is no number', table(row).replace('\t3\n', '\tx\n'), 'number_unreadable', 1],
  ])('refuses %s and names the row', async (_, text, reason, line) => {
    const fault = await refusal(text)
    expect(fault.reason).toBe(reason)
    expect(fault.params).toMatchObject({ row: line })
  })

  it('refuses a header alone, and rows without any value', async () => {
    const empty = table('A1\tS\tunkn\tT\ttoi\tFAM\t\t\t\t')
    expect((await refusal(empty)).reason).toBe('file_without_curves')
    expect((await refusal(`${head}\n`)).reason).toBe('file_without_runs')
  })
})

describe('writeRdes', () => {
  const run = createExportRun({ wells: 12, cycles: 30, temperatures: 40 })

  it('reads back as the same curves, to the last bit', async () => {
    const files = writeRdes(run)
    const amplification = await readOne(files.amplification ?? '')
    const melt = await readOne(files.melt ?? '')
    for (const channel of [0, 1]) {
      for (const { well } of run.wells) {
        for (const phase of ['amplification', 'melt'] as const) {
          const back = { amplification, melt }[phase].run[phase]
          const written = run[phase]
          expect(back && curveOf(back.readings, channel, well)).toEqual(
            written && curveOf(written.readings, channel, well),
          )
        }
      }
    }
    expect(melt.run.melt?.readings.temperatures).toEqual(run.melt?.readings.temperatures)
    expect(amplification.run.wells.map(({ targets }) => targets.map(({ cq }) => cq))).toEqual(
      run.wells.map(({ targets }) => targets.map(({ cq }) => cq)),
    )
    expect(amplification.run.wells[1]?.sample).toBe('Sample 7')
  })

  it('writes what the format asks for: tabs, line feeds, codes', () => {
    const text = new TextDecoder().decode(writeRdes(run).amplification ?? new Uint8Array())
    const [first, second, third] = text.split('\n').map((line) => line.split('\t'))
    expect(first?.slice(0, 9).join()).toBe(`${head.split('\t').slice(0, 9).join()}`)
    expect(second?.slice(0, 7)).toEqual(['A1', 'Standard 1', 'std', 'Gene A', 'toi', 'FAM', '20'])
    expect(third?.slice(3, 7)).toEqual(['Gene B', 'ref', 'VIC', '-1.0'])
    expect(text).not.toMatch(/["\r]/)
    expect(text.endsWith('\n')).toBe(true)
  })

  it('writes wells that were melted at temperatures of their own', async () => {
    const own = structuredClone(run)
    if (own.melt) {
      const { temperatures, points, wells } = own.melt.readings
      const wide = new Float64Array(wells * points)
      wide.forEach(
        (_, i) => (wide[i] = (temperatures[i % points] ?? 0) + Math.floor(i / points) / 8),
      )
      own.melt.readings.temperatures = wide
    }
    const { run: back } = await readOne(writeRdes(own).melt ?? '')
    const at = (readings: typeof back.melt, well: number) => [
      ...(readings?.readings.temperatures.subarray(well * 40, well * 40 + 40) ?? []),
    ]
    expect(at(back.melt, 14)).toEqual(at(own.melt, 14))
  })

  it('writes the curves of a colour compensation, to which the Cqs beside them belong', async () => {
    const readings = structuredClone(run.amplification!.readings)
    readings.values.forEach((value, i) => (readings.values[i] = value / 2))
    const melt = structuredClone(run.melt!.readings)
    melt.values.forEach((value, i) => (melt.values[i] = value / 4))
    const files = writeRdes({ ...run, compensated: { amplification: readings, melt } })
    const { run: back } = await readOne(files.amplification ?? '')
    expect(curveOf(back.amplification!.readings, 0, 0)).toEqual(curveOf(readings, 0, 0))
    const { run: warm } = await readOne(files.melt ?? '')
    expect(curveOf(warm.melt!.readings, 0, 0)).toEqual(curveOf(melt, 0, 0))
    expect(back.wells[0]?.targets[0]?.cq).toBe(run.wells[0]?.targets[0]?.cq)
  })

  it('refuses to write nothing, and leaves corrected curves out', async () => {
    expect((await caught(() => writeRdes({ ...run, wells: [] }))).reason).toBe('export_empty')
    const normalised = structuredClone(run)
    if (normalised.amplification) normalised.amplification.state = 'normalised'
    const files = writeRdes(normalised)
    expect(files.amplification).toBeNull()
    expect(files.notices).toMatchObject([{ code: 'curves_not_written' }])
  })
})
