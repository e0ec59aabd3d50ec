import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { makeBiomark } from '../../support/biomark-file.ts'
import { tableLight } from '../../support/curve-tables.ts'
import { caught, readOne, refusal } from './caught.ts'

const newUuid = () => '00000000-0000-4000-8000-000000000000'

describe('reading exports of BioMark software', () => {
  it('issue 15: takes chambers as wells, light less its background, results and the passive reference', async () => {
    const { file, run, codes } = await readOne(makeBiomark())
    expect(file.format).toBe('biomark')
    expect(run.plate).toEqual({ rows: 12, columns: 12, labels: 'letters' })
    expect(run.source).toMatchObject({
      softwareVersion: '4.0.1',
      serial: 'BIOMARKHD198',
      barcode: '1131312108',
      date: '2014-08-26T15:44:20',
    })
    expect(run.amplification).toMatchObject({
      state: 'raw',
      readings: { channels: ['ROX', 'FAM-MGB'], points: 30 },
    })
    expect(run.passiveReference).toBe('ROX')
    const spleen = curveOf(run.amplification!.readings, 1, 14)
    expect(spleen[24]).toBeCloseTo(tableLight(3, 25), 9)
    expect(run.wells).toHaveLength(9)
    expect(run.wells[5]).toMatchObject({ name: 'B3', sample: 'Spleen', sampleType: 'unkn' })
    expect(run.wells[5]?.targets).toMatchObject([
      { target: 'IL6', dye: 'FAM', channel: 'FAM-MGB', cq: 18.5, call: 'Pass' },
    ])
    expect(run.wells[6]).toMatchObject({ name: 'C1', sampleType: 'ntc' })
    expect(run.wells[6]?.targets[0]).toMatchObject({ cq: null, cqGiven: true, call: 'Fail' })
    expect(codes).toContain('chambers_as_wells')
    const ignored = run.notices.filter(({ code }) => code === 'element_ignored')
    expect(ignored.map(({ params }) => params['element'])).toEqual([
      'Dose Meter Reading Data',
      'Experiment Information FAM-MGB Type',
      'FAM-MGB Ct Quality',
      'FAM-MGB Ct Threshold',
    ])
    const plan = planImport(run, newUuid)
    expect(plan.evaluation.targets.map(({ name }) => name)).toEqual(['ACTB', 'GAPDH', 'IL6'])
    expect(plan.evaluation.passive_reference).toBe('ROX')
  })

  it('issue 15: reads results alone, and says why they cannot become an analysis', async () => {
    const { run, codes } = await readOne(makeBiomark(false))
    expect(codes).toContain('curves_missing')
    expect(run.wells[0]?.targets[0]?.cq).toBe(15.5)
    expect((await caught(() => planImport(run, newUuid))).reason).toBe('results_without_curves')
  })

  it('issue 15: names chambers that have no place, and a row that was cut', async () => {
    const { run } = await readOne(makeBiomark().replaceAll('S02-A02', 'X02'))
    const lost = run.notices.filter(({ code }) => code === 'row_ignored')
    expect(lost.map(({ params }) => params['well'])).toContain('X02')
    expect((await refusal(makeBiomark(false).slice(0, -60))).reason).toBe('table_row_length')
  })

  it('issue 15: says of a heat map that it has results alone', async () => {
    const [preamble = ''] = makeBiomark(false).split('Experiment Information')
    const heat = `${preamble.replace('Table Results', 'Heat Map Results')},,A01,A02\n,,ACTB,IL6\nS01,Liver,15.5,16.5\n`
    expect((await refusal(heat)).reason).toBe('results_without_curves')
  })

  it('says how many assays a run has, and how many can become an analysis', async () => {
    const { run } = await readOne(makeBiomark())
    const first = run.wells[0]!
    const wells = Array.from({ length: 48 }, (_, well) => ({
      ...first,
      well,
      targets: first.targets.map((one) => ({ ...one, target: `Assay ${well}` })),
    }))
    expect(await caught(() => planImport({ ...run, wells }, newUuid))).toMatchObject({
      reason: 'too_many_targets',
      params: { count: 48, limit: 24 },
    })
  })
})
