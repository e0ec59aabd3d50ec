import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { exportFormats } from '../../domain/catalog/export-formats.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { sampleCalls } from '../../domain/calls/results.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Results } from '../../domain/results.ts'
import { signedContent } from '../../domain/rules/analysis.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { curveOf } from '../../workers/curves/readings.ts'
import { importFile } from '../../workers/files/import.ts'
import { planImport } from '../../workers/files/plan-import.ts'
import { makeLightcyclerPlate } from '../support/roche-files.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { holding, importForm, validate } from './made-analyses.ts'
import { readPdf } from './pdf-text.ts'

/** Follow a plate of 384 wells from the instrument's file to the signature and all its exports. */

const text = makeLightcyclerPlate({ rows: 16, columns: 24 })
let lab: Lab
let manager: Sender
let record: Analysis
beforeAll(async () => {
  lab = await foundLab('large-plates')
  manager = await lab.as('Manager')
  const body = importForm(lab.swarm, { name: 'Plate of 384' })
  body.set('file', new File([text], 'plate.txt'))
  record = (await must(manager(analysisCalls.import, { body }))).data
})

const by = () => ({ params: { id: record.uuid } })
const readBlob = async (hash: string) =>
  (await must(manager(analysisCalls.blob, { params: { id: record.uuid, hash } }))).data
async function exportAs(fileFormat: (typeof exportFormats)[number]): Promise<Uint8Array> {
  const made = await must(manager(analysisCalls.export, { ...by(), body: { fileFormat } }))
  return made.data
}

describe('a plate of 384 wells', () => {
  it('issue 15: becomes an analysis with a result in every well', async () => {
    expect(record).toMatchObject({ status: 'COMPLETE', cartridge_type: 'Wells384' })
    expect(record.samples).toHaveLength(384)
    const results = JSON.parse(
      new TextDecoder().decode(await readBlob(record.results[0]!.hash)),
    ) as Results
    const { targets } = results.evaluation
    expect(results.wells).toHaveLength(384 * targets.length)
    expect(results.wells.at(-1)?.well).toBe('P24')
    const silent = results.wells.filter(({ well }) => well === 'A4' || well === 'P20')
    expect(new Set(silent.map(({ call }) => call))).toEqual(new Set(['not_detected']))
    const grown = results.wells.filter(({ well }) => well === 'A1' || well === 'P17')
    expect(new Set(grown.map(({ call }) => call))).toEqual(new Set(['detected']))
  })

  it('issue 15: has a row of each sample to search by', async () => {
    const filters = { analysis_uuid: [record.uuid], sample: 'Sample 383' }
    const found = await must(manager(sampleCalls.search, { body: { filters } }))
    const rows = found.data.data
    expect(rows.map(({ coordinates }) => coordinates)).toEqual([['P24']])
  })

  it('issue 15: is corrected sample by sample', async () => {
    const samples = record.samples.map((one) => ({ ...one, name: `${one.name} b` }))
    const body = { samples, reason: 'named as in the list', base: record.updated_at }
    record = (await must(manager(analysisCalls.edit, { ...by(), body }))).data
    expect(record.samples.at(-1)?.name).toBe('Sample 383 b')
  })

  it('issue 15: is calculated again without a well, and reviewed sample by sample, all at once', async () => {
    const exclusions = [{ well: 'P24', target: null, reason: 'a bubble' }]
    const order = { uuid: record.uuid, exclusions, reason: 'left one out' }
    record = (await must(manager(analysisCalls.calculate, { body: order }))).data
    expect(record.exclusions).toHaveLength(1)
    const decisions = record.samples.map(({ uuid: sample_uuid }, at) => ({
      ...holding(record).decisions[0]!,
      sample_uuid,
      verdict: at === 383 ? ('held' as const) : ('accepted' as const),
    }))
    const body = { ...holding(record), decisions }
    record = (await must(manager(analysisCalls.reviewSamples, { ...by(), body }))).data
    expect(record.sample_reviews).toHaveLength(384)
  })

  it('issue 15: cannot be planned again, for no device takes it', async () => {
    const { errors } = await manager(analysisCalls.duplicate, by())
    expect(errors[0]).toMatchObject({ code: 'refused', reason: 'plate_without_device' })
    const body = {
      uuid: crypto.randomUUID(),
      name: 'Plan',
      recipe_uuid: crypto.randomUUID(),
      protocol_uuid: null,
      swarm_uuid: lab.swarm,
      device_uuid: null,
      cartridge_type: 'Wells384',
      samples: [],
      notebook: '',
    }
    const made = await manager(analysisCalls.create, { body })
    expect(made.errors[0]).toMatchObject({ code: 'invalid', field: 'cartridge_type' })
  })

  it('issue 15: is signed, and the trail bears it', async () => {
    record = await validate(manager, record)
    expect(record.status).toBe('VALIDATION')
    const audit = await must(manager(analysisCalls.audit, by()))
    const actions = audit.data.map(({ action }) => action)
    expect(actions).toContain('analysis.validate')
    expect(record.signature?.record_hash).toBe(sha256Hex(canonicalJson(signedContent(record))))
  })

  it.each(['rdml', 'rdes'] as const)(
    'issue 15: comes as %s with the curves of all wells to the bit',
    async (format) => {
      const bytes = await exportAs(format)
      // Unpack RDES, which has a table each for amplification and melt.
      const packed: Record<string, Uint8Array> =
        format === 'rdes' ? unzipSync(bytes) : { back: bytes }
      const name = Object.keys(packed).find((one) => !one.includes('melt'))!
      const file = await importFile(name, packed[name]!)
      const { plate, amplification, wells } = file.runs[0]!
      expect(wells).toHaveLength(384)
      expect(plate).toMatchObject({ rows: 16, columns: 24 })
      const { runs } = await importFile('plate.txt', new TextEncoder().encode(text))
      const first = planImport(runs[0]!, () => '').curves.amplification
      for (const well of [0, 100, 383]) {
        expect(curveOf(amplification!.readings, 0, well)).toEqual(curveOf(first, 0, well))
      }
    },
  )

  it('issue 15: comes as table, workbook and archive', async () => {
    const csv = new TextDecoder().decode(await exportAs('csv'))
    const rows = 384 * record.method.evaluation.targets.length
    expect(csv.trim().split('\r\n')).toHaveLength(rows + 1)
    expect(csv).toContain('P24')
    const tidy = new TextDecoder().decode(await exportAs('tidy'))
    expect(tidy.trim().split('\r\n').length).toBeGreaterThan(384 * 2 * 54)
    const sheets = unzipSync(await exportAs('xlsx'))
    const all = Object.values(sheets).map((one) => new TextDecoder().decode(one))
    expect(all.some((one) => one.includes('Sample 383 b'))).toBe(true)
    const back = await importFile('again.bca', await exportAs('bca'))
    const plan = planImport(back.runs[0]!, () => crypto.randomUUID())
    expect(plan).toMatchObject({ cartridge_type: 'Wells384' })
    expect(plan.samples).toHaveLength(384)
  })

  it('issue 15: is printed with every well', async () => {
    const query = { format: 'pdf' } as const
    const made = await must(manager(reportCalls.createAnalysis, { ...by(), query, body: {} }))
    const { texts } = await readPdf(made.data)
    const all = texts.join(' ')
    expect(all).toContain('16 × 24 wells')
    for (const well of ['A1', 'P24', 'Sample 200 b']) expect(all).toContain(well)
  })
})

it('issue 15: a chip of 2,304 wells is kept, reviewed and signed', async () => {
  const body = importForm(lab.swarm, { name: 'Chip' })
  const lines = makeLightcyclerPlate({ rows: 48, columns: 48 }).split('\n')
  const amplified = lines.filter((line) => line.split('\t')[2] !== '3')
  body.set('file', new File([amplified.join('\n')], 'chip.txt'))
  let chip = (await must(manager(analysisCalls.import, { body }))).data
  expect(chip).toMatchObject({ status: 'COMPLETE', cartridge_type: 'Wells2304' })
  const decisions = chip.samples.map(({ uuid: sample_uuid }) => ({
    ...holding(chip).decisions[0]!,
    sample_uuid,
    verdict: 'accepted' as const,
  }))
  const order = { params: { id: chip.uuid }, body: { ...holding(chip), decisions } }
  chip = (await must(manager(analysisCalls.reviewSamples, order))).data
  expect(chip.sample_reviews).toHaveLength(2304)
  expect(await validate(manager, chip)).toMatchObject({ status: 'VALIDATION' })
})
