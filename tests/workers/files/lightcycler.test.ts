import { gzipSync, strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { curveOf, findChannel } from '../../../workers/curves/readings.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { referenceFiles } from '../../support/file-fixtures.ts'
import { ixoMelt, makeIxo } from '../../support/ixo-file.ts'
import {
  lightcyclerLight,
  makeEds7500,
  makeLightcyclerRaw,
  makeLightcyclerResults,
} from '../../support/roche-files.ts'
import { caught, readOne, refusal } from './caught.ts'

const newUuid = () => '00000000-0000-4000-8000-000000000000'
const reference = (path: string) => referenceFiles(600_000).find(({ name }) => name === path)?.bytes

describe('reading texts of LightCycler 480 software', () => {
  it('issue 15: takes amplification, melt and temperatures of raw data', async () => {
    const { file, run, codes } = await readOne(makeLightcyclerRaw())
    expect(file.format).toBe('lightcycler')
    expect(run.name).toBe('Made run')
    expect(run.source).toMatchObject({ software: 'LightCycler 480', softwareVersion: '1.5.0.39' })
    expect(run.amplification).toMatchObject({
      state: 'raw',
      readings: { channels: ['465-510', '533-580'], points: 30 },
    })
    const second = curveOf(run.amplification!.readings, 1, 12)
    expect([...second.subarray(0, 3)]).toEqual([1, 2, 3].map((at) => lightcyclerLight(1, 2, at)))
    expect(run.amplification?.readings.temperatures[0]).toBe(59.92)
    expect(run.melt?.readings).toMatchObject({ points: 24 })
    expect(run.wells.map(({ name, sample }) => `${name} ${sample}`)).toEqual([
      'A1 Sample 0',
      'A2 Sample 1',
      'B1 Sample 2',
      'H12 Sample 3',
    ])
    expect(codes).toEqual(['plate_assumed', 'wells_missing'])
    const plan = planImport(run, newUuid)
    expect(plan.source.dyes.map(({ channel }) => channel)).toEqual(['FAM', 'VIC'])
  })

  it('issue 15: takes crossing points of an archive that holds both texts', async () => {
    const both = { 'raw.txt': makeLightcyclerRaw(), 'cp.txt': makeLightcyclerResults() }
    const packed = Object.entries(both).map(([name, text]) => [name, strToU8(text)] as const)
    const { run } = await readOne(zipSync(Object.fromEntries(packed)))
    const own = run.wells.map(({ targets }) => targets.find(({ target }) => target === '465-510'))
    expect(own.map((target) => target?.cq)).toEqual([17.25, 18.25, 19.25, null])
    expect(own.every((target) => target?.cqGiven)).toBe(true)
    expect(run.wells[1]).toMatchObject({ sampleType: 'std' })
    expect(own[1]?.quantity).toEqual({ value: 10_000, unit: 'other' })
  })

  it('issue 15: reads results alone, and says why they cannot become an analysis', async () => {
    const { run, codes } = await readOne(makeLightcyclerResults())
    expect(codes).toContain('curves_missing')
    expect(run.wells[0]?.targets[0]?.cq).toBe(17.25)
    const { reason } = await caught(() => planImport(run, newUuid))
    expect(reason).toBe('results_without_curves')
  })

  it('issue 15: takes the types of a table of crossing points that has them', async () => {
    const types = ['Type', 'Unknown', 'Standard', 'Positive Control', 'Negative Control']
    const text = makeLightcyclerResults()
      .split('\r\n')
      .map((line, i) => (i > 0 && line ? `${line}\t${types[i - 1]}` : line))
      .join('\r\n')
    const { run } = await readOne(text)
    expect(run.wells.map(({ sampleType }) => sampleType)).toEqual(['unkn', 'std', 'pos', 'ntp'])
  })

  it('issue 15: takes samples, targets and types of a sheet beside the raw data', async () => {
    const head =
      'General:Pos\tGeneral:Sample Name\tGeneral:Filt. Comb.\tGeneral:Target Name\tAbs Quant:Concentration\tRel Quant:Combined Sample/Target type'
    const rows = [
      'A1\tSample 0\t465-510\tGene A\t\tTarget Unknown',
      'A2\tSample 1\t465-510\tGene A\t1.00E3\tTarget Standard',
      'B1\tSample 2\t465-510\tGene B\t\tRef Unknown',
      'H12\tSample 3\t465-510\tGene A\t\tTarget Oddity',
    ]
    const both = {
      'raw.txt': makeLightcyclerRaw(),
      'samples.txt': [head, ...rows, ''].join('\r\n'),
    }
    const packed = Object.entries(both).map(([name, text]) => [name, strToU8(text)] as const)
    const { run, codes } = await readOne(zipSync(Object.fromEntries(packed)))
    const own = run.wells.map(({ targets }) => targets.find(({ channel }) => channel === '465-510'))
    expect(own.map((target) => `${target?.target} ${target?.type}`)).toEqual([
      'Gene A toi',
      'Gene A toi',
      'Gene B ref',
      'Gene A toi',
    ])
    expect(run.wells[1]).toMatchObject({ sampleType: 'std' })
    expect(own[1]?.quantity).toEqual({ value: 1000, unit: 'other' })
    expect(codes).toContain('sample_type_unknown')
  })

  it('issue 15: reads a text without a last line end, whose header alone ends with a separator', async () => {
    const text = makeLightcyclerRaw().trimEnd()
    const { run, codes } = await readOne(text)
    expect(run.wells).toHaveLength(4)
    expect(codes).toContain('last_line_open')
    const cut = text.slice(0, text.lastIndexOf('\t'))
    expect(await refusal(cut)).toMatchObject({ reason: 'table_row_length' })
  })

  it('issue 15: takes a chip of 48 by 48 wells for one', async () => {
    const names = ['A1', 'Z2', 'AV48']
    const { run } = await readOne(makeLightcyclerRaw(names))
    expect(run.plate).toMatchObject({ rows: 48, columns: 48 })
    const { cartridge_type, samples } = planImport(run, newUuid)
    expect(cartridge_type).toBe('Wells2304')
    expect(samples.flatMap(({ coordinates }) => coordinates)).toEqual(names)
  })

  it('issue 15: reads a text that was packed alone', async () => {
    const packed = gzipSync(strToU8(makeLightcyclerRaw()))
    expect((await readOne(packed)).file.format).toBe('lightcycler')
    expect((await refusal(packed.subarray(0, 12))).reason).toBe('zip_truncated')
    expect((await refusal(packed.with(packed.length - 6, 1))).reason).toBe('zip_damaged')
    expect((await refusal(gzipSync(packed))).reason).toBe('zip_nested')
    const bomb = gzipSync(new Uint8Array(3_000_000))
    expect((await refusal(bomb)).reason).toBe('zip_ratio')
  })

  const raw = reference('tidyqpcr/Edward_qPCR_TxnInhibitors_HS_2018-06-15_plate1.txt.gz')
  it.runIf(raw)('issue 15: reads a plate of 384 wells and plans an analysis of it', async () => {
    const { run } = await readOne(raw!)
    expect(run.plate).toEqual({ rows: 16, columns: 24, labels: 'letters' })
    expect(run.wells).toHaveLength(384)
    expect([...curveOf(run.amplification!.readings, 0, 0).subarray(0, 3)]).toEqual([
      0.26, 0.52, 0.78,
    ])
    expect(run.melt?.readings.points).toBe(181)
    const plan = planImport(run, newUuid)
    expect(plan.cartridge_type).toBe('Wells384')
    expect(plan.samples.flatMap(({ coordinates }) => coordinates)).toHaveLength(384)
    expect(plan.samples.at(-1)?.coordinates.at(-1)).toBe('P24')
    const last = curveOf(run.amplification!.readings, 0, 383)
    expect(curveOf(plan.curves.amplification, 0, 383)).toEqual(last)
  })
})

describe('tables of results of programs whose curves are not read', () => {
  const tables = {
    'LightCycler 96': [
      ['Color', 'Position', 'Sample Name', 'Gene Name', 'Cq', 'Cq Mean'],
      ['#0', 'A1', 's', 'g', 21.3, 21],
    ],
    qPCRsoft: [
      ['Well', '', 'Sample name', 'Sample type', 'GOI', 'Ct GOI', 'Mean Ct GOI', 'RQ GOI'],
      ['B1', '', 's', 'Unknown', 'g', 29.1, 29.37, 0],
    ],
    'of one column': [
      ['Well', 'Sample', 'Cq'],
      ['A1', 's', 21.3],
    ],
  }
  it.each(Object.entries(tables))('issue 15: %s: says what to export', async (_name, rows) => {
    const workbook = await refusal(writeXlsx([{ name: 'Sheet1', rows }]))
    const text = await refusal(rows.map((row) => `${row.join('\t')}\r\n`).join(''))
    expect([workbook.reason, text.reason]).toEqual([
      'results_without_curves',
      'results_without_curves',
    ])
  })

  it('issue 15: a workbook with none of it is refused with the names of its sheets', async () => {
    const { reason, params } = await refusal(
      writeXlsx([{ name: 'Notes', rows: [['a', 'b', 'c']] }]),
    )
    expect([reason, params]).toEqual(['tables_unknown', { found: 'Notes' }])
  })
})

describe('reading experiment files of 7500 and StepOne software', () => {
  it('issue 15: takes the dyes of the text, whose line ends are partly missing', async () => {
    const { file, run, codes } = await readOne(makeEds7500())
    expect(file.format).toBe('eds')
    expect(run.source).toMatchObject({
      software: '7500 Software',
      softwareVersion: '2.3',
      version: '1.1.1',
    })
    expect(run.passiveReference).toBe('ROX')
    expect(run.amplification).toMatchObject({ state: 'compensated', readings: { points: 30 } })
    const { readings } = run.amplification!
    const curve = curveOf(readings, findChannel(readings, 'FAM'), 95)
    expect(curve[29]).toBe(50_000 + 1000 * lightcyclerLight(0, 3, 30))
    expect(
      run.wells.map(({ name, sampleType, targets }) => [name, sampleType, targets.length]),
    ).toEqual([
      ['A1', 'unkn', 1],
      ['A2', 'unkn', 1],
      ['B1', 'unkn', 1],
      ['H12', 'ntc', 1],
    ])
    expect(codes).toEqual(['channel_without_target', 'wells_missing'])
  })

  const signals = 'apldbio/sds/multicomponent_data.txt'
  const first = '0\t0\tFAM\t60.5\t51510\t1.0\n'
  /** Read the archive with its text of the dyes changed; return the run and its notices. */
  async function readBent(bend: (text: string) => string) {
    const members = unzipSync(makeEds7500())
    members[signals] = strToU8(bend(strFromU8(members[signals]!)))
    const { file, run } = await readOne(zipSync(members))
    const told = [...file.notices, ...run.notices].filter(({ severity }) => severity !== 'info')
    return { run, told: told.map(({ code, place, params }) => ({ code, ...place, ...params })) }
  }

  it.each([
    ['a second value of a reading', `${first}${first.replace('51510', '9')}`, 'cycle_twice'],
    ['a value that is no number', first.replace('51510', '51,5e'), 'number_unreadable'],
    ['a line of other signs', '0;0;FAM;60.5;51510;1.0\n', 'row_ignored'],
    ['a reading below the first', first.replace('0\t0', '0\t-1'), 'row_ignored'],
    ['a reading beyond all runs', first.replace('0\t0', '0\t10001'), 'row_ignored'],
  ])('third attack C5: names %s and its line', async (_, line, code) => {
    const { told } = await readBent((text) => text.replace(first, line))
    const found = told.find((one) => one.code === code)
    expect(found).toMatchObject({ member: 'multicomponent_data.txt' })
    if (code !== 'row_ignored') expect(found).toMatchObject({ well: 'A1', path: 'FAM' })
  })

  it('a readable value behind an unreadable one of the same reading is used, and the first named', async () => {
    const whole = await readBent((text) => text)
    const { run, told } = await readBent((text) =>
      text.replace(first, `${first.replace('51510', '51,5e')}${first}`),
    )
    expect(run.amplification?.readings).toEqual(whole.run.amplification?.readings)
    expect(told).toContainEqual(
      expect.objectContaining({ code: 'number_unreadable', well: 'A1', value: '51,5e' }),
    )
    expect(told.map(({ code }) => code)).not.toContain('cycle_twice')
  })

  it('third attack C5: names the wells of a melt whose temperatures are missing', async () => {
    const { run, told } = await readBent((text) => {
      const melt = Array.from({ length: 12 }, (_, at) => `0\t${30 + at}\tFAM\t60.5\t${at}\t1.0\n`)
      return text + '\n' + melt.join('')
    })
    expect(run.melt).toBeNull()
    expect(told).toContainEqual({
      code: 'melt_without_temperature',
      well: 'A1',
      path: 'FAM',
      count: 12,
    })
  })

  const eds = reference('RDML-R/from_abi7500/sce.eds')
  it.runIf(eds)('issue 15: reads a recorded run of a 7500', async () => {
    const { run } = await readOne(eds!)
    expect(run.wells).toHaveLength(24)
    expect(run.amplification?.readings).toMatchObject({
      channels: ['FAM', 'ROX', 'TAMRA'],
      points: 40,
    })
    const { readings } = run.amplification!
    expect(curveOf(readings, 0, 0)[0]).toBe(842_270.7)
    expect(planImport(run, newUuid).evaluation.passive_reference).toBe('ROX')
  })
})

describe('reading experiments that LightCycler 480 software has stored', () => {
  it('issue 15: takes curves as the software shows them, samples, and crossing points of positive calls', async () => {
    const { file, run, codes } = await readOne(makeIxo())
    expect(file.format).toBe('lightcycler')
    expect(run).toMatchObject({
      name: 'Made experiment',
      plate: { rows: 8, columns: 12 },
      source: {
        softwareVersion: '1.5.1.62',
        instrument: 'LightCycler 480',
        serial: '29892',
        barcode: 'P-17',
        date: '2023-06-26T09:20:12',
      },
    })
    const readings = run.amplification!.readings
    expect(readings).toMatchObject({ channels: ['465-510', '533-580'], points: 30, wells: 96 })
    for (const [channel, well, cycle] of [
      [0, 0, 30],
      [1, 13, 25],
    ] as const) {
      const value = curveOf(readings, channel, well)[cycle - 1]
      expect(value).toBeCloseTo(lightcyclerLight(channel, well, cycle), 5)
    }
    expect(curveOf(run.melt!.readings, 1, 2)[10]).toBeCloseTo(ixoMelt(1, 2, 70), 5)
    const [first, second, , fourth] = run.wells
    expect(first).toMatchObject({ name: 'A1', sample: 'Liver', sampleType: 'unkn' })
    expect(first?.targets.map(({ target, cq }) => [target, cq])).toEqual([
      ['ACTB', 17.25],
      ['533-580', null],
    ])
    expect(second).toMatchObject({ sample: 'S1', sampleType: 'std' })
    expect(second?.targets[0]).toMatchObject({
      cq: 18.5,
      excluded: '',
      quantity: { value: 10_000 },
    })
    expect(fourth?.targets[0]).toMatchObject({ cq: null, cqGiven: true, note: null })
    const called = run.wells.find(({ name }) => name === 'B2')
    expect(called).toMatchObject({ sample: 'Water', sampleType: 'ntp' })
    expect(called?.targets[0]).toMatchObject({ cq: null, note: 'Call 1, Cp 36' })
    const ignored = run.notices.filter(({ code }) => code === 'element_ignored')
    expect(ignored.map(({ params }) => params['element'])).toEqual(['Tm Calling', 'Protocol'])
    expect(codes).not.toContain('wells_missing')
  })

  it('issue 15: names the programme whose readings are not taken', async () => {
    const text = makeIxo().replace('>Quantification<', '>None<')
    const { run, codes } = await readOne(text)
    expect(run.amplification).toBe(null)
    expect(codes).toContain('element_ignored')
    expect(run.notices.map(({ params }) => params['element'])).toContain('Cycling')
  })

  it.each([
    [
      'an invalid packed stream',
      (text: string) => text.replace(/(AcquisitionStore">)..../, '$1????'),
      'ixo_damaged',
    ],
    [
      'a packed stream that is damaged',
      (text: string) => text.replace(/(AcquisitionStore">)\S{40}/, `$1${'A'.repeat(40)}`),
      'zip_damaged',
    ],
    [
      'readings of another plate',
      (text: string) => text.replace('RowCount">8<', 'RowCount">16<'),
      'ixo_damaged',
    ],
    [
      'a channel that nobody describes',
      (text: string) => text.replace(/<obj name="item" class="HTCChannel"[^]*?<\/obj>/, ''),
      'ixo_damaged',
    ],
    [
      'a template without a run',
      (text: string) => text.replace('<obj name="run"', '<obj name="walk"'),
      'file_without_runs',
    ],
    ['an end that is missing', (text: string) => text.slice(0, 9000), 'xml_truncated'],
  ])('issue 15: refuses %s', async (_, change, reason) => {
    expect((await refusal(change(makeIxo()))).reason).toBe(reason)
  })
})
