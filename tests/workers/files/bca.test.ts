import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../domain/fault.ts'
import { upgrades } from '../../../domain/upgrades.ts'
import { createReadings } from '../../../workers/curves/readings.ts'
import { digestWells } from '../../../workers/files/bca/digest-wells.ts'
import { bcaLimits, bcaVersion, type Manifest } from '../../../workers/files/bca/manifest.ts'
import { sealArchive } from '../../../workers/files/bca/seal.ts'
import { sha256Hex } from '../../../workers/files/bca/sha-256.ts'
import { ArchiveWriter } from '../../../workers/files/bca/write.ts'
import { importFile } from '../../../workers/files/import.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { writeRdml } from '../../../workers/files/rdml/write.ts'
import { finishAtOnce } from '../../../workers/slices.ts'
import { analyse } from '../../../workers/run/analyse.ts'
import { encodeCurves } from '../../../workers/run/blob.ts'
import { archiveOf, encode, makeAnalysis } from '../../support/archive-of.ts'
import { checkImport, checkRefusal } from '../../support/check-import.ts'
import { createExportRun, testWriter } from '../../support/export-run.ts'

let made = 0
const newUuid = () => `10000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`

async function refusalOf(bytes: Uint8Array): Promise<Fault> {
  try {
    await importFile('a.bca', bytes)
  } catch (error) {
    expect(checkRefusal(error)).toEqual([])
    return error as Fault
  }
  throw new Error('it was read')
}

const reasonOf = async (bytes: Uint8Array) => (await refusalOf(bytes)).first.reason

/** Pack members again and seal them as somebody would who knows the format. */
function reseal(bytes: Uint8Array, change: (members: Record<string, Uint8Array>) => void) {
  const members = unzipSync(bytes)
  change(members)
  return sealArchive(zipSync(members, { level: 6 }))
}

const readManifest = (members: Record<string, Uint8Array>) =>
  JSON.parse(new TextDecoder().decode(members['manifest.json'])) as Manifest

describe('an archive of an analysis', () => {
  it('sixth attack F6-11: is written in slices, of a quarter of a megabyte at most', () => {
    const bytes = encode('0123456789abcdef'.repeat(2 ** 17))
    const work = new ArchiveWriter().add('results/001.json', 'results', bytes)
    let stops = 0
    while (!work.next().done) stops += 1
    // Count three times over the bytes: they are hashed, tried and packed.
    expect(stops).toBeGreaterThanOrEqual((3 * bytes.length) / 2 ** 18)
  })

  it('third attack C3: of a signed run that ended early comes as one, with what was planned', async () => {
    const shape = { cartridge: 'Wells9', cycles: 12, temperatures: 0, channels: 1 } as const
    const { record, ...rest } = makeAnalysis(7, shape)
    const measured = { measured: 12, last: 12 }
    const melt = { measured: 0, last: 0, planned: 60 }
    const toldOf = async (planned: number, VAL = { ...melt, planned: 0 }) => {
      const points = { AMP: { ...measured, planned }, VAL }
      const signed = { ...record, status: 'VALIDATION' as const, points }
      const file = await importFile('a.bca', archiveOf({ ...rest, record: signed }))
      const { told } = planImport(file.runs[0]!, newUuid)
      return [told?.status, told?.points?.AMP.planned, told?.points?.VAL.planned]
    }
    expect(await toldOf(40)).toEqual(['INCOMPLETE', 40, 0])
    expect(await toldOf(12, melt)).toEqual(['INCOMPLETE', 12, 60])
    expect(await toldOf(12)).toEqual(['COMPLETE', 12, 0])
  })

  it('[SCREEN-020] comes back with the same curves, layout and calls, to the bit', async () => {
    const property = fc.asyncProperty(
      fc.nat(),
      fc.constantFrom('Wells9' as const, 'Wells16' as const, 'Wells36' as const),
      fc.integer({ min: 5, max: 45 }),
      fc.constantFrom(0, 30),
      fc.integer({ min: 1, max: 3 }),
      async (seed, cartridge, cycles, temperatures, channels) => {
        const analysis = makeAnalysis(seed, { cartridge, cycles, temperatures, channels })
        const file = await importFile('a.bca', archiveOf(analysis))
        expect(checkImport(file)).toEqual([])
        const plan = planImport(file.runs[0]!, newUuid)
        const { record, curves, results } = analysis
        expect(encodeCurves(plan.curves)).toEqual(encodeCurves(curves))
        const bare = (samples: typeof record.samples) =>
          samples.map((one) => ({ ...one, uuid: '' }))
        expect(bare(plan.samples)).toEqual(bare(record.samples))
        // Take over no id of a sample: by it nothing of the company's own may be found.
        const ids = new Set([...plan.samples, ...record.samples].map(({ uuid }) => uuid))
        expect(ids.size).toBe(2 * record.samples.length)
        expect(plan.exclusions).toEqual(record.exclusions)
        expect(plan.process).toEqual(record.method.process)
        expect(plan.evaluation).toEqual(record.method.evaluation)
        expect(plan.told).toMatchObject({ status: record.status, notebook: record.notebook })
        const again = analyse({
          ...plan.curves,
          evaluation: plan.evaluation,
          cartridge_type: plan.cartridge_type,
          planned_cycles: cycles,
          samples: plan.samples,
          exclusions: plan.exclusions,
          input_hash: sha256Hex(encodeCurves(plan.curves)),
        })
        expect(digestWells(again)).toBe(plan.told?.wells_digest)
        expect(digestWells(again)).toBe(digestWells(results))
      },
    )
    await fc.assert(property, { numRuns: 12, seed: 20 })
  }, 60_000)

  it('is read in the shape of today where its record is older', async () => {
    const { record, ...rest } = makeAnalysis(3)
    const { notebook: _, ...older } = record
    const bytes = archiveOf({ ...rest, record: older as typeof record })
    expect(await reasonOf(bytes)).toBe('bca_record')
    upgrades['analysis'] = {
      2: (body) => ('notebook' in body ? body : { ...body, notebook: 'new' }),
    }
    try {
      const file = await importFile('a.bca', bytes)
      expect(planImport(file.runs[0]!, newUuid).told?.notebook).toBe('new')
    } finally {
      delete upgrades['analysis']
    }
  })

  it('is the same file each time', () => {
    expect(archiveOf(makeAnalysis(3))).toEqual(archiveOf(makeAnalysis(3)))
  })

  it('[SCREEN-020] is refused with any single byte changed, cut off or added', async () => {
    const bytes = archiveOf(makeAnalysis(5, { cycles: 6 }))
    const read: string[] = []
    const attempt = async (name: string, bent: Uint8Array) => {
      const reason = await refusalOf(bent).catch(() => null)
      if (reason === null) read.push(name)
    }
    for (let at = 0; at < bytes.length; at++) {
      const bent = bytes.slice()
      bent[at] = bent[at]! ^ (1 << (at % 8))
      await attempt(`bit of ${at}`, bent)
      bent[at] = bytes[at]! ^ 0xff
      await attempt(`byte ${at}`, bent)
    }
    for (let at = 0; at < bytes.length; at += 7) await attempt(`cut ${at}`, bytes.slice(0, at))
    await attempt('one more', Uint8Array.of(...bytes, 0))
    expect(read).toEqual([])
  }, 120_000)

  it('says what is wrong, and where', async () => {
    const analysis = makeAnalysis(7)
    const bytes = archiveOf(analysis)
    const cases: [string, Uint8Array, object][] = [
      ['bca_changed', zipSync(unzipSync(bytes)), {}],
      [
        'bca_part',
        reseal(bytes, (members) => {
          members['curves.bcrv']![100]! ^= 1
        }),
        { member: 'curves.bcrv' },
      ],
      [
        'bca_part',
        reseal(bytes, (members) => {
          delete members['results/001.json']
        }),
        { member: 'results/001.json' },
      ],
      [
        'bca_part',
        reseal(bytes, (members) => {
          members['stray.txt'] = encode('stray')
        }),
        { member: 'stray.txt' },
      ],
      [
        'bca_manifest',
        reseal(bytes, (members) => {
          members['manifest.json'] = encode('{')
        }),
        { member: 'manifest.json' },
      ],
      [
        'bca_manifest',
        reseal(bytes, (members) => {
          const manifest = readManifest(members)
          manifest.parts[0]!.size = -1
          members['manifest.json'] = encode(JSON.stringify(manifest))
        }),
        { path: 'parts.0.size' },
      ],
    ]
    for (const [reason, bent, params] of cases) {
      const { first } = await refusalOf(bent)
      expect(first).toMatchObject({ reason, params })
    }
  })

  it('of a newer version is reported with its number', async () => {
    const bytes = archiveOf(makeAnalysis(8))
    const seal = new TextDecoder('latin1').decode(bytes).lastIndexOf(`bca ${bcaVersion} `)
    bytes[seal + 4] = String(bcaVersion + 1).charCodeAt(0)
    const { first } = await refusalOf(bytes)
    expect(first).toMatchObject({
      reason: 'bca_version',
      params: { found: bcaVersion + 1, known: bcaVersion },
    })
  })

  it.each([1, 2] as const)('issue 14: of version %i is still read', async (version) => {
    const bytes = reseal(archiveOf(makeAnalysis(8)), (members) => {
      members['manifest.json'] = encode(JSON.stringify({ ...readManifest(members), version }))
    })
    const seal = new TextDecoder('latin1').decode(bytes).lastIndexOf(`bca ${bcaVersion} `)
    const old = bytes.slice()
    old[seal + 4] = String(version).charCodeAt(0)
    expect((await importFile('old.bca', old)).runs).toHaveLength(1)
    // Refuse a seal that names another version than the list of parts, which was changed.
    expect((await refusalOf(bytes)).first).toMatchObject({ reason: 'bca_changed' })
  })

  it('with parts that do not belong together is refused', async () => {
    const analysis = makeAnalysis(9)
    const other = makeAnalysis(10)
    const { record } = analysis
    const bend = (change: object) =>
      archiveOf(analysis, (parts) => {
        parts.set('analysis.json', encode(JSON.stringify({ ...record, ...change })))
      })
    const foreign = (name: string, bytes: Uint8Array) =>
      archiveOf(analysis, (parts) => {
        parts.set(name, bytes)
      })
    const plates: [Uint8Array, string][] = [
      [foreign('curves.bcrv', encodeCurves(other.curves)), 'analysis.curves_hash'],
      [foreign('results/001.json', encode(JSON.stringify(other.results))), 'analysis.results'],
      [bend({ cartridge_type: 'Wells96' }), 'curves'],
      [
        bend({ samples: [{ ...record.samples[0], coordinates: ['H12'] }] }),
        'analysis.samples.0.coordinates',
      ],
      [bend({ status: 'RUNNING' }), 'analysis.status'],
      [bend({ method: { ...record.method, process: { steps: [] } } }), 'analysis.method.process'],
      [bend({ uuid: '00000000-0000-4000-8000-000000000999' }), 'analysis.uuid'],
    ]
    for (const [bytes, path] of plates) {
      const { first } = await refusalOf(bytes)
      expect([first.reason, String(first.params?.['path']).startsWith(path)]).toEqual([
        'bca_record',
        true,
      ])
    }
  })

  it('that unpacks to suspiciously much is refused before it is unpacked', async () => {
    const members = unzipSync(archiveOf(makeAnalysis(11)))
    const bomb = sealArchive(zipSync({ ...members, bomb: new Uint8Array(30 * 2 ** 20) }))
    expect(await reasonOf(bomb)).toBe('zip_ratio')
    const many = Object.fromEntries(
      Array.from({ length: bcaLimits.members }, (_, i) => [`${i}`, new Uint8Array(1)]),
    )
    expect(await reasonOf(sealArchive(zipSync({ ...members, ...many })))).toBe(
      'zip_too_many_members',
    )
    const large = Object.fromEntries(
      Array.from({ length: 4 }, (_, i) => [`${i}`, noise(14 * 2 ** 20, i)]),
    )
    const packed = sealArchive(zipSync({ ...members, ...large }, { level: 0 }))
    expect(await reasonOf(packed)).toBe('file_too_large')
  })

  it('of a run that is gaps for the most part is no bomb', async () => {
    const analysis = makeAnalysis(12, { cartridge: 'Wells96', channels: 3, temperatures: 60 })
    const melt = createReadings(analysis.curves.amplification.channels, 96, 600)
    melt.values.fill(Number.NaN)
    const curves = { ...analysis.curves, melt }
    const curves_hash = sha256Hex(encodeCurves(curves))
    const results = { ...analysis.results, input_hash: curves_hash }
    const hash = sha256Hex(encode(JSON.stringify(results)))
    const record = {
      ...analysis.record,
      curves_hash,
      results: [{ ...analysis.record.results[0]!, hash }],
    }
    const bytes = archiveOf({ record, curves, results })
    const file = await importFile('a.bca', bytes)
    expect(file.runs[0]?.melt?.readings.points).toBe(600)
  })

  it('says what had no room in it, and is read without that', async () => {
    const large = noise(15 * 2 ** 20, 1)
    const bytes = archiveOf(makeAnalysis(13), undefined, [
      ['attachments/001-a.png', 'attachment', large],
      ['attachments/002-b.png', 'attachment', noise(6 * 2 ** 20, 2)],
      ['attachments/003-c.png', 'attachment', noise(1000, 3)],
    ])
    expect(bytes.length).toBeLessThan(bcaLimits.fileBytes)
    const { parts, left_out: leftOut } = readManifest(unzipSync(bytes))
    expect(leftOut.map(({ name }) => name)).toEqual(['attachments/002-b.png'])
    expect(parts.map(({ name }) => name)).toContain('attachments/003-c.png')
    expect((await importFile('a.bca', bytes)).format).toBe('bca')
  }, 30_000)

  it('is not taken for one of another format, nor another for it', async () => {
    const { bytes } = finishAtOnce(
      writeRdml([createExportRun({ wells: 2, cycles: 5, temperatures: 5 })], testWriter),
    )
    expect((await importFile('a.bca', bytes)).format).toBe('rdml')
    expect((await importFile('a.rdml', archiveOf(makeAnalysis(14)))).format).toBe('bca')
  })
})

function noise(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = seed + 1
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    bytes[i] = state >>> 24
  }
  return bytes
}
