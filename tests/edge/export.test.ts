import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { exportFormats } from '../../domain/catalog/export-formats.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { readResults, type StandardCurve } from '../../domain/results.ts'
import { resultRows } from '../../edge/reports/results-csv.ts'
import { decodeCurves } from '../../workers/run/blob.ts'
import { curveOf } from '../../workers/curves/readings.ts'
import { importFile } from '../../workers/files/import.ts'
import example from '../fixtures/files/RDES_v1_0_example_amplification.tsv?raw'
import { madeVendorFiles } from '../support/vendor-files.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { validate } from './made-analyses.ts'
import { makeMeasured } from './plan.ts'

let lab: Lab
let operator: Sender
let record: Analysis
beforeAll(async () => {
  lab = await foundLab('export')
  operator = await lab.as('Operator')
  const form = new FormData()
  const fields = {
    uuid: crypto.randomUUID(),
    name: 'Export / 1',
    swarm_uuid: lab.swarm,
    recipe_uuid: null,
    run: 0,
  }
  form.set('fields', JSON.stringify(fields))
  form.set('file', new File([example], 'example.tsv'))
  record = (await must(operator(analysisCalls.import, { body: form }))).data
})

async function exportAs(fileFormat: (typeof exportFormats)[number]) {
  const answer = await must(
    operator(analysisCalls.export, { params: { id: record.uuid }, body: { fileFormat } }),
  )
  return { ...answer, bytes: answer.data }
}

async function keptCurves() {
  const params = { id: record.uuid, hash: record.curves_hash! }
  const { data } = await must(operator(analysisCalls.blob, { params }))
  return decodeCurves(data).amplification
}

/** Expect that each format with curves says which version counts, and is read back as if it did not. */
async function expectMarked(sender: Sender, id: string, words: string, mark: string) {
  const save = async (fileFormat: 'rdml' | 'rdes' | 'tidy' | 'xlsx') =>
    must(sender(analysisCalls.export, { params: { id }, body: { fileFormat } }))
  const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
  const [rdml, rdes, tidy, xlsx] = [
    await save('rdml'),
    await save('rdes'),
    await save('tidy'),
    await save('xlsx'),
  ]
  const xml = text(unzipSync(rdml.data)['rdml_data.xml'])
  expect(xml).toContain(`<description>Correction: ${words}`)
  expect(rdes.headers.get('Content-Disposition')).toContain(mark)
  const [head = '', row = ''] = text(tidy.data).split('\r\n')
  expect([head.endsWith(',Correction'), row.includes(words)]).toEqual([true, true])
  expect(Object.values(unzipSync(xlsx.data)).map(text).join('\n')).toContain(words)
  for (const { data } of [rdml, rdes]) {
    // oxlint-disable-next-line no-await-in-loop
    const [back] = (await importFile('back', data)).runs
    expect(back?.wells[0]).toMatchObject({ name: 'A1', sample: 'S-1' })
    expect(back?.name).not.toContain('orrection')
  }
}

/** Wells of made files that have others than four. */
const wellCounts: Readonly<Record<string, number>> = {
  'made QuantStudio.xlsx': 8,
  'made.xls': 8,
  'made biomark.csv': 9,
  'made biomeme.csv': 3,
  'made.ixo': 96,
  'made curve table columns.csv': 3,
}

describe('files of vendors in a Worker', () => {
  it.each(madeVendorFiles())('reads $name', async ({ name, bytes }) => {
    const { runs } = await importFile(name, bytes)
    expect(runs[0]?.wells).toHaveLength(wellCounts[name] ?? 4)
  })
})

describe('an analysis as a file', () => {
  it('issue 20: the table of results never writes a genotype in doubt as one that is called', async () => {
    const params = { id: record.uuid, hash: record.results.at(-1)!.hash }
    const { data } = await must(operator(analysisCalls.blob, { params }))
    const results = readResults(new TextDecoder().decode(data))
    const [first, second] = results.wells
    const alleles: [string, string] = [first!.target, 'Another']
    const place = {
      name: 'rs6025',
      sample_uuid: null,
      genotype: 'heterozygote',
      confidence: 1,
    } as const
    const [columns, ...rows] = resultRows(
      record,
      {
        ...results,
        wells: [first!, { ...second!, target: first!.target, well: 'H12' }],
        evaluation: { ...results.evaluation, genotypes: [{ name: 'rs6025', alleles }] },
        genotypes: [
          { ...place, well: first!.well, call: 'called', doubt: null },
          { ...place, well: 'H12', call: 'review', doubt: 'weak' },
        ],
      },
      params.hash,
      { end: '', calibrations: '', device: null },
    )
    const at = columns!.indexOf('Genotype')
    expect(rows.map((row) => row[at])).toEqual(['rs6025=heterozygote', 'rs6025=review'])
  })

  it('A27-11: the table of results says which quantities are beyond the standards', async () => {
    const params = { id: record.uuid, hash: record.results.at(-1)!.hash }
    const { data } = await must(operator(analysisCalls.blob, { params }))
    const results = readResults(new TextDecoder().decode(data))
    const unknown = new Set(
      record.samples.flatMap((one) => (one.sample_type === 'unknown' ? one.uuid : [])),
    )
    const found = results.samples.find(
      ({ call, sample_uuid }) => call === 'detected' && unknown.has(sample_uuid),
    )!
    const noteOf = (copies: number) => {
      const [columns, ...rows] = resultRows(
        record,
        {
          ...results,
          evaluation: { ...results.evaluation, quantification: { method: 'standard_curve' } },
          samples: [{ ...found, quantity: { value: copies, low: null, high: null } }],
          wells: results.wells.filter(
            ({ sample_uuid, target }) =>
              sample_uuid === found.sample_uuid && target === found.target,
          ),
          assays: results.assays.map((assay) => ({
            ...assay,
            standard_curve: { lowest: 1, highest: 3 } as StandardCurve,
          })),
        },
        params.hash,
        { end: '', calibrations: '', device: null },
      )
      return rows[0]?.[columns!.indexOf('Quantity note')]
    }
    expect([4, 50, 5000].map(noteOf)).toEqual([
      'extrapolated (standards from 10 to 1000)',
      '',
      'extrapolated (standards from 10 to 1000)',
    ])
  })

  it('[CALL-103] comes as the table of results', async () => {
    const text = new TextDecoder().decode((await exportAs('csv')).bytes)
    expect(text.split('\r\n')).toHaveLength(92)
    expect(text).toContain('undetermined')
  })

  it('issue 14: names the device of a run by name and serial number in each format, never by its hostname', async () => {
    const manager = await lab.as('Manager')
    const run = await makeMeasured(lab, manager)
    await run.finish()
    const params = { id: run.uuid }
    const save = async (fileFormat: (typeof exportFormats)[number]) =>
      (await must(manager(analysisCalls.export, { params, body: { fileFormat } }))).data
    const label = 'bGATE export (BG-export)'
    const table = new TextDecoder().decode(await save('csv'))
    const [header = '', row = ''] = table.split('\r\n')
    expect(row.split(',')[header.split(',').indexOf('Device')]).toBe(label)
    expect(table).not.toContain('bgate-export')
    for (const format of ['xlsx', 'rdml'] as const) {
      const members = Object.values(unzipSync(await save(format)))
      const text = members.map((one) => new TextDecoder().decode(one)).join('\n')
      expect([format, text.includes(label)]).toEqual([format, true])
      expect([format, text.includes('bgate-export')]).toEqual([format, false])
    }
    const archive = await save('bca')
    const [read] = (await importFile('run.bca', archive)).runs
    expect(read?.source.instrument).toBe(label)
    const list = JSON.parse(new TextDecoder().decode(unzipSync(archive)['manifest.json']))
    expect(list.analysis.instrument).toBe(label)
  })

  it.each(['rdml', 'rdes'] as const)(
    'comes as %s with the same curves to the bit',
    async (format) => {
      const { bytes } = await exportAs(format)
      const file = await importFile('back', bytes)
      expect(file.format).toBe(format)
      const back = file.runs[0]?.amplification?.readings
      const kept = await keptCurves()
      expect(back?.points).toBe(kept.points)
      for (const [channel, name] of kept.channels.entries()) {
        const dye = record.source?.dyes.find((one) => one.channel === name)?.dye ?? name
        const found = [dye, name]
          .map((one) => back?.channels.indexOf(one) ?? -1)
          .find((at) => at >= 0)
        for (const { well } of file.runs[0]?.wells ?? []) {
          const same = back && curveOf(back, found ?? -1, well)
          expect(same).toEqual(curveOf(kept, channel, well))
        }
      }
    },
  )

  it('issue 20: answers no laboratory system where no sample was ordered', async () => {
    for (const fileFormat of ['hl7', 'fhir'] as const) {
      const answer = await operator(analysisCalls.export, {
        params: { id: record.uuid },
        body: { fileFormat },
      })
      expect(answer.errors).toMatchObject([{ code: 'refused', reason: 'no_orders' }])
    }
  })

  it('fourteenth attack A14-9: answers no laboratory system from a run that a later version corrects', async () => {
    const manager = await lab.as('Manager')
    const order = { form: 'hl7', sample: 'S-1', specimen: 'S-1', number: 'P-1' } as const
    const sample = { uuid: crypto.randomUUID(), name: 'S-1', sample_type: 'unknown' as const }
    const samples = [{ ...sample, coordinates: ['A1'], orders: [order] }]
    const run = await makeMeasured(lab, manager, manager, { samples })
    await run.finish()
    const parts = { params: { id: run.uuid }, body: { fileFormat: 'hl7' as const } }
    const { data } = await must(manager(analysisCalls.export, parts))
    expect(new TextDecoder().decode(data)).toContain('P-1')
    await validate(manager, await run.read())
    const reason = { params: parts.params, body: { reason: 'the wrong threshold' } }
    const { data: correction } = await must(manager(analysisCalls.correct, reason))
    for (const fileFormat of ['hl7', 'fhir'] as const) {
      const answer = await manager(analysisCalls.export, { ...parts, body: { fileFormat } })
      expect(answer.errors).toMatchObject([{ code: 'refused', reason: 'answer_corrected' }])
    }
    // Issue 14: the signed correction replaces what was sent, under the number of the first version.
    const { uuid } = await validate(manager, correction)
    const [hl7, fhir] = await Promise.all(
      (['hl7', 'fhir'] as const).map(async (fileFormat) => {
        const made = { params: { id: uuid }, body: { fileFormat } }
        return new TextDecoder().decode((await must(manager(analysisCalls.export, made))).data)
      }),
    )
    expect(hl7).toMatch(new RegExp(`\\rOBR\\|1\\|P-1\\|${run.uuid}\\|[^\\r]*\\|C\\r`))
    expect(JSON.parse(fhir ?? '').entry[0].resource).toMatchObject({ status: 'corrected' })
    for (const [id, words, mark] of [
      [run.uuid, 'Superseded, version 2 corrects these results', '-superseded-by-version-2'],
      [uuid, 'Version 2 replaces version 1: the wrong threshold', '-correction-version-2'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      await expectMarked(manager, id, words, mark)
    }
    for (const [id, code] of [
      [run.uuid, ['run_superseded']],
      [uuid, []],
    ] as const) {
      const asked = { params: { id }, body: { fileFormat: 'bca' as const } }
      // oxlint-disable-next-line no-await-in-loop
      const { data: archive } = await must(manager(analysisCalls.export, asked))
      // oxlint-disable-next-line no-await-in-loop
      const { notices } = await importFile('run.bca', archive)
      expect(notices.map((one) => one.code)).toEqual(code)
    }
  })

  it('comes as a tidy table, a row for each measured value', async () => {
    const text = new TextDecoder().decode((await exportAs('tidy')).bytes)
    const rows = text.trim().split('\r\n')
    const kept = await keptCurves()
    const measured = record.samples
      .flatMap(({ coordinates }) => coordinates)
      .reduce((sum, name) => sum + countMeasured(kept, wellOf(name)), 0)
    expect(rows).toHaveLength(measured + 1)
    expect(rows[1]).toMatch(/^Export \/ 1,A1,.*,amplification,3,,668.43,raw,/)
  })

  it('[CALL-103] comes as a workbook with results, plates, points and where they come from', async () => {
    const members = unzipSync((await exportAs('xlsx')).bytes)
    const read = (name: string) => new TextDecoder().decode(members[name])
    const names = [...read('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(
      ([, one]) => one,
    )
    expect(names[0]).toBe('Results')
    expect(names.at(-2)).toBe('Points')
    expect(names).toContain('Cq Exon 1')
    expect(read(`xl/worksheets/sheet${names.length}.xml`)).toContain(record.results[0]!.hash)
    expect(read('xl/worksheets/sheet1.xml')).not.toMatch(/<f>|NaN/)
  })
})

function wellOf(name: string): number {
  return (name.charCodeAt(0) - 65) * 12 + Number(name.slice(1)) - 1
}

function countMeasured(readings: Awaited<ReturnType<typeof keptCurves>>, well: number): number {
  return readings.channels.reduce(
    (sum, _, channel) => sum + curveOf(readings, channel, well).filter(Number.isFinite).length,
    0,
  )
}
