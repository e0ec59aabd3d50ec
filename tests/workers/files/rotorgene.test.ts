import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { lightcyclerLight } from '../../support/roche-files.ts'
import { makeRex, makeRotorRaw, makeRotorResults, turnRotorRaw } from '../../support/rotor-files.ts'
import { caught, readOne, refusal } from './caught.ts'

const newUuid = () => '00000000-0000-4000-8000-000000000000'
const german = { delimiter: ';', decimal: ',' } as const

/** Read a file and return its notices, without places. */
async function tell(text: string) {
  const { file, run } = await readOne(text)
  const notices = [...file.notices, ...run.notices]
  return { run, notices, told: notices.map(({ severity, code }) => `${severity} ${code}`) }
}

describe('reading exports of Rotor-Gene software', () => {
  it.each([
    ['with commas and points', makeRotorRaw(), []],
    ['with semicolons and commas', makeRotorRaw(german), ['decimal_comma']],
  ])('issue 15: takes amplification and melt of raw data %s', async (_, text, more) => {
    const { file, run, codes } = await readOne(text)
    expect(file.format).toBe('rotorgene')
    expect([run.name, run.source.date]).toEqual(['Made run', '2021-03-16T10:34:20'])
    expect(run.plate).toEqual({ rows: 72, columns: 1, labels: 'numbers' })
    expect(run.wells.map(({ name, sample }) => `${name} ${sample}`)).toEqual([
      '1 Sample 0',
      '2 Sample 1',
      '25 Sample 2',
      '72 Sample 3',
    ])
    expect(run.amplification).toMatchObject({
      state: 'raw',
      readings: { channels: ['Green', 'Yellow'], points: 30 },
    })
    expect([...curveOf(run.amplification!.readings, 1, 24).subarray(0, 3)]).toEqual(
      [1, 2, 3].map((at) => lightcyclerLight(1, 2, at)),
    )
    expect(run.melt?.readings).toMatchObject({ channels: ['Green'], points: 24 })
    expect([...run.melt!.readings.temperatures.subarray(0, 2)]).toEqual([65, 65.5])
    expect(codes).toEqual([...more, 'plate_assumed', 'rotor_in_rows', 'wells_missing'])
    const plan = planImport(run, newUuid)
    expect(plan.source.dyes).toEqual([
      { channel: 'FAM', dye: 'Green' },
      { channel: 'VIC', dye: 'Yellow' },
    ])
    expect(plan.samples.flatMap(({ coordinates }) => coordinates)).toEqual([
      'A1',
      'A2',
      'C1',
      'F12',
    ])
  })

  it('issue 15: reads curves with a row for each tube like those with a column', async () => {
    const read = async (text: string) => {
      const { run, notices } = await tell(text)
      const { amplification, melt, wells, source } = run
      const lights = [amplification, melt].map((one) => [...one!.readings.values])
      return { lights, melt: [...melt!.readings.temperatures], wells, source, notices }
    }
    const turned = turnRotorRaw(makeRotorRaw())
    expect(turned).toContain('"ID","Page 1","1","2",')
    expect(await read(turned)).toEqual(await read(makeRotorRaw()))
  })

  it('issue 15: names what it does not take of curves with a row for each tube, where it is in the file', async () => {
    const turned = turnRotorRaw(makeRotorRaw())
    const row = turned.split('\r\n').findIndex((line) => line.startsWith('"1","')) + 1
    const unread = await tell(turned.replace(/(\r\n"1","[^"]*","[\d.]+)"/, '$1x"'))
    expect(unread.notices).toContainEqual(
      expect.objectContaining({
        code: 'number_unreadable',
        place: { row, column: 3, path: '1' },
      }),
    )
    const other = await tell(turned.replace('\r\n"25",', '\r\n"x25",'))
    expect(other.told).toContain('error row_ignored')
    const wide = await tell(turned.replace(/(\r\n"25",.*)\r\n/, '$1,"9"\r\n'))
    expect(wide.told).toContain('error row_ignored')
    const twice = await tell(turned.replace('\r\n"25",', '\r\n"2",'))
    expect(twice.told).toContain('error well_twice')
  })

  it('issue 15: reads channels that a laboratory has named, and says that they have no dye', async () => {
    const text = turnRotorRaw(makeRotorRaw())
      .replaceAll('A.Green', 'A.ex green em green 5')
      .replaceAll('A.Yellow', 'A.ex green em green 7')
    const both = {
      'raw.csv': strToU8(text),
      'ct.csv': strToU8(makeRotorResults().replaceAll('A.Green', 'A.ex green em green 7')),
    }
    const { run, notices } = await tell(text)
    expect(run.amplification?.readings.channels).toEqual([
      'ex green em green 5',
      'ex green em green 7',
    ])
    expect(run.melt?.readings.channels).toEqual(['ex green em green 5'])
    expect(notices.filter(({ code }) => code === 'dye_unknown')).toEqual(
      [5, 7].map((gain) => ({
        severity: 'warning',
        code: 'dye_unknown',
        place: { target: `ex green em green ${gain}` },
        params: {},
      })),
    )
    const { run: whole } = await readOne(zipSync(both))
    expect(whole.wells[0]?.targets.find(({ target }) => target === 'Gene A')).toMatchObject({
      cq: 17.25,
      channel: 'ex green em green 7',
    })
  })

  it('issue 15: knows the page of an analysis behind a colon for no target', async () => {
    const title = 'Quantitative analysis of channel Cycling A.Green : Page 1'
    const { run, told } = await tell(makeRotorRaw().replace('Channel Cycling A.Green', title))
    expect(run.amplification?.readings.channels).toEqual(['Yellow'])
    expect(told).toContain('error curve_not_taken')
    expect(told).not.toContain('error table_ignored')
  })

  it('issue 15: takes crossing points, types and a standard of an archive with both exports', async () => {
    const both = { 'raw.csv': strToU8(makeRotorRaw()), 'ct.csv': strToU8(makeRotorResults()) }
    const { run, codes } = await readOne(zipSync(both))
    const own = run.wells.map(({ targets }) => targets.find(({ target }) => target === 'Gene A'))
    expect(own.map((target) => [target?.cq, target?.channel])).toEqual([
      [17.25, 'Green'],
      [18.25, 'Green'],
      [19.25, 'Green'],
      [null, 'Green'],
    ])
    expect(own.every((target) => target?.cqGiven)).toBe(true)
    expect(run.wells.map(({ sampleType }) => sampleType)).toEqual(['unkn', 'unkn', 'std', 'ntc'])
    expect(own[2]?.quantity).toEqual({ value: 1500, unit: 'other' })
    expect(run.source.serial).toBe('717122')
    expect(codes).toContain('element_ignored')
    const plan = planImport(run, newUuid)
    expect(plan.evaluation.targets.map(({ name, channel }) => `${name} ${channel}`)).toEqual([
      'Gene A FAM',
      'Yellow VIC',
    ])
  })

  it('issue 15: reads crossing points alone, and says why they cannot become an analysis', async () => {
    const { run, notices } = await tell(makeRotorResults(german))
    expect(run.wells[0]?.targets[0]).toMatchObject({ target: 'Gene A', dye: 'Green', cq: 17.25 })
    expect(notices).toContainEqual({
      severity: 'info',
      code: 'element_ignored',
      place: { path: 'Threshold' },
      params: { element: 'Threshold', count: 1 },
    })
    const { reason } = await caught(() => planImport(run, newUuid))
    expect(reason).toBe('results_without_curves')
  })

  it('issue 15: takes curves of an analysis where there are no raw ones, and says in which state', async () => {
    const [head = '', first = '', second = '', melt = ''] = makeRotorRaw().split(/(?="Channel )/)
    const title = 'Quantitative analysis of channel Cycling A.Green (Page 1)'
    const analysed = first.replace('Channel Cycling A.Green', title)
    const subtracted = await tell(head + analysed)
    expect(subtracted.run.amplification?.state).toBe('baseline-subtracted')
    expect(subtracted.told).toContain('info curves_subtracted')
    expect(subtracted.told).not.toContain('info element_ignored')
    const high = await tell(head + second.replace('Channel', 'Quantitative analysis of channel'))
    expect(high.run.amplification?.state).toBe('raw')
    expect(high.told).toContain('warning curves_look_raw')
    const beside = await tell(head + first + analysed + melt.replace('Channel', 'Melt analysis of'))
    expect(beside.run.amplification?.readings.channels).toEqual(['Green'])
    expect(beside.run.melt).toBeNull()
    expect(beside.told.filter((one) => /ignored|not_taken/.test(one))).toEqual([
      'info element_ignored',
      'error curve_not_taken',
      'error curve_not_taken',
      'error curve_not_taken',
      'error curve_not_taken',
    ])
  })

  it('issue 15: two acquisitions in one colour are two channels', async () => {
    const text = makeRotorRaw().replace('Cycling A.Yellow', 'Cycling B.Green')
    const { run } = await tell(text)
    expect(run.amplification?.readings.channels).toEqual(['Green', 'Green Cycling B'])
    expect(run.wells[0]?.targets.map(({ target }) => target)).toEqual(['Green', 'Green Cycling B'])
    const plan = planImport(run, newUuid)
    expect(plan.source.dyes.map(({ channel }) => channel)).toEqual(['FAM', 'VIC'])
  })

  it.each([
    [
      'a channel that is there twice',
      (text: string) => text.replace('A.Yellow', 'A.Green'),
      'error well_twice',
    ],
    [
      'a second page with another name',
      (text: string) => text.replace(/("Page 1".*\r\n)/, '$1"Page 2","x","","",""\r\n'),
      'error samples_differ',
    ],
    [
      'a value that is no number',
      (text: string) => text.replace(/\r\n"1","[\d.]+"/, '\r\n"1","5,5e"'),
      'error number_unreadable',
    ],
    [
      'a table of unknown columns',
      (text: string) => text.replace('"ID","1"', '"Tube","1"'),
      'error table_ignored',
    ],
    [
      'a row with a value too many',
      (text: string) => text.replace(/(\r\n"2",.*)\r\n/, '$1,"9"\r\n'),
      'error row_ignored',
    ],
  ])('issue 15: names %s', async (_, bend, expected) => {
    expect((await tell(bend(makeRotorRaw()))).told).toContain(expected)
  })

  it('issue 15: takes no date that could be of two months', async () => {
    const read = async (date: string) => {
      const { run, told } = await tell(makeRotorRaw().replace('2021-03-16', date))
      return [run.source.date, told.includes('info element_ignored')]
    }
    expect(await read('3/16/2021')).toEqual(['2021-03-16T10:34:20', false])
    expect(await read('16.03.2021')).toEqual(['2021-03-16T10:34:20', false])
    expect(await read('3/4/2021')).toEqual([null, true])
  })
})

describe('reading run files of Rotor-Gene software', () => {
  it('issue 15: takes samples, types, a standard, amplification and melt', async () => {
    const { file, run } = await readOne(makeRex())
    expect(file.format).toBe('rotorgene')
    expect(run.source).toMatchObject({ version: 'REX 3.15', date: '2021-01-18T10:20:30' })
    expect(run.plate).toEqual({ rows: 72, columns: 1, labels: 'numbers' })
    expect(run.wells.map(({ name, sampleType }) => `${name} ${sampleType}`)).toEqual([
      '1 unkn',
      '2 unkn',
      '25 std',
      '72 ntc',
    ])
    expect(run.wells[2]?.targets[0]?.quantity).toEqual({ value: 1500, unit: 'other' })
    const { readings } = run.amplification!
    expect(curveOf(readings, 1, 24)[29]).toBe(lightcyclerLight(1, 2, 30))
    expect([...run.melt!.readings.temperatures.subarray(0, 2)]).toEqual([65, 65.5])
    expect(
      run.notices.map(({ code, place }) => [code, place.path ?? '', place.wells ?? '']),
    ).toEqual([
      ['element_ignored', 'Profile', ''],
      ['element_ignored', 'Groups', ''],
      ['curve_without_well', 'Green', '3–24, 26–71'],
      ['curve_without_well', 'Yellow', '3–24, 26–71'],
      ['rotor_in_rows', '', ''],
      ['wells_missing', '', ''],
    ])
    expect(planImport(run, newUuid).samples).toHaveLength(4)
  })

  it('issue 15: takes every tube where no sample has a name', async () => {
    const { run } = await readOne(makeRex(36).replaceAll(/<Name>Sample \d<\/Name>/g, ''))
    expect(run.wells).toHaveLength(36)
  })

  it('issue 15: a ring of 100 tubes is put along the rows of a plate of 384 wells', async () => {
    const { run } = await readOne(makeRex(100).replace('72-Well Rotor', '100-Ring'))
    expect(run.plate.rows).toBe(100)
    expect(planImport(run, newUuid).cartridge_type).toBe('Wells384')
  })

  it.each([
    [
      'a type without a known meaning',
      (text: string) => text.replace('<Type>3<', '<Type>9<'),
      'warning sample_type_unknown',
    ],
    [
      'a channel of another name',
      (text: string) => text.replace('Melt A.Green', 'Gain'),
      'error table_ignored',
    ],
    [
      'a value that is no number',
      (text: string) => text.replace(/<Reading>\S+/, '<Reading>x'),
      'error number_unreadable',
    ],
    [
      'a sample without a tube',
      (text: string) => text.replace('<TubePosition>1<', '<TubePosition>A<'),
      'error row_ignored',
    ],
    [
      'a tube beyond its rotor',
      (text: string) => text.replace('72-Well', '36-Well'),
      'warning plate_grown',
    ],
  ])('issue 15: names %s', async (_, bend, expected) => {
    expect((await tell(bend(makeRex()))).told).toContain(expected)
  })

  it('issue 15: a run file without a reading is refused', async () => {
    const text = makeRex().replace(/<RawChannels>[^]*<\/RawChannels>/, '')
    expect((await refusal(text)).reason).toBe('file_without_curves')
  })
})
