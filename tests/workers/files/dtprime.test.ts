import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { dtprimeLight, makeDtprime } from '../../support/dtprime-file.ts'
import { readOne, refusal } from './caught.ts'

const newUuid = () => '00000000-0000-4000-8000-000000000000'
const errorsOf = (notices: readonly { severity: string; code: string }[]) =>
  notices.filter(({ severity }) => severity === 'error').map(({ code }) => code)

describe('reading run files of DTprime', () => {
  it('issue 15: takes the light without its background, samples, tests and dyes', async () => {
    const { file, run } = await readOne(makeDtprime())
    expect(file.format).toBe('dtprime')
    expect(run.source).toMatchObject({
      version: '7.90',
      softwareVersion: '7.9.5.54',
      instrument: 'RT322',
      serial: 'A5J534',
      date: '2026-04-29T18:30:54',
    })
    expect(run.plate).toEqual({ rows: 8, columns: 12, labels: 'letters' })
    const { readings, state } = run.amplification!
    expect([state, readings.channels, readings.points]).toEqual(['raw', ['Fam', 'Rox'], 30])
    for (const [well, dye, tube] of [
      [0, 0, 0],
      [12, 0, 12],
      [95, 1, 97],
    ] as const) {
      expect(curveOf(readings, dye, well)[20]).toBe(dtprimeLight(tube, 21))
    }
    expect(run.wells.map(({ name, sample }) => `${name} ${sample}`)).toEqual([
      'A1 Liver 7',
      'A2 Water',
      'B1 Single',
      'H12 Last',
    ])
    expect(run.wells[0]?.targets.map(({ target, channel }) => `${target}, ${channel}`)).toEqual([
      'Two_dyes Pike, Fam',
      'Two_dyes Control, Rox',
    ])
    expect(run.wells[2]?.targets.map(({ target, channel }) => `${target}, ${channel}`)).toEqual([
      'One dye, Fam',
    ])
    expect(errorsOf(run.notices)).toEqual([])
    const plan = planImport(run, newUuid)
    expect(plan.evaluation.targets.map(({ channel }) => channel)).toEqual(['FAM', 'ROX', 'FAM'])
  })

  it('issue 15: takes the programme, and names one that has steps of another kind', async () => {
    const { run } = await readOne(makeDtprime())
    expect(run.programme).toEqual([
      { type: 'temperature', temperature: 94, duration: 60 },
      { type: 'temperature', temperature: 92, duration: 30 },
      { type: 'temperature', temperature: 66.5, duration: 60, measure: 'real time' },
      { type: 'loop', goto: 1, repeat: 29 },
    ])
    for (const programme of [
      ['XLEV 9400 60 0 0 0 0', 'XCYC 1', 'XLEV 6500 15 -50 0 0 1', 'XCYC 30'],
      ['XLEV 9400 60 0 0 0 0', 'XCYC 1', 'XMLT 2500 7500 100'],
      ['XLEV 9400 60 0 0 0 0', 'XCYC 1', 'XLEV 6500 15 0 0 0 1'],
      ['XCYC 30'],
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const { run: other } = await readOne(makeDtprime({ programme }))
      const named = other.notices.filter(({ code }) => code === 'element_ignored')
      const elements = named.map(({ params }) => params['element'])
      expect([other.programme, elements[0]]).toEqual([null, 'Program of amplification'])
    }
  })

  it('issue 15: takes the concentrations of standards, and names one that cannot be read', async () => {
    const standards = ['\t0 \t1 \t1000', '\t12 \t1 \t25,5', '\t1 \t1 \t0', '\t95 \t1 \tx']
    const { run } = await readOne(makeDtprime({ standards }))
    expect(
      run.wells.map(({ name, sampleType, targets }) => [
        name,
        sampleType,
        ...targets.map(({ quantity }) => quantity?.value),
      ]),
    ).toEqual([
      ['A1', 'std', 1000, 1000],
      ['A2', 'unkn', undefined, undefined],
      ['B1', 'std', 25.5],
      ['H12', 'unkn', undefined, undefined],
    ])
    expect(errorsOf(run.notices)).toEqual(['row_ignored'])
  })

  it('issue 15: takes the short exposure of a tube that is too bright for the long one, in one unit', async () => {
    const { run } = await readOne(makeDtprime({ brightest: 3000 }))
    const { readings } = run.amplification!
    for (const cycle of [1, 15, 30]) {
      expect(curveOf(readings, 0, 0)[cycle - 1]).toBe(dtprimeLight(0, cycle))
    }
    expect(errorsOf(run.notices)).toEqual([])
  })

  it('issue 15: reads a text of Windows-1251, and its date', async () => {
    const bytes = Uint8Array.from([...makeDtprime()], (letter) => {
      const code = letter.charCodeAt(0)
      return code < 0x80 ? code : code - 0x410 + 0xc0
    })
    const { run } = await readOne(bytes)
    expect(run.source.date).toBe('2026-04-29T18:30:54')
  })

  it('issue 15: numbers the tubes of a block whose shape is not known', async () => {
    const { run } = await readOne(makeDtprime({ tubes: 48, samples: { 47: '2 1 3 1 c0 0 End' } }))
    expect(run.wells.map(({ name, sample }) => `${name} ${sample}`)).toEqual(['48 End'])
    expect(run.plate).toMatchObject({ labels: 'numbers' })
  })

  it('issue 15: names a line that was cut, a light that is no number and a second block', async () => {
    const whole = makeDtprime()
    const cut = await readOne(whole.slice(0, -200))
    expect(errorsOf(cut.run.notices)).toContain('row_ignored')
    const bent = await readOne(whole.replace(/^(Fam_ {2}0 .*?) (\d+) $/m, '$1 x $2 '))
    expect(errorsOf(bent.run.notices)).toContain('number_unreadable')
    const melt = whole.replaceAll(/^(\w+_ {2}\d+ \d+) 2 (29) /gm, '$1 3 $2 ')
    const second = await readOne(melt)
    expect(second.run.amplification?.readings.points).toBe(29)
    expect(errorsOf(second.run.notices)).toContain('table_ignored')
  })

  it('issue 15: refuses a run without a measurement', async () => {
    expect((await refusal(makeDtprime({ cycles: 0 }))).reason).toBe('file_without_curves')
  })
})
