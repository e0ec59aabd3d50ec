import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { analyse } from '../../../workers/run/analyse.ts'
import { curveOf, findChannel } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { bundledFiles } from '../../support/file-fixtures.ts'
import { makeEds1, makeEds2, madeCycles } from '../../support/vendor-files.ts'
import { readOne, refusal } from './caught.ts'
import { uuidOf } from '../../support/uuid-of.ts'

const bytesOf = (name: string) => bundledFiles().find((one) => one.name === name)?.bytes ?? ''
const textOf = (name: string) => new TextDecoder().decode(bytesOf(name) as Uint8Array)
const first = (run: ImportedRun, channel: string, well = 0) =>
  run.amplification &&
  curveOf(run.amplification.readings, findChannel(run.amplification.readings, channel), well)

const preamble = '* Block Type = 96-Well Block\n* Passive Reference = ROX\n\n'
const results =
  '[Results]\nWell\tWell Position\tSample Name\tTarget Name\tTask\tReporter\tCT\tCt Threshold\n'

describe('reading tables of QuantStudio software', () => {
  it('takes the dyes and the passive reference of a Design & Analysis workbook', async () => {
    const { file, run, codes } = await readOne(bytesOf('design_and_analysis_melt_6_wells.xlsx'))
    expect(file.format).toBe('quantstudio')
    expect(run.name).toBe('QS7Pro_PCR_with_Melt')
    expect(run.source).toMatchObject({
      software: 'Design & Analysis Software',
      softwareVersion: '2.7.0',
      instrument: 'QuantStudio™ 7 Pro System 2778719020015',
      date: '2019-03-19T04:06:56-04:00',
    })
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6'])
    expect(run.amplification?.state).toBe('compensated')
    expect(run.amplification?.readings).toMatchObject({ channels: ['SYBR', 'ROX'], points: 40 })
    expect(run.passiveReference).toBe('ROX')
    expect([...(first(run, 'SYBR')?.subarray(0, 2) ?? [])]).toEqual([85741.9140625, 86651.9765625])
    expect(run.melt?.readings).toMatchObject({ channels: ['SYBR'], points: 109 })
    expect(run.wells[0]?.targets[0]).toMatchObject({
      target: 'RNase P',
      dye: 'SYBR',
      channel: 'SYBR',
      cq: 25.440527195353887,
      threshold: 1,
      baseline: { start: 3, end: 17 },
      call: 'AMP',
      tm: [84.95050048828125, 76.004150390625],
    })
    expect(codes).toEqual(['member_ignored', 'temperatures_differ', 'wells_missing'])
  })

  it("finds the vendor's Cq again from the imported dyes", async () => {
    const { run } = await readOne(bytesOf('design_and_analysis_melt_6_wells.xlsx'))
    let id = 0
    const plan = planImport(run, () => uuidOf(id++))
    expect(plan.evaluation).toMatchObject({
      passive_reference: 'ROX',
      // Keep a threshold that the file brings as the method (defaults 2).
      targets: [{ threshold: { method: 'fixed', value: 1 }, cq_method: 'threshold' }],
    })
    const { wells } = analyse({
      ...plan.curves,
      evaluation: plan.evaluation,
      cartridge_type: plan.cartridge_type,
      planned_cycles: 40,
      samples: plan.samples,
      exclusions: [],
      input_hash: '',
    })
    for (const { name, targets } of run.wells) {
      const ours = wells.find(({ well }) => well === name)?.cq ?? Number.NaN
      expect(Math.abs(ours - (targets[0]?.cq ?? 0))).toBeLessThan(0.05)
    }
  })

  it('takes Rn where the dyes were left out, and says so', async () => {
    const { run, codes } = await readOne(bytesOf('appbio_quantstudio_example01.txt'))
    expect(run.plate).toEqual({ rows: 16, columns: 24, labels: 'letters' })
    expect(run.amplification?.state).toBe('normalised')
    expect([...(first(run, 'SYBR') ?? [])]).toEqual([0.612, 0.619, 0.626])
    expect(run.passiveReference).toBeNull()
    expect(run.wells).toHaveLength(16)
    expect(run.wells[0]?.targets[0]).toMatchObject({ cq: 18.717, threshold: 0.277, tm: [78.122] })
    expect(codes).toContain('curves_normalised')
  })

  it('reads presence and absence with an internal control', async () => {
    const { run, codes } = await readOne(bytesOf('appbio_quantstudio_example02.txt'))
    expect(run.wells).toHaveLength(48)
    expect(run.wells.slice(0, 2).map(({ sampleType }) => sampleType)).toEqual(['nac', 'unkn'])
    expect(run.wells[1]?.targets).toMatchObject([
      { target: 'IPC', dye: 'VIC', cq: 32.874, call: 'IPC Failed' },
      { target: 'TGFb', dye: 'FAM' },
    ])
    expect(run.wells[0]?.targets[0]).toMatchObject({ cq: null, cqGiven: true })
    expect(codes).toContain('thousands_separator')
  })

  it('reads the two alleles of a genotype', async () => {
    const { run } = await readOne(bytesOf('appbio_quantstudio_example03.txt'))
    expect(run.wells).toHaveLength(96)
    expect(run.wells[1]?.targets).toMatchObject([
      { target: 'CYP19_2-Allele 1', dye: 'VIC', cq: 27.546, threshold: 0.219 },
      {
        target: 'CYP19_2-Allele 2',
        dye: 'FAM',
        cq: 29.013,
        call: 'Homozygous Allele 1/Allele 1',
        baseline: { start: 3, end: 24 },
      },
    ])
    expect(run.wells[1]?.sampleType).toBe('pos')
  })

  it('gives the call of a genotype to both alleles that other tables name', async () => {
    const rows = `[Results]\nWell\tWell Position\tSample\tTarget\tTask\tReporter\tCq\n1\tA1\tS\trs1-Allele 2\tUNKNOWN\tFAM\t24.5\n1\tA1\tS\trs1-Allele 1\tUNKNOWN\tVIC\t22.5\n\n[Genotyping Result]\nWell\tWell Position\tSample\tSNP Assay\tCall\n1\tA1\tS\trs1\tHeterozygous\n`
    const { run } = await readOne(preamble + rows)
    expect(run.wells[0]?.targets).toMatchObject([
      { target: 'rs1-Allele 2', cq: 24.5, call: 'Heterozygous' },
      { target: 'rs1-Allele 1', cq: 22.5, call: 'Heterozygous' },
    ])
  })

  it('reads an archive of one text for each sheet', async () => {
    const sheets = {
      'run_Results.csv':
        'Well,Well Position,Sample,Target,Task,Reporter,Cq\n1,A1,S,T,NTC,FAM,UNDETERMINED\n',
      'run_Multicomponent.csv':
        'Well,Well Position,Cycle Number,FAM,ROX\n1,A1,1,10.5,2\n1,A1,2,11.5,2\n',
    }
    const texts = Object.entries(sheets).map(([name, text]) => [name, strToU8(text)] as const)
    const { run } = await readOne(zipSync(Object.fromEntries(texts)))
    expect(run.wells).toMatchObject([
      { sampleType: 'ntc', targets: [{ channel: 'FAM', cq: null }] },
    ])
    expect([...(first(run, 'FAM') ?? [])]).toEqual([10.5, 11.5])
  })

  it('reads results alone, with the Greek and the Cyrillic letter, and lines below them', async () => {
    const text = `${preamble}${results.replace('CT', 'Cт')}1\tA1\tS\tGAPDH\tUNKNOWN\tVIC\t21.5\t0.2\n2\tA2\t\t\t\t\t\t\nEndogenous Control = GAPDH\n`
    const { run, codes } = await readOne(text)
    expect(run.wells).toMatchObject([{ name: 'A1', targets: [{ type: 'ref', cq: 21.5 }] }])
    expect(codes).toContain('curves_missing')
    expect(codes).not.toContain('row_ignored')
  })

  it('issue 15: takes quantities and melting temperatures of results of SDS 1.4', async () => {
    const head = 'Well,Sample Name,Detector,Task,Ct,StdDev Ct,Qty,Mean Qty,StdDev Qty,Filtered,Tm'
    const rows = 'A1,S 1,D 1,Unknown,21.5,,350,,,,81.5\nA2,S 2,D 1,Standard,22.5,,1.00e+03,,,,82\n'
    const { run } = await readOne(`Document Name,made\n\n${head}\n${rows}`)
    expect(run.wells.map(({ targets }) => targets[0]?.tm)).toEqual([[81.5], [82]])
    expect(run.wells.map(({ targets }) => targets[0]?.quantity?.value)).toEqual([undefined, 1000])
  })

  it('issue 15: names groups of samples once, in whichever tables they are', async () => {
    const grouped = (rows: string) => rows.replace('Sample Name', 'Biogroup Name\tSample Name')
    const setup = results.replace('[Results]', '[Sample Setup]').replace('\tCT\tCt Threshold', '')
    const text = `${preamble}${grouped(setup)}1\tA1\tG\tS\tT\tUNKNOWN\tVIC\n\n${grouped(results)}1\tA1\tG\tS\tT\tUNKNOWN\tVIC\t21.5\t0.2\n`
    const { run } = await readOne(text)
    expect(run.notices.filter(({ code }) => code === 'element_ignored')).toMatchObject([
      { place: { path: 'Biogroup Name' }, params: { count: 1 } },
    ])
  })

  it('reads decimal commas between semicolons', async () => {
    const text = `${preamble}${results}1\tA1\tS\tT\tSTANDARD\tVIC\t21,512\t0,2\n2\tA2\tS\tT\tNTC\tVIC\tUndetermined\t0,2\n`
    const { run, codes } = await readOne(text.replaceAll('\t', ';').replaceAll('\n', '\r\n'))
    expect(run.wells.map(({ targets }) => targets[0]?.cq)).toEqual([21.512, null])
    expect(codes).toContain('decimal_comma')
  })

  it('takes dRn as subtracted, and the analysed step of a multicomponent table', async () => {
    const only = `${preamble}[Amplification Data]\nWell\tCycle\tTarget Name\tDelta Rn\n1\t1\tT\t-0.5\n1\t2\tT\t0.25\n`
    const { run } = await readOne(only)
    expect(run.amplification?.state).toBe('baseline-subtracted')
    expect([...(first(run, 'unknown') ?? [])]).toEqual([-0.5, 0.25])
    const steps = `${preamble}* PCR Stage/Step Number = Stage 2 Step 2\n[Multicomponent]\nWell\tStage Number\tStep Number\tCycle Number\tFAM\tROX\n13\t2\t1\t1\t9\t9\n13\t2\t2\t1\t10.5\t2\n13\t2\t2\t2\t11.5\t2\n`
    const other = await readOne(steps)
    expect(other.run.wells).toMatchObject([{ name: 'B1', targets: [{ target: 'FAM' }] }])
    expect([...(first(other.run, 'FAM', 12) ?? [])]).toEqual([10.5, 11.5])
  })

  it('issue 15: names a column beside Rn that nothing is read of, and none that it knows', async () => {
    const head = 'Well\tCycle\tTarget Name\tReporter\tRn\tDelta Rn\tSample Name\tOmit'
    const table = (last: string) =>
      `${preamble}[Amplification Data]\n${head}${last}\n1\t1\tT\tFAM\t1.5\t0.1\tS\tfalse\t7.5\n1\t2\tT\tFAM\t1.6\t0.2\tS\tfalse\t7.6\n`
    const { run } = await readOne(table('\t?RFUx'))
    expect(run.notices.find(({ code }) => code === 'element_ignored')).toMatchObject({
      place: { column: 9, path: '?RFUx' },
      params: { element: '?RFUx', count: 2 },
    })
    expect((await readOne(table('\tTime'))).codes).not.toContain('element_ignored')
  })

  it('refuses a cut file and one without a known table', async () => {
    const text = textOf('appbio_quantstudio_example02.txt')
    expect(await refusal(text.slice(0, text.indexOf('[Results]') - 24))).toMatchObject({
      reason: 'table_row_length',
      params: { row: expect.any(Number) as number },
    })
    const setup = '[Sample Setup]\nWell\tWell Position\tSample Name\tTarget Name\tTask\tReporter\n'
    expect((await refusal(`${preamble}${setup}1\tA1\tS\tT\tNTC\tFAM\n`)).reason).toBe(
      'file_without_curves',
    )
    expect((await refusal(`${preamble}[Notes]\nnothing\there\n`)).reason).toBe('tables_unknown')
  })
})

describe('results of QuantStudio software that laboratories wrote', () => {
  const row = (well: number, task: string, cq: number) =>
    `${well}\tA${well}\tS${well}\tGAPDH\t${task}\tFAM\t${cq}\t0.2\n`

  it('takes a negative control for one in the words of every language', async () => {
    const tasks = ['Negativkontrolle', 'Témoin négatif', '阴性对照', 'UNKNOWN']
    const rows = tasks.map((task, i) => row(i + 1, task, 30 + i)).join('')
    const { run } = await readOne(preamble + results + rows)
    expect(run.wells.map(({ sampleType }) => sampleType)).toEqual(['ntp', 'ntp', 'ntp', 'unkn'])
  })

  it('names a second result of a well in another table', async () => {
    const again = results + row(1, 'UNKNOWN', 27.5) + row(2, 'UNKNOWN', 18.52)
    const { run } = await readOne(
      `${preamble}${results}${row(1, 'UNKNOWN', 17.5)}${row(2, 'UNKNOWN', 18.5)}\n${again}`,
    )
    expect(run.wells.map(({ targets }) => targets[0]?.cq)).toEqual([17.5, 18.5])
    const twice = run.notices.filter(({ code }) => code === 'target_twice')
    expect(twice).toMatchObject([{ place: { target: 'GAPDH' }, severity: 'error' }])
  })
})

describe('reading EDS archives', () => {
  it('reads the layout of XML and text, with a melt', async () => {
    const { file, run, codes } = await readOne(makeEds1())
    expect(file.format).toBe('eds')
    expect(run).toMatchObject({
      name: 'Made run',
      passiveReference: 'ROX',
      source: { version: '1.3.0', date: '2023-11-14T22:13:20.000Z' },
    })
    expect(run.amplification).toMatchObject({ state: 'compensated', readings: { points: 30 } })
    expect(run.melt?.readings).toMatchObject({ points: 21, channels: ['FAM', 'ROX'] })
    expect(run.melt?.readings.temperatures[2]).toBe(66)
    expect(run.wells.map(({ name, sampleType }) => [name, sampleType])).toEqual([
      ['A1', 'unkn'],
      ['A2', 'unkn'],
      ['B1', 'std'],
      ['H12', 'ntc'],
    ])
    expect(run.wells[0]?.targets[0]).toMatchObject({ cq: 18.5, call: 'Amp', tm: [70.5, 65.25] })
    expect(run.wells[2]?.targets[0]?.quantity).toEqual({ value: 3000, unit: 'other' })
    expect(run.wells[3]?.targets[0]).toMatchObject({ cq: null, cqGiven: true })
    expect(codes).toEqual(['wells_missing'])
  })

  it('reads one without targets: each dye becomes a target', async () => {
    const members = unzipSync(makeEds1())
    delete members['apldbio/sds/analysis_result.txt']
    delete members['apldbio/sds/meltcuve_result.txt']
    const setup = new TextDecoder().decode(members['apldbio/sds/plate_setup.xml'])
    const bare = setup.replaceAll('detector-task', 'something-else')
    const own = { ...members, 'apldbio/sds/plate_setup.xml': strToU8(bare) }
    const { run } = await readOne(zipSync(own))
    expect(run.wells.map(({ sample, targets }) => [sample, targets.length])).toEqual([
      ['Sample 0', 1],
      ['Sample 1', 1],
      ['Sample 2', 1],
      ['Sample 3', 1],
    ])
    expect(run.wells[0]?.targets[0]).toMatchObject({ target: 'FAM', channel: 'FAM' })
  })

  it('refuses damaged JSON and names the member', async () => {
    const members = unzipSync(makeEds2())
    const own = { ...members, 'setup/plate_setup.json': strToU8('{"wells": [') }
    expect(await refusal(zipSync(own))).toMatchObject({
      reason: 'json_malformed',
      params: { member: 'setup/plate_setup.json' },
    })
  })

  it('reads the layout of JSON', async () => {
    const { run } = await readOne(makeEds2())
    expect(run).toMatchObject({ name: 'Made run 2', source: { version: '2.0.0' } })
    expect(run.amplification?.readings.points).toBe(madeCycles)
    expect(run.wells[0]?.targets[0]).toMatchObject({
      dye: 'FAM',
      channel: 'FAM',
      cq: 18.5,
      threshold: 0.2,
      baseline: { start: 3, end: 12 },
    })
    expect(run.wells[3]).toMatchObject({ sampleType: 'ntc', targets: [{ cq: null }] })
  })
})
