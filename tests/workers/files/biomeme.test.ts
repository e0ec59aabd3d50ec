import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { makeBiomeme, tableLight } from '../../support/curve-tables.ts'
import { readOne } from './caught.ts'

const newUuid = () => '00000000-0000-4000-8000-000000000000'

describe('reading exports of Biomeme', () => {
  it('issue 15: takes raw curves, samples, targets, and a Cq of 0 as none', async () => {
    const { file, run } = await readOne(makeBiomeme())
    expect(file.format).toBe('biomeme')
    expect(run).toMatchObject({
      name: 'Made run',
      source: { softwareVersion: '2.0.3.34', serial: '463', date: '2019-03-11T14:51:00Z' },
    })
    expect(run.amplification).toMatchObject({
      state: 'raw',
      readings: { channels: ['green', 'red'], points: 30 },
    })
    expect(curveOf(run.amplification!.readings, 0, 1)[20]).toBe(tableLight(1, 21))
    expect(run.wells.map(({ sample }) => sample)).toEqual(['Pond', 'Lake', 'Blank'])
    expect(run.wells[2]?.targets).toMatchObject([
      { target: 'Pike', cq: null, cqGiven: true, channel: 'green' },
      { target: 'IPC', cq: 20.5, channel: 'red' },
    ])
    const ignored = run.notices.filter(({ code }) => code === 'element_ignored')
    expect(ignored.map(({ params }) => params['element'])).toEqual([
      'Baseline Subtracted',
      'Threshold',
      'Protocol',
    ])
    const plan = planImport(run, newUuid)
    expect(plan.evaluation.targets.map(({ name, channel }) => `${name} ${channel}`)).toEqual([
      'Pike FAM',
      'IPC CY5',
    ])
  })

  it('issue 15: takes subtracted curves where there are no raw ones', async () => {
    const text = makeBiomeme()
    const from = text.indexOf('Raw Fluorescence')
    const { run, codes } = await readOne(
      text.slice(0, from) + text.slice(text.indexOf('HW Number')),
    )
    expect(run.amplification?.state).toBe('baseline-subtracted')
    expect(codes).toContain('curves_subtracted')
  })
})
