import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { importFile } from '../../../workers/files/import.ts'
import { readOne, refusal } from './caught.ts'

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/files/${name}`, import.meta.url)))

interface Parts {
  root?: string
  descriptions?: string
  format?: string
  reactions?: string
}

const points = (values: readonly (number | string)[]) =>
  values.map((value, i) => `<adp><cyc>${i + 1}</cyc><fluor>${value}</fluor></adp>`).join('')

const reaction = (id: string | number, data: string, sample = 'S1') =>
  `<react id="${id}"><sample id="${sample}"/>${data}</react>`

const curve = (values: readonly (number | string)[], results = '', target = 'T1') =>
  `<data><tar id="${target}"/>${results}${points(values)}</data>`

/** Write a small document, with parts exchanged. */
function rdml({
  root = '<rdml xmlns="http://www.rdml.org" version="1.3">',
  descriptions = '<dye id="FAM"/><sample id="S1"><type>std</type></sample>' +
    '<target id="T1"><type>toi</type><dyeId id="FAM"/></target>' +
    '<target id="T2"><type>ref</type><dyeId id="FAM"/></target>',
  format = '<pcrFormat><rows>8</rows><columns>12</columns></pcrFormat>',
  reactions = reaction(1, curve([10, 11, 12.5])),
}: Parts = {}): string {
  return `${root}${descriptions}\n<experiment id="E"><run id="R">${format}\n${reactions}</run></experiment></rdml>`
}

describe('files of real programs', () => {
  it('reads the Bio-Rad CFX file of an odd XML name, in its curves subtracted', async () => {
    const { runs, notices } = await importFile('x', fixture('BioRad_qPCR_melt.rdml'))
    expect(runs.map(({ name, wells }) => [name, wells.length])).toEqual([
      ['Amp Step 3_FAM', 30],
      ['Amp Step 3_Cy5', 30],
    ])
    const [run] = runs
    expect(run?.amplification?.state).toBe('baseline-subtracted')
    expect(run?.notices.map(({ code }) => code)).toContain('curves_look_subtracted')
    expect(run?.amplification?.readings).toMatchObject({ channels: ['FAM'], points: 41, wells: 96 })
    expect(run?.melt?.readings.points).toBe(61)
    expect(run?.wells[0]).toMatchObject({ name: 'A1', sample: 'Alm12' })
    expect(run?.wells[0]?.targets[0]?.cq).toBe(27.7514537682101)
    expect(run?.wells[7]?.targets[0]).toMatchObject({ cq: null, cqGiven: false })
    expect(run?.source).toMatchObject({ software: 'BioRadCFXManager.exe', version: '1.1' })
    expect(notices.map(({ params }) => params['element'])).toContain('rdml/experimenter')
  })

  it('reads a file of the R package with its elements in any order', async () => {
    const { run, codes } = await readOne(fixture('hookreg.rdml'))
    expect(run.source.version).toBe('1.2')
    expect(run.wells).toHaveLength(96)
    expect(run.amplification?.readings.channels).toEqual(['unkn', 'SYBR', 'HEX', 'FAM'])
    expect(codes).toContain('cycles_differ')
    const first = run.amplification && curveOf(run.amplification.readings, 0, 0)
    expect(first?.[0]).toBe(1.69577937975736)
  })

  it('reads amplification, melt, programme and quantities of RDML-Tools', async () => {
    const { run } = await readOne(fixture('own_mix_a.rdml'))
    expect(run.plate).toEqual({ rows: 16, columns: 24, labels: 'letters' })
    expect(run.amplification?.readings.points).toBe(40)
    expect(run.melt?.readings.temperatures).toHaveLength(133)
    expect(run.programme).toHaveLength(9)
    expect(run.programme?.find(({ type }) => type === 'loop')).toMatchObject({ type: 'loop' })
  })

  it('reads cycles missing inside and a well without a curve', async () => {
    const { run, codes } = await readOne(fixture('matrix_gaps.rdml'))
    expect(codes).toEqual(expect.arrayContaining(['cycles_missing', 'target_without_curve']))
    expect(run.wells).toHaveLength(72)
  })

  it('reads Cq of -1, efficiencies, background, threshold and notes', async () => {
    const { run } = await readOne(fixture('experiment_OC_3.rdml'))
    const targets = run.wells.flatMap((well) => well.targets)
    expect(targets.some(({ cq, cqGiven }) => cq === null && cqGiven)).toBe(true)
    expect(targets.some(({ cq }) => cq !== null && cq > 10)).toBe(true)
    expect(targets.some(({ efficiency, background }) => efficiency !== null && background)).toBe(
      true,
    )
    expect(targets.some(({ note }) => note !== null)).toBe(true)
  })
})

describe('versions and packing', () => {
  it('reads plain XML, and the first RDML in an archive whatever its name', async () => {
    const text = rdml()
    const plain = await readOne(text)
    const packed = await readOne(
      zipSync({ 'a.xml': strToU8('<other/>'), 'b/run.XML': strToU8(text) }),
    )
    expect(packed.run).toEqual(plain.run)
    expect(packed.codes).toContain('member_ignored')
  })

  it('issue 15: reads the runs of all documents that people pack in one archive', async () => {
    const other = rdml({ reactions: reaction(2, curve([20, 21, 22.5])) })
    const parts = { 'May/first.xml': rdml(), 'May/second.xml': other, 'c.xml': '<other/>' }
    const members = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const)
    const { runs, notices } = await importFile('may.zip', zipSync(Object.fromEntries(members)))
    expect(
      runs.map(({ experiment, wells }) => [experiment, ...wells.map(({ name }) => name)]),
    ).toEqual([
      ['first: E', 'A1'],
      ['second: E', 'A2'],
    ])
    expect([...curveOf(runs[1]!.amplification!.readings, 0, 1)]).toEqual([20, 21, 22.5])
    expect(notices.map(({ code, place }) => [code, place.member])).toEqual([
      ['member_ignored', 'c.xml'],
    ])
  })

  it('issue 15: a document without runs beside others is named', async () => {
    const empty = rdml({ reactions: '' })
    const file = zipSync({ 'a.xml': strToU8(rdml()), 'b.xml': strToU8(empty) })
    const { run, codes } = await readOne(file)
    expect([run.wells.length, codes.includes('member_ignored')]).toEqual([1, true])
    const none = zipSync({ 'a.xml': strToU8(empty), 'b.xml': strToU8(empty) })
    expect(await refusal(none)).toMatchObject({ reason: 'file_without_runs' })
  })

  it('reads RDML 1.0: wells by name, the plate in words, the dye as text', async () => {
    const { run } = await readOne(
      rdml({
        root: '<rdml version="1.0" xmlns="http://www.rdml.org">',
        descriptions: '<target id="T1"><dyeId>SYBR</dyeId></target>',
        format: '<pcrFormat>384-well plate; A1-P24</pcrFormat>',
        reactions: reaction('B3', curve([1, 2])) + reaction('P24', curve([3, 4])),
      }),
    )
    expect(run.plate).toEqual({ rows: 16, columns: 24, labels: 'letters' })
    expect(run.wells.map(({ well, name }) => [well, name])).toEqual([
      [26, 'B3'],
      [383, 'P24'],
    ])
    expect(run.amplification?.readings.channels).toEqual(['SYBR'])
  })

  it.each([
    ['72-well rotor; 1-72', { rows: 72, columns: 1, labels: 'numbers' }],
    ['free format', { rows: 7, columns: 1, labels: 'numbers' }],
    ['96-well plate; A1-H12', { rows: 8, columns: 12, labels: 'letters' }],
    ['something else', { rows: 8, columns: 12, labels: 'letters' }],
  ])('knows the plate "%s"', async (words, plate) => {
    const format = `<pcrFormat>${words}</pcrFormat>`
    const { run } = await readOne(rdml({ format, reactions: reaction(7, curve([1, 2])) }))
    expect(run.plate).toEqual(plate)
  })

  it('issue 15: says where the positions of a rotor are shown', async () => {
    const format = '<pcrFormat>72-well rotor; 1-72</pcrFormat>'
    const { run } = await readOne(rdml({ format, reactions: reaction(7, curve([1, 2])) }))
    const notice = run.notices.find(({ code }) => code === 'rotor_in_rows')
    expect(notice).toMatchObject({
      severity: 'info',
      params: { columns: 12, position: 72, well: 'F12' },
    })
  })

  it('enlarges a plate that is too small, and assumes one that is not given', async () => {
    const far = reaction(100, curve([1, 2]))
    const grown = await readOne(rdml({ reactions: far }))
    expect(grown.run.plate).toMatchObject({ rows: 9, columns: 12 })
    expect(grown.codes).toContain('plate_grown')
    const assumed = await readOne(rdml({ format: '', reactions: far }))
    expect(assumed.run.plate).toMatchObject({ rows: 16, columns: 24 })
    expect(assumed.codes).toContain('plate_assumed')
  })

  it('reads unknown versions of 1 with a notice and refuses others', async () => {
    const versioned = (version: string) => rdml({ root: `<rdml version="${version}">` })
    expect((await readOne(versioned('1.7'))).codes).toEqual(
      expect.arrayContaining(['version_unknown', 'namespace_missing']),
    )
    expect(await refusal(versioned('2.0'))).toMatchObject({
      reason: 'rdml_version',
      params: { found: '2.0', line: 1 },
    })
  })

  it('leaves out runs without reactions with a notice', async () => {
    const { file, run, codes } = await readOne(rdml().replace('<run', '<run id="empty"/><run'))
    expect(file.runs).toHaveLength(1)
    expect(run.name).toBe('R')
    expect(codes).toContain('run_ignored')
  })

  it('reads prefixes of the namespace mixed with none', async () => {
    const text = rdml({ root: '<r:rdml xmlns:r="http://www.rdml.org" version="1.4">' })
      .replaceAll(/<(\/?)(target|react|cyc)/g, '<$1r:$2')
      .replace('</rdml>', '</r:rdml>')
    expect((await readOne(text)).run.wells[0]?.targets[0]?.target).toBe('T1')
  })
})

describe('an odd part gets a notice', () => {
  it('gives targets of one dye in one well a channel each', async () => {
    const both = curve([1, 2]) + curve([3, 4], '', 'T2')
    const { run, codes } = await readOne(rdml({ reactions: reaction(1, both) + reaction(2, both) }))
    expect(run.amplification?.readings.channels).toEqual(['FAM', 'FAM 2'])
    expect(run.wells[1]?.targets.map(({ channel }) => channel)).toEqual(['FAM', 'FAM 2'])
    expect(codes.filter((code) => code === 'dye_shared')).toHaveLength(1)
  })

  it('reads reactions that are counted from 0', async () => {
    const reactions = reaction(0, curve([1, 2])) + reaction(95, curve([3, 4]))
    const { run } = await readOne(rdml({ reactions }))
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'H12'])
    expect(run.plate).toMatchObject({ rows: 8, columns: 12 })
  })

  it('adds the targets of a second reaction of the same well', async () => {
    const reactions = reaction(1, curve([1, 2])) + reaction(1, curve([3, 4], '', 'T2'))
    const { run } = await readOne(rdml({ reactions }))
    expect(run.wells).toHaveLength(1)
    expect(run.wells[0]?.targets.map(({ target }) => target)).toEqual(['T1', 'T2'])
  })

  it('does not read a target twice', async () => {
    const reactions = reaction(1, curve([1, 2]) + curve([3, 4]))
    const { run, codes } = await readOne(rdml({ reactions }))
    expect(codes).toContain('target_twice')
    expect([...(run.amplification?.readings.values.subarray(0, 2) ?? [])]).toEqual([1, 2])
  })

  it('sorts cycles, keeps the first of two and leaves out fractions', async () => {
    const adp = (cycle: string, value: number) =>
      `<adp><cyc>${cycle}</cyc><fluor>${value}</fluor></adp>`
    const data = `<data><tar id="T1"/>${adp('3', 30)}${adp('1', 10)}${adp('1', 11)}${adp('2.5', 1)}${adp('', 9)}</data>`
    const { run, codes } = await readOne(rdml({ reactions: reaction(1, data) }))
    const values = run.amplification && curveOf(run.amplification.readings, 0, 0)
    expect([...(values ?? [])]).toEqual([10, Number.NaN, 30])
    expect(codes).toEqual(
      expect.arrayContaining([
        'cycle_twice',
        'cycles_fractional',
        'cycles_not_rising',
        'cycles_missing',
      ]),
    )
  })

  it('leaves out values that are no finite number', async () => {
    const { run, codes } = await readOne(
      rdml({ reactions: reaction(1, curve([1, 'NaN', 'INF', 'x', '', 6])) }),
    )
    const values = run.amplification && curveOf(run.amplification.readings, 0, 0)
    expect([...(values ?? [])]).toEqual([1, Number.NaN, Number.NaN, Number.NaN, Number.NaN, 6])
    expect(codes).toEqual(expect.arrayContaining(['number_not_finite', 'number_unreadable']))
  })

  it('gives no channel to a target whose points all lack a value or a cycle', async () => {
    const nothing =
      '<adp><cyc/><fluor>1</fluor></adp><adp><cyc>2</cyc></adp><mdp><tmp>60</tmp></mdp>'
    const reactions =
      reaction(1, `<data><tar id="T1"/>${nothing}</data>`) + reaction(2, curve([1, 2]))
    const { run, codes } = await readOne(rdml({ reactions }))
    expect(run.wells.map(({ targets }) => targets[0]?.channel)).toEqual([null, 'FAM'])
    expect(run.melt).toBeNull()
    expect(codes).toEqual(expect.arrayContaining(['target_without_curve', 'cycles_fractional']))
  })

  it('keeps the first of two descriptions', async () => {
    const descriptions = '<sample id="S1"><type>pos</type></sample><sample id="S1"/>'
    const { run, codes } = await readOne(rdml({ descriptions }))
    expect(run.wells[0]?.sampleType).toBe('pos')
    expect(codes).toContain('described_twice')
  })

  it('reads decimal commas with a notice', async () => {
    const text = rdml({ reactions: reaction(1, curve(['1,5', '22,25', '1,234'], '<cq>21,7</cq>')) })
    const { run, codes } = await readOne(text)
    expect(run.wells[0]?.targets[0]?.cq).toBe(21.7)
    expect([...(run.amplification?.readings.values.subarray(0, 3) ?? [])]).toEqual([
      1.5, 22.25, 1.234,
    ])
    expect(codes).toContain('decimal_comma')
  })

  it('tells partitions of a digital PCR, unknown samples, targets and sample types', async () => {
    const { codes } = await readOne(
      rdml({
        descriptions: '<sample id="S1"><type>odd</type></sample>',
        reactions: reaction(1, curve([1, 2], '', 'T9') + '<partitions/>') + reaction(2, '', 'S9'),
      }),
    )
    expect(codes).toEqual(
      expect.arrayContaining(
        ['partitions_not_read', 'target_unknown', 'sample_type_unknown', 'sample_unknown'].concat(
          'well_without_curve',
        ),
      ),
    )
  })

  it('takes sample and target names that people gave where ids are made by a machine', async () => {
    const id = '9c93d5da-1797-44c1-b46c-05d501af4e22'
    const { run } = await readOne(
      rdml({
        descriptions:
          `<sample id="${id}"><description>Liver 3</description></sample>` +
          '<target id="FAM@ACTB"><dyeId id="FAM"/></target>',
        reactions: reaction(1, curve([1, 2], '', 'FAM@ACTB'), id),
      }),
    )
    expect(run.wells[0]).toMatchObject({ sample: 'Liver 3', targets: [{ target: 'ACTB' }] })
  })

  it('keeps melt temperatures of wells that differ', async () => {
    const melt = (start: number) =>
      [0, 1, 2].map((i) => `<mdp><tmp>${start + i}</tmp><fluor>${9 - i}</fluor></mdp>`).join('')
    const data = (start: number) => `<data><tar id="T1"/>${melt(start)}</data>`
    const { run } = await readOne(
      rdml({ reactions: reaction(1, data(60)) + reaction(2, data(60.5)) }),
    )
    expect(run.amplification).toBeNull()
    expect([...(run.melt?.readings.temperatures.subarray(0, 6) ?? [])]).toEqual([
      60, 61, 62, 60.5, 61.5, 62.5,
    ])
  })
})

describe('an unreadable part is refused with its place', () => {
  it.each([
    ['a reaction without a number', rdml({ reactions: reaction('x', '') }), 'rdml_reaction'],
    ['no run', '<rdml version="1.3"><dye id="a"/></rdml>', 'file_without_runs'],
    [
      'commas that may be thousands',
      rdml({ reactions: reaction(1, curve(['1,234', 7])) }),
      'number_ambiguous',
    ],
    [
      'commas beside points',
      rdml({ reactions: reaction(1, curve(['1,5', '1.5'])) }),
      'number_mixed',
    ],
    ['a plate that is too large', rdml({ reactions: reaction(99_999_999, '') }), 'plate_too_large'],
    [
      'too many cycles',
      rdml({ reactions: reaction(1, curve([1]).replace('>1<', '>999999<')) }),
      'points_too_many',
    ],
    ['a truncated text', rdml().slice(0, 400), 'xml_truncated'],
  ])('%s', async (_, text, reason) => {
    const fault = await refusal(text)
    expect(fault.reason).toBe(reason)
    if (reason !== 'file_without_runs') expect(fault.params).toHaveProperty('line')
  })

  it('refuses what would take the memory or the time of everything else', async () => {
    const data = (id: string, at: number) =>
      `<data><tar id="${id}"/><adp><cyc>${at}</cyc><fluor>1</fluor></adp></data>`
    const many = Array.from({ length: 300 }, (_, i) => data(`t${i}`, 1)).join('')
    expect((await refusal(rdml({ reactions: reaction(1, many) }))).reason).toBe('targets_too_many')
    const runs = '<run id="a"/>'.repeat(600)
    expect((await refusal(rdml().replace('<run', `${runs}<run`))).reason).toBe('runs_too_many')
    const sparse = rdml({
      format: '<pcrFormat>free format</pcrFormat>',
      reactions: reaction(9999, data('T1', 700)),
    })
    const run = /<run[^]*<\/run>/.exec(sparse)?.[0] ?? ''
    expect((await refusal(sparse.replace(run, run.repeat(3)))).reason).toBe('curves_too_large')
  })

  it('names the member of a damaged archive, and of a truncated document in one', async () => {
    const packed = zipSync({ 'rdml_data.xml': strToU8(rdml().slice(0, 400)) })
    expect(await refusal(packed)).toMatchObject({
      reason: 'xml_truncated',
      params: { member: 'rdml_data.xml', line: 3 },
    })
    const damaged = packed.slice()
    damaged[60] = 0xff
    expect(await refusal(damaged)).toMatchObject({
      reason: 'zip_damaged',
      params: { member: 'rdml_data.xml' },
    })
  })

  it('says what a file begins with that it does not know', async () => {
    expect(await refusal('\n\nhello\nworld')).toMatchObject({
      reason: 'file_format_unknown',
      params: { begins: 'hello' },
    })
    expect((await refusal('')).reason).toBe('file_empty')
    expect((await refusal(new Uint8Array(20), { fileBytes: 10 })).reason).toBe('file_too_large')
  })
})
