import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { analyse } from '../../../workers/run/analyse.ts'
import { curveOf } from '../../../workers/curves/readings.ts'
import { importFile } from '../../../workers/files/import.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { bundledFiles } from '../../support/file-fixtures.ts'
import {
  cfxSheets,
  madeCycles,
  madeValue,
  makeCfxSet,
  writeCsv,
  writeXml,
} from '../../support/vendor-files.ts'
import { readOne, refusal } from './caught.ts'
import { uuidOf } from '../../support/uuid-of.ts'

const fixture = (name: string) => bundledFiles().find((one) => one.name === name)?.bytes ?? ''
const sheet = (name: string) => cfxSheets[name] ?? []
const amplification = sheet('Quantification Amplification Results_FAM')
const curve = (dye: number, well: number) =>
  Float64Array.from({ length: madeCycles }, (_, i) => madeValue(dye, well, i + 1))

describe('reading a set of CFX sheets', () => {
  it.each(['csv', 'xml', 'xlsx'] as const)('puts %s together', async (kind) => {
    const { file, run, codes } = await readOne(makeCfxSet(kind))
    expect(file.format).toBe('cfx')
    expect(run.name).toBe('made')
    expect(run.source).toMatchObject({
      software: 'CFX Maestro',
      softwareVersion: '5.3.022.1030',
      instrument: 'CT000123',
      date: '2025-11-20T13:05:09Z',
    })
    expect(run.plate).toEqual({ rows: 8, columns: 12, labels: 'letters' })
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'A2', 'B1', 'H12'])
    expect(run.wells.map(({ sampleType }) => sampleType)).toEqual(['unkn', 'unkn', 'std', 'ntc'])
    expect(run.wells[0]?.sample).toBe('Liver, left')
    expect(run.amplification?.state).toBe('baseline-subtracted')
    expect(run.amplification?.readings.channels).toEqual(['FAM', 'HEX'])
    for (const [i, well] of [0, 1, 12, 95].entries()) {
      for (const dye of [0, 1]) {
        const read = run.amplification && curveOf(run.amplification.readings, dye, well)
        expect(read).toEqual(curve(dye, i))
      }
    }
    expect(run.melt?.readings.channels).toEqual(['FAM'])
    expect(run.melt?.readings.temperatures[1]).toBe(65.5)
    const [fam, hex] = run.wells[0]?.targets ?? []
    expect(fam).toMatchObject({ target: 'Gene A', channel: 'FAM', cq: 18.25, tm: [70, 68.5] })
    expect(hex).toMatchObject({ target: 'HEX', channel: 'HEX', cq: 20.25 })
    expect(run.wells[2]?.targets[0]?.quantity).toEqual({ value: 1500, unit: 'other' })
    expect(run.wells[3]?.targets[0]).toMatchObject({ cq: null, cqGiven: true })
    expect(codes).toEqual(['member_ignored', 'curves_subtracted', 'plate_assumed', 'wells_missing'])
  })

  it('never subtracts a baseline twice', async () => {
    const { run } = await readOne(makeCfxSet('csv'))
    let id = 0
    const plan = planImport(run, () => uuidOf(id++))
    expect(plan.evaluation.targets.map(({ baseline }) => baseline)).toEqual([
      { method: 'none' },
      { method: 'none' },
    ])
    const results = analyse({
      ...plan.curves,
      evaluation: plan.evaluation,
      cartridge_type: plan.cartridge_type,
      planned_cycles: madeCycles,
      samples: plan.samples,
      exclusions: plan.exclusions,
      input_hash: '',
    })
    const found = results.wells.find(({ well, target }) => well === 'A1' && target === 'Gene A')
    expect(found?.call).toBe('detected')
    expect(found?.cq).toBeGreaterThan(8)
    expect(found?.cq).toBeLessThan(20)
  })

  it('takes curves that still have their baseline as raw', async () => {
    const lifted = amplification.map((row, i) =>
      i === 0 ? row : row.map((cell, at) => (at > 1 ? Number(cell) + 3000 : cell)),
    )
    const { run, codes } = await readOne(writeCsv(lifted))
    expect(run.amplification?.state).toBe('raw')
    expect(codes).toContain('curves_look_raw')
  })
})

describe('reading single CFX sheets', () => {
  it.each(['Cycle', 'Zyklus'])(
    'issue 15: names no curve as one without a target where the file names none: a sheet for each dye under %s',
    async (head) => {
      const rows = amplification.map((row, i) => (i === 0 ? row.with(1, head) : row))
      const sheets = ['FAM', 'HEX', 'Cy5'].map((name) => ({ name, rows }))
      const { run, codes } = await readOne(writeXlsx(sheets))
      expect(run.wells[0]?.targets.map(({ target }) => target)).toEqual(['FAM', 'HEX', 'Cy5'])
      expect(codes).not.toContain('curve_named_by_dye')
    },
  )

  it('reads a table of Cq alone', async () => {
    const { run, codes } = await readOne(fixture('cfxmaestro_example01.csv'))
    expect(run.wells).toHaveLength(24)
    expect(run.amplification).toBeNull()
    expect(run.wells[0]).toMatchObject({ name: 'A1', sample: 'M3905 R Ctx', sampleType: 'unkn' })
    const cqs = run.wells[0]?.targets.map(({ dye, cq }) => [dye, cq])
    expect(cqs).toEqual([
      ['FAM', 21.1877528266099],
      ['VIC', 21.1590717001335],
    ])
    expect(codes).toContain('curves_missing')
  })

  it('issue 15: names groups of samples, which an analysis does not have', async () => {
    const { run } = await readOne(fixture('cfxmaestro_example01.csv'))
    expect(run.notices).toContainEqual({
      severity: 'info',
      code: 'element_ignored',
      place: { path: 'Biological Set Name' },
      params: { element: 'Biological Set Name', count: 48 },
    })
  })

  it('reads curves and a plate without Cq out of a workbook that Excel saved', async () => {
    const { run } = await readOne(fixture('BioRad.xlsx'))
    expect(run.wells).toHaveLength(16)
    expect(run.amplification?.readings).toMatchObject({ channels: ['SYBR'], points: 63 })
    const first = run.amplification && curveOf(run.amplification.readings, 0, 26)
    expect([...(first?.subarray(0, 3) ?? [])]).toEqual([-9.38, 1.02, -0.109])
    expect(run.wells[0]).toMatchObject({ name: 'C3', sample: 'u1', targets: [{ target: 'Taq' }] })
    expect(run.wells.at(-1)).toMatchObject({ name: 'E10', sampleType: 'std' })
    expect(run.wells[0]?.targets[0]).toMatchObject({ cq: null, cqGiven: false })
  })

  it('takes the dye from the name of the file', async () => {
    const bytes = strToU8(writeCsv(amplification))
    const dyeOf = async (name: string) =>
      (await importFile(name, bytes)).runs[0]?.amplification?.readings.channels
    expect(await dyeOf('run 7 -  Quantification Amplification Results_Cy5.csv')).toEqual(['Cy5'])
    expect(await dyeOf('x_Quantification Amplification Results_Tex 615.csv')).toEqual(['Tex 615'])
    expect(await dyeOf('curves.csv')).toEqual(['unknown'])
  })

  it('reads decimal commas between semicolons, tabs, and a preamble', async () => {
    const saved = await readOne(writeCsv(amplification, ';'))
    expect(saved.codes).toContain('decimal_comma')
    expect(saved.run.amplification && curveOf(saved.run.amplification.readings, 0, 95)).toEqual(
      curve(0, 3),
    )
    const preamble = 'File Name,run.pcrd\r\nRun Started,11/20/2025 1:05:09 PM UTC\r\n\r\n'
    const { run } = await readOne(preamble + writeCsv(sheet('Quantification Cq Results')))
    expect(run).toMatchObject({ name: 'run', source: { date: '2025-11-20T13:05:09Z' } })
  })

  it('reads XML without a declaration, with escaped names', async () => {
    const { run } = await readOne(writeXml(sheet('Quantification Cq Results'), '0'))
    expect(run.wells[2]?.targets[0]).toMatchObject({ cq: 20.25, quantity: { value: 1500 } })
  })

  it('tells a well that comes twice and a row that was shifted', async () => {
    const twice = amplification.map((row) => [...row, row[2] ?? ''])
    expect((await readOne(writeCsv(twice))).codes).toContain('well_twice')
    const shifted = writeCsv(sheet('Quantification Cq Results')).replace(
      '"Liver, left"',
      'Liver, left',
    )
    expect((await readOne(shifted)).codes).toContain('row_ignored')
  })

  it('refuses what holds no results, naming why', async () => {
    expect((await refusal(zipSync({ 'a.csv': strToU8('x,y\r\n1,2\r\n') }))).reason).toBe(
      'file_format_unknown',
    )
    const cut = writeCsv(amplification)
    expect(await refusal(cut.slice(0, -30))).toMatchObject({ reason: 'table_row_length' })
    const open = await readOne(cut.slice(0, -2))
    expect(open.codes).toContain('last_line_open')
    const mixed = writeCsv(amplification, ';').replace(/(\d),(\d)/, '$1.$2')
    expect((await refusal(mixed)).reason).toBe('number_mixed')
    const head = writeCsv([amplification[0] ?? []])
    expect((await refusal(head)).reason).toBe('file_without_runs')
  })
})
