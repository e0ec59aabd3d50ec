import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { importFile } from '../../../workers/files/import.ts'
import type { ExportRun, ImportedRun } from '../../../workers/files/imported-run.ts'
import { NoticeList } from '../../../workers/files/notices.ts'
import { writeRdml, writeRdmlText } from '../../../workers/files/rdml/write.ts'
import { finishAtOnce } from '../../../workers/slices.ts'
import { createExportRun, testWriter } from '../../support/export-run.ts'
import { bundledFiles } from '../../support/file-fixtures.ts'
import { caught } from './caught.ts'

const run = createExportRun({ wells: 12, cycles: 30, temperatures: 40 })
const schema = readFileSync(
  new URL('../../fixtures/files/RDML_v1_3_REC.xsd', import.meta.url),
  'utf8',
)

async function validate(text: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'rdml_data.xml', contents: text }],
    schema: [schema],
  })
  return errors.map(({ message }) => message)
}

const rdmlOf = (...given: Parameters<typeof writeRdml>) => finishAtOnce(writeRdml(...given))
const write = (runs: ExportRun[]) => [...writeRdmlText(runs, testWriter, new NoticeList())].join('')

/** Keep the parts that must be equal after writing and reading. */
function withoutFormat({ source, ...rest }: ImportedRun | ExportRun) {
  const { notices: _, ...same } = { notices: [], ...rest }
  return { ...same, source: { ...source, format: '', version: '' } }
}

describe('writeRdml', () => {
  let runs: ImportedRun[] = []
  beforeAll(async () => {
    runs = (await importFile('x', rdmlOf([run], testWriter).bytes)).runs
  })

  it('is valid against the schema of RDML 1.3', async () => {
    expect(await validate(write([run]))).toEqual([])
    expect(await validate(write([run]).replace('<pcrFormat>', '<pcrFormat x="1">'))).not.toEqual([])
  })

  it('reads back as the same run, to the last bit of every number', () => {
    expect(runs).toHaveLength(1)
    expect(runs.map(withoutFormat)).toEqual([withoutFormat(run)])
    expect(runs[0]?.notices.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('gives equal bytes for equal runs', () => {
    expect(rdmlOf([run], testWriter).bytes).toEqual(rdmlOf([run], testWriter).bytes)
  })

  it('keeps extreme numbers', async () => {
    const extreme = structuredClone(run)
    const odd = [5e-324, 1.7976931348623157e308, -0, 1 / 3, 1e21, -1e-7, 123456789.12345679]
    extreme.amplification?.readings.values.set(odd)
    expect(await validate(write([extreme]))).toEqual([])
    const back = await importFile('x', rdmlOf([extreme], testWriter).bytes)
    const values = back.runs[0]?.amplification?.readings.values
    expect([...(values?.subarray(0, 7) ?? [])]).toEqual(odd)
  })

  it('writes several runs of several experiments, and names that are not unique', async () => {
    const second = structuredClone({ ...run, wells: run.wells.slice(0, 2) })
    for (const well of second.wells) well.sampleType = 'ntc'
    const other = { ...structuredClone(run), experiment: 'Another', name: '' }
    const written = rdmlOf([run, second, other], testWriter)
    expect(await validate(write([run, second, other]))).toEqual([])
    const back = await importFile('x', written.bytes)
    expect(back.runs.map(({ experiment, name }) => [experiment, name])).toEqual([
      [run.experiment, run.name],
      [run.experiment, `${run.name} (2)`],
      ['Another', 'Run 1'],
    ])
    expect(back.runs[1]?.wells[0]).toMatchObject({ sample: 'Standard 1 (2)', sampleType: 'ntc' })
    expect(written.notices.map(({ code }) => code)).toContain('name_changed')
  })

  it('writes raw curves only and says which it left out', () => {
    const subtracted = structuredClone(run)
    if (subtracted.amplification) subtracted.amplification.state = 'baseline-subtracted'
    const { notices } = rdmlOf([subtracted], testWriter)
    expect(notices).toMatchObject([
      { code: 'curves_not_written', params: { state: 'baseline-subtracted' } },
    ])
    expect(write([subtracted])).not.toContain('<adp>')
    expect(write([subtracted])).toContain('<mdp>')
  })

  it('survives names with letters that XML has no way to write', async () => {
    const odd = structuredClone(run)
    for (const well of odd.wells) well.sample += '\u0000\u0008\ud800 ]]> <&"\'\n'
    expect(await validate(write([odd]))).toEqual([])
    const back = await importFile('x', rdmlOf([odd], testWriter).bytes)
    expect(back.runs[0]?.wells[0]?.sample).toBe('Standard 1\ufffd\ufffd\ufffd ]]> <&"\'\n')
  })

  it('refuses to write nothing', async () => {
    expect((await caught(() => rdmlOf([], testWriter))).reason).toBe('export_empty')
  })

  it.each(bundledFiles().filter(({ name }) => name.endsWith('.rdml')))(
    'writes $name again, valid and the same',
    async ({ name, bytes }) => {
      const first = await importFile(name, bytes)
      expect(await validate(write(first.runs))).toEqual([])
      const again = await importFile(name, rdmlOf(first.runs, testWriter).bytes)
      for (const [i, one] of first.runs.entries()) {
        const raw = one.amplification?.state === 'raw'
        const back = again.runs[i]
        expect(back && withoutFormat(back).melt).toEqual(one.melt)
        if (raw) expect(back && withoutFormat(back)).toEqual(withoutFormat(one))
      }
    },
    30_000,
  )

  it('fifth attack E5: the points of a large plate are written in slices', () => {
    const wells = Array.from({ length: 96 }, (_, well) => ({ ...run.wells[0]!, well }))
    const work = writeRdml([{ ...run, wells }], testWriter)
    let stops = 0
    while (!work.next().done) stops += 1
    expect(stops).toBeGreaterThanOrEqual(96 / 16)
  })

  it('fifth attack E5: looks through the wells of a sample once, not once for each of them', () => {
    let reads = 0
    const [first] = run.wells
    const wells = Array.from({ length: 96 }, (_, well) => {
      const target = { ...first!.targets[0]! }
      Object.defineProperty(target, 'quantity', { get: () => ((reads += 1), null) })
      return { ...first!, well, targets: [target] }
    })
    rdmlOf([{ ...run, amplification: null, melt: null, wells }], testWriter)
    expect(reads).toBeLessThan(96 * 10)
  })
})
