import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { lightcyclerLight } from '../../support/roche-files.ts'
import { makeMxpro, makeMxproBlocks, makeMxproResults } from '../../support/rotor-files.ts'
import { caught, readOne } from './caught.ts'

const newUuid = () => '00000000-0000-4000-8000-000000000000'

/** Return where the readings begin, behind the name of the file and the header. */
const headEnd = () => makeMxpro().indexOf(' 1\tP')

/** Return the readings of the first well alone, as those of another one. */
function keepWell(text: string, well: number): string {
  const lines = text.split('\r\n').filter((line) => / \d\tP\t \d\t 1\t/.test(line))
  return lines
    .map((line) => `${line.replace(/\t 1\t(?=[^\t]*\t +\d+\t)/, `\t${well}\t`)}\r\n`)
    .join('')
}

describe('reading texts of MxPro', () => {
  it('issue 15: takes amplification, melt and temperatures of raw readings', async () => {
    const { file, run, codes } = await readOne(makeMxpro())
    expect(file.format).toBe('mxpro')
    expect(run.name).toBe('Made run')
    expect(run.amplification).toMatchObject({
      state: 'raw',
      readings: { channels: ['FAM', 'HEX'], points: 30 },
    })
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'A2', 'B1', 'H12'])
    const { readings } = run.amplification!
    expect(curveOf(readings, 1, 12)[29]).toBe(Math.round(1000 * lightcyclerLight(1, 2, 30)))
    expect(readings.temperatures[0]).toBe(59.7)
    expect(run.melt?.readings).toMatchObject({ channels: ['FAM', 'HEX'], points: 24 })
    expect(codes).toEqual(['element_ignored', 'wells_missing'])
    expect(planImport(run, newUuid).source.dyes).toEqual([
      { channel: 'FAM', dye: 'FAM' },
      { channel: 'VIC', dye: 'HEX' },
    ])
  })

  it('issue 15: names assays in the column of the dye are targets whose dye is not known', async () => {
    const { run, codes } = await readOne(makeMxpro(['Campy', 'Yersi']))
    expect(run.wells[0]?.targets.map(({ target, dye }) => [target, dye])).toEqual([
      ['Campy', ''],
      ['Yersi', ''],
    ])
    expect(codes.filter((code) => code === 'dye_unknown')).toHaveLength(2)
    const { targets } = planImport(run, newUuid).evaluation
    expect(targets.map(({ name }) => name)).toEqual(['Campy', 'Yersi'])
  })

  it.each([
    ['none of whose names is a dye', [], 'unknown'],
    ['of which one has the name of the dye', ['SYBR'], 'SYBR'],
  ])(
    'issue 15: reads more assays than there are channels, one in each well, %s',
    async (_, dyes, channel) => {
      const assays = [...Array.from({ length: 12 }, (_one, i) => `Gene ${i + 1}`), ...dyes]
      const wells = assays.map((assay, i) => keepWell(makeMxpro([assay]), i + 1))
      const { run, codes } = await readOne([makeMxpro().slice(0, headEnd()), ...wells].join(''))
      expect(run.amplification?.readings.channels).toEqual([channel])
      expect(run.wells.map(({ targets }) => targets.map(({ target }) => target))).toEqual(
        assays.map((assay) => [assay]),
      )
      expect(codes.filter((code) => code === 'dye_unknown')).toHaveLength(12)
      const { targets } = planImport(run, newUuid).evaluation
      expect(targets.map(({ name }) => name)).toEqual(assays)
      expect(new Set(targets.map((target) => target.channel))).toHaveLength(1)
    },
  )

  it('issue 15: keeps a channel for each name where a well has two or the names are dyes', async () => {
    const two = await readOne(makeMxpro(['Campy', 'Yersi']))
    expect(two.run.amplification?.readings.channels).toEqual(['Campy', 'Yersi'])
    const texts = ['FAM', 'HEX', 'Gene A'].map((name, i) => keepWell(makeMxpro([name]), i + 1))
    const dyes = await readOne([makeMxpro().slice(0, headEnd()), ...texts].join(''))
    expect(dyes.run.amplification?.readings.channels).toEqual(['FAM', 'HEX', 'Gene A'])
  })

  it('issue 15: takes results of an archive with both texts', async () => {
    const both = { 'raw.txt': strToU8(makeMxpro()), 'ct.txt': strToU8(makeMxproResults()) }
    const { run, codes } = await readOne(zipSync(both))
    expect(run.wells.map(({ sample, sampleType }) => `${sample} ${sampleType}`)).toEqual([
      'Sample 0 unkn',
      'Sample 1 unkn',
      'Sample 2 std',
      'Sample 3 ntc',
    ])
    expect(run.wells[2]?.targets).toMatchObject([
      { target: 'Gene A', dye: 'FAM', channel: 'FAM', cq: 19.25 },
      { target: 'Gene B', dye: 'HEX', channel: 'HEX', cq: 20.25 },
    ])
    expect(run.wells[2]?.targets[0]?.quantity).toEqual({ value: 1500, unit: 'other' })
    expect(run.wells[3]?.targets[0]).toMatchObject({ cq: null, cqGiven: true })
    expect(codes).not.toContain('dye_unknown')
    const { targets } = planImport(run, newUuid).evaluation
    expect(targets.map(({ name }) => name)).toEqual(['Gene A', 'Gene B'])
  })

  it('issue 15: reads results alone, and says why they cannot become an analysis', async () => {
    const { run, codes } = await readOne(makeMxproResults())
    expect(codes).toContain('curves_missing')
    const { reason } = await caught(() => planImport(run, newUuid))
    expect(reason).toBe('results_without_curves')
  })

  it('issue 15: reads results of AriaMx software', async () => {
    const head = ['Well', 'Well Name', 'Dye', 'Target', 'Well Type', 'Cq (∆Rn)', 'Quantity']
    const rows = [
      ['A1', 'S 1', 'FAM', 'Gene A', 'Unknown', '21.3', ''],
      ['A2', '', 'FAM', 'Gene A', 'NTC', 'No Cq', ''],
      ['A3', 'S 3', 'FAM', 'Gene A', 'Standard', '22', '10000'],
    ]
    const { run } = await readOne([head, ...rows].map((row) => row.join(',')).join('\n'))
    expect(run.source.software).toBe('AriaMx')
    expect(run.wells.map(({ sampleType }) => sampleType)).toEqual(['unkn', 'ntc', 'std'])
    expect(run.wells.map(({ targets }) => targets[0]?.cq)).toEqual([21.3, null, 22])
    expect(run.wells[2]?.targets[0]?.quantity).toEqual({ value: 10_000, unit: 'other' })
  })

  it('issue 15: reads blocks of wells, whose dye is not in the file', async () => {
    const { file, run, codes } = await readOne(makeMxproBlocks())
    expect(file.format).toBe('mxpro')
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'A2', 'B1', 'H12'])
    const { readings } = run.amplification!
    expect(readings).toMatchObject({ channels: ['unknown'], points: 30 })
    expect(curveOf(readings, 0, 12)[29]).toBe(Math.round(1000 * lightcyclerLight(0, 2, 30)))
    expect(run.melt?.readings).toMatchObject({ points: 24 })
    expect(codes).toEqual(['dye_unknown', 'wells_missing'])
  })

  it('issue 15: takes a block without a line of headers, and names lines that are no readings', async () => {
    const bare = await readOne(makeMxproBlocks().replaceAll('Cycle Fluo Temp\r\n', ''))
    expect(bare.run.amplification?.readings.points).toBe(30)
    expect(bare.codes).toEqual(['dye_unknown', 'wells_missing'])
    const first = await readOne(makeMxproBlocks().replace(/^Segment.*$/m, 'Readings'))
    expect(first.codes.filter((code) => code === 'row_ignored')).toHaveLength(30)
    const bent = await readOne(makeMxproBlocks().replace(/^9 .*$/m, '9  none'))
    expect(bent.codes).toContain('row_ignored')
    expect((await readOne(makeMxproBlocks().replaceAll('Well 96', 'Well 97'))).codes).toContain(
      'row_ignored',
    )
  })

  it.each([
    [
      'a well beyond the plate',
      (text: string) => text.replaceAll('\t96\t', '\t97\t'),
      'row_ignored',
    ],
    [
      'a second reading of a cycle',
      (text: string) => text.replace(/( 2\tP\t 2\t 1\tFAM\t  1\t)\d+(\t59.7\r\n)/, '$11$2$12$2'),
      'cycle_twice',
    ],
    [
      'a cycle that is missing',
      (text: string) => text.replace(/ 2\tP\t 2\t 1\tFAM\t  9\t.*\r\n/, ''),
      'cycles_missing',
    ],
    [
      'a second plateau of each cycle',
      (text: string) =>
        text +
        text
          .split('\r\n')
          .filter((line) => line.startsWith(' 2'))
          .map((line) => `${line.replace('P\t 2', 'P\t 3')}\r\n`)
          .join(''),
      'element_ignored',
    ],
    ['a dye without a name', (text: string) => text.replaceAll('\tHEX\t', '\t\t'), 'dye_unknown'],
  ])('issue 15: names %s', async (_, bend, expected) => {
    expect((await readOne(bend(makeMxpro()))).codes).toContain(expected)
  })
})
