import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { writeTidy } from '../../../workers/files/tidy/write-tidy.ts'
import { finishAtOnce } from '../../../workers/slices.ts'
import { createExportRun } from '../../support/export-run.ts'
import {
  makeCurveColumns,
  makeCurveRows,
  tableCycles,
  tableLight,
} from '../../support/curve-tables.ts'
import { readOne, refusal } from './caught.ts'

const newUuid = () => '00000000-0000-4000-8000-000000000000'

function expectCurve(run: ImportedRun, channel: number, well: number, curve: number) {
  const read = curveOf(run.amplification!.readings, channel, well)
  expect([...read]).toEqual(tableCycles.map((cycle) => tableLight(curve, cycle)))
}

const named = (run: ImportedRun) => run.wells.map(({ name, sample }) => `${name} ${sample}`.trim())

describe('tables with a column for each curve', () => {
  it.each([
    ['LightCycler 96', ['A1 FAM', 'A2 FAM', 'H12 FAM'], 'Cycles', '\t', ['A1', 'A2', 'H12']],
    [
      'LightCycler 480',
      ['A1: Liver', 'A2: Water, 2', 'B1: Spleen'],
      'Cycle',
      '\t',
      ['A1 Liver', 'A2 Water, 2', 'B1 Spleen'],
    ],
    [
      'iCycler',
      ['A01 ACTB', 'A02 ACTB', 'C07 ACTB'],
      'Zyklus',
      ';',
      ['A1 ACTB', 'A2 ACTB', 'C7 ACTB'],
    ],
  ])(
    'issue 15: takes wells, samples and dyes from the names of %s',
    async (_, names, head, separator, wells) => {
      const { file, run, codes } = await readOne(makeCurveColumns(names, head, separator))
      expect(file.format).toBe('table')
      expect(named(run)).toEqual(wells)
      expect(run.amplification).toMatchObject({ state: 'raw', readings: { points: 30, wells: 96 } })
      expectCurve(run, 0, run.wells[2]!.well, 2)
      expect(codes.filter((code) => code === 'dye_unknown')).toHaveLength(head === 'Cycles' ? 0 : 1)
      expect(planImport(run, newUuid).evaluation.targets).toHaveLength(1)
    },
  )

  it('issue 15: takes numbers for the positions of a rotor, as Mic has them', async () => {
    const { run, codes } = await readOne(makeCurveColumns(['1', '2', '48']))
    expect(run.plate).toMatchObject({ rows: 48, columns: 1, labels: 'numbers' })
    expectCurve(run, 0, 47, 2)
    expect(codes).toContain('rotor_in_rows')
  })

  it('issue 15: puts curves without wells along the rows, and says so', async () => {
    const names = ['F1.1', 'F1.2', 'F10.1', 'F10.2'].concat(
      Array.from({ length: 9 }, (_, i) => `S${i}.x`),
    )
    for (const head of ['Cycles', 'Cycle']) {
      const { run } = await readOne(makeCurveColumns(names, head))
      expect(named(run).slice(0, 4)).toEqual(['A1 F1.1', 'A2 F1.2', 'A3 F10.1', 'A4 F10.2'])
      expect(run.wells[12]).toMatchObject({ name: 'B1', sample: 'S8.x' })
      expectCurve(run, 0, 12, 12)
      expect(run.notices.find(({ code }) => code === 'wells_in_order')?.params).toEqual({
        first: 'F1.1',
        last: 'S8.x',
        from: 'A1',
        to: 'B1',
      })
    }
  })

  it('issue 15: keeps curves of one name apart, as replicates', async () => {
    const { run } = await readOne(makeCurveColumns(['Liver', 'Liver', 'B1', 'B1'], 'Cycles'))
    expect(named(run)).toEqual(['A1 Liver', 'A2 Liver', 'A3 B1', 'A4 B1'])
    expectCurve(run, 0, 1, 1)
  })

  it('issue 15: names the columns that are no curves', async () => {
    const text = makeCurveColumns(['A1', 'Time', 'A2', 'Remark'], 'Cyc').replaceAll(
      /,[^,\r]*\r/g,
      (cell) => (/Remark/.test(cell) ? cell : ',\r'),
    )
    const { run } = await readOne(text)
    expect(named(run)).toEqual(['A1', 'A2'])
    const ignored = run.notices.filter(({ code }) => code === 'element_ignored')
    expect(ignored.map(({ params }) => params['element'])).toEqual(['Time', 'Remark'])
  })

  it('issue 15: joins the tables of several dyes of an archive', async () => {
    const names = ['A1: Liver', 'A2: Water']
    const { run } = await readOne(
      zipSync({
        'run_FAM.csv': strToU8(makeCurveColumns(names, 'Cycles')),
        'run_HEX.csv': strToU8(makeCurveColumns([...names].reverse(), 'Cycles')),
      }),
    )
    expect(run.amplification?.readings.channels).toEqual(['FAM', 'HEX'])
    expectCurve(run, 1, 1, 0)
    expect(run.wells[0]?.targets.map(({ target }) => target)).toEqual(['FAM', 'HEX'])
  })

  it('issue 15: takes curves that cross zero from the start as subtracted', async () => {
    const text = makeCurveColumns(['A1 FAM', 'A2 FAM'], 'Cycles').replaceAll(
      /(?<=,)([\d.]+)/g,
      (value) => String(Number(value) - 10.02),
    )
    const { run, codes } = await readOne(text)
    expect(run.amplification?.state).toBe('baseline-subtracted')
    expect(codes).toContain('curves_look_subtracted')
  })

  it('issue 15: reads melts by temperature', async () => {
    const { run } = await readOne(
      zipSync({
        'a.csv': strToU8(makeCurveColumns(['A1 FAM', 'B1 FAM'], 'Cycles')),
        'b.csv': strToU8(
          makeCurveColumns(['A1 FAM', 'B1 FAM'], 'Temperature (°C)').replaceAll(
            /^(\d+),/gm,
            (_, at) => `${60 + Number(at) / 2},`,
          ),
        ),
      }),
    )
    expect(run.melt?.readings).toMatchObject({ points: 30, channels: ['FAM'] })
  })
})

describe('tables with a row for each curve', () => {
  it.each([['.'], [',']])(
    'issue 15: takes the columns beside the cycles, with a decimal %s',
    async (decimal) => {
      const { run } = await readOne(makeCurveRows(decimal))
      expect(run.amplification?.readings).toMatchObject({ channels: ['FAM', 'VIC'], points: 30 })
      expectCurve(run, 0, 12, 2)
      expectCurve(run, 1, 95, 3)
      expect(run.wells[0]).toMatchObject({ name: 'A1', sample: 'Sample 0', sampleType: 'unkn' })
      expect(run.wells[3]).toMatchObject({ name: 'H12', sampleType: 'ntc' })
      expect(run.wells[0]?.targets.map(({ target, dye }) => `${target} ${dye}`)).toEqual([
        'Gene A FAM',
        'Gene B VIC',
      ])
      const ignored = run.notices.filter(({ code }) => code === 'element_ignored')
      expect(ignored.map(({ params }) => params['element'])).toEqual(['Comment'])
    },
  )

  it('issue 15: reads several tables below each other, each with its title', async () => {
    const tables = ['FAM', 'HEX'].map(
      (dye) => `${dye}\r\n${makeCurveColumns(['A1: Liver', 'A2: Water'], 'Cycles', '\t')}`,
    )
    const { run } = await readOne(tables.join('\r\n'))
    expect(run.amplification?.readings).toMatchObject({ channels: ['FAM', 'HEX'], points: 30 })
    expectCurve(run, 1, 0, 0)
  })

  it('issue 15: takes the dyes of a column that SDS software calls Reporter Dye', async () => {
    const head = ['Well', 'Detector', 'Reporter Dye', ...tableCycles.map((one) => `Cycle ${one}`)]
    const rows = ['16S,FAM', 'ACT,VIC'].map((facts, i) =>
      [i + 1, facts, ...tableCycles.map((cycle) => tableLight(i, cycle))].join(','),
    )
    const { run, codes } = await readOne(`${[head.join(','), ...rows].join('\n')}\n`)
    expect(run.amplification?.readings.channels).toEqual(['FAM', 'VIC'])
    expect(run.wells.flatMap(({ targets }) => targets.map(({ target }) => target))).toEqual([
      '16S',
      'ACT',
    ])
    expect(codes).not.toContain('dye_unknown')
  })

  it('issue 15: gives targets of one well channels of their own where nothing names a dye', async () => {
    const text = makeCurveRows().replaceAll(/\t(FAM|VIC|Dye)\t/g, '\t')
    const { run, codes } = await readOne(text)
    expect(named(run)).toHaveLength(4)
    expect(run.amplification?.readings.channels).toEqual(['Gene A', 'Gene B'])
    expectCurve(run, 1, 0, 3)
    expect(codes).toContain('dye_unknown')
  })

  it('issue 15: takes the types of a column that LineGene calls Property', async () => {
    const types = ['Unknown', 'Standard', 'Negative', 'Positive', 'NTC']
    const rows = types.map((type, i) =>
      [`A${i + 1}`, type, 'Gene', 'FAM', ...tableCycles.map((cycle) => tableLight(i, cycle))].join(
        '\t',
      ),
    )
    const head = ['Well', 'Property', 'Target', 'Dye', ...tableCycles].join('\t')
    const { run } = await readOne(`Quan. Raw\n\n${head}\n${rows.join('\n')}\n`)
    expect(run.wells.map(({ sampleType }) => sampleType)).toEqual([
      'unkn',
      'std',
      'ntp',
      'pos',
      'ntc',
    ])
  })

  it('issue 15: takes no plate for a table of cycles', async () => {
    const row = (name: string) => [name, ...Array.from({ length: 24 }, () => 'Liver')].join('\t')
    const text = `\t${tableCycles.slice(0, 24).join('\t')}\r\n${[...'ABCDEFGHIJKLMNOP'].map(row).join('\r\n')}\r\n`
    expect((await refusal(text)).reason).toBe('file_format_unknown')
  })
})

describe('tables with a row for each reading', () => {
  const header = [
    'Well',
    'Sample',
    'Task',
    'Gene',
    'Remark',
    'Cycle',
    'Temperature',
    'Fluorescence',
  ]
  const rows = ['A1', 'A2', 'B1'].flatMap((well, w) =>
    ['ACTB', 'IL6'].flatMap((gene, g) => {
      const facts = [well, `Sample ${w}`, w === 2 ? 'NTC' : 'Unknown', gene, 'x']
      const curve = g === 0 ? w : 3
      return [
        ...tableCycles.map((cycle) => [...facts, cycle, 60, tableLight(curve, cycle)]),
        ...tableCycles.map((at) => [...facts, '', 60 + at, tableLight(curve, 31 - at)]),
      ]
    }),
  )
  const write = (lines: readonly (readonly (string | number)[])[]) =>
    `${lines.map((line) => line.join(',')).join('\n')}\n`

  it('issue 15: takes wells, samples and targets, amplification and melt', async () => {
    const { run, codes } = await readOne(write([header, ...rows]))
    expect(named(run)).toEqual(['A1 Sample 0', 'A2 Sample 1', 'B1 Sample 2'])
    expect(run.amplification?.readings).toMatchObject({ channels: ['ACTB', 'IL6'], points: 30 })
    expectCurve(run, 0, 1, 1)
    expectCurve(run, 1, 12, 3)
    expect(run.melt?.readings).toMatchObject({ points: 30 })
    expect(run.wells[2]).toMatchObject({ sampleType: 'ntc' })
    expect(run.wells[2]?.targets.map(({ target }) => target)).toEqual(['ACTB', 'IL6'])
    expect(codes).toContain('dye_unknown')
    const ignored = run.notices.filter(({ code }) => code === 'element_ignored')
    expect(ignored.map(({ params }) => params['element'])).toEqual(['Remark'])
  })

  it('issue 15: names the curves without a target of the tidy table that we write', async () => {
    const made = createExportRun({ wells: 4, cycles: 20, temperatures: 12 })
    const { run, codes } = await readOne(finishAtOnce(writeTidy(made)).bytes)
    expect(run.amplification?.readings.channels).toEqual(['FAM', 'VIC', 'ROX'])
    expect(codes).toContain('curve_named_by_dye')
  })

  it('issue 15: takes numbers of wells and channels, as Open qPCR writes them', async () => {
    const rows = [1, 2].flatMap((channel) =>
      [1, 16].flatMap((well) =>
        tableCycles.map((cycle) => {
          const light = tableLight(channel + well, cycle)
          return [light - 12, light - 300, light, channel, well, cycle].join(',')
        }),
      ),
    )
    const head =
      'baseline_subtracted_value,background_subtracted_value,fluorescence_value,channel,well_num,cycle_num'
    const { run } = await readOne(`${head}\n${rows.join('\n')}\n`)
    expect(run.wells.map(({ name }) => name)).toEqual(['1', '16'])
    expect(run.amplification).toMatchObject({ state: 'raw', readings: { channels: ['1', '2'] } })
    expect(curveOf(run.amplification!.readings, 1, 15)[20]).toBe(tableLight(18, 21))
    expect(run.notices.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('issue 15: refuses readings without a light or a cycle', async () => {
    expect((await refusal('Cycle,Well,Target,Depth\n1,A1,X,2.5\n2,A1,X,2.6\n')).reason).toBe(
      'file_format_unknown',
    )
    const without = (...columns: readonly number[]) =>
      write([header, ...rows.map((row) => row.map((cell, i) => (columns.includes(i) ? '' : cell)))])
    expect((await refusal(without(5, 6))).reason).toBe('file_without_curves')
    // Take readings at one temperature without cycles for no melt.
    expect((await refusal(without(5))).reason).toBe('file_without_curves')
    const text = write([header.with(4, 'Segment'), ...rows])
    expect((await refusal(text)).reason).toBe('file_format_unknown')
  })
})
