import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis, Sample, SampleType } from '../../domain/entities/analysis.ts'
import { wavelengthNames } from '../../domain/catalog/wavelengths.ts'
import { cartridges, type CartridgeName } from '../../domain/catalog/cartridges.ts'
import type { Results } from '../../domain/results.ts'
import { summarise } from '../../domain/results.ts'
import { wellName } from '../../domain/rules/well.ts'
import { createReadings, curveOf, type Readings } from '../../workers/curves/readings.ts'
import type { Part } from '../../workers/files/bca/manifest.ts'
import { sha256Hex } from '../../workers/files/bca/sha-256.ts'
import { ArchiveWriter } from '../../workers/files/bca/write.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { encodeCurves, type RunCurves } from '../../workers/run/blob.ts'
import { finishAtOnce } from '../../workers/slices.ts'
import { createRandom, type Random } from './seeded-random.ts'
import { uuidOf } from './uuid-of.ts'

export interface MadeAnalysis {
  record: Analysis
  curves: RunCurves
  results: Results
}

interface Size {
  cartridge: CartridgeName
  cycles: number
  temperatures: number
  channels: number
}

const at = '2026-11-20T10:00:00.000Z'

/** Make a finished analysis with matching curves and results, by its seed. */
export function makeAnalysis(seed: number, size: Partial<Size> = {}): MadeAnalysis {
  const random = createRandom(seed)
  const wanted = { cartridge: 'Wells9', cycles: 12, temperatures: 0, channels: 1, ...size } as Size
  const curves = makeCurves(random, wanted)
  const samples = makeSamples(random, wanted.cartridge)
  const channels = wavelengthNames.slice(0, wanted.channels)
  const method: Analysis['method'] = {
    recipe_uuid: uuidOf(900),
    recipe_version: 3,
    protocol_uuid: null,
    process: {
      steps: [
        { type: 'temperature', temperature: 95, duration: 5 },
        { type: 'temperature', temperature: 60, duration: 20, measure: 'real time' },
        { type: 'loop', goto: 0, repeat: wanted.cycles - 1 },
      ],
      channels: channels.map((wavelength) => ({ wavelength, intensity: 100, exposure: 50 })),
      lid_temperature: 105,
    },
    evaluation: {
      targets: channels.map((channel) => ({
        name: `Target ${channel}`,
        channel,
        role: 'target',
        threshold: { method: 'fixed', value: 0.5 },
        baseline: { method: 'automatic' },
        cq_max: 38,
      })),
      passive_reference: null,
      controls: { ntc_clean: true, positive_detected: false, internal_control: false },
      variables: [],
    },
    minimum_bkernel: null,
  }
  const exclusions =
    random.next() < 0.5 ? [] : [{ well: 'A1', target: null, reason: 'Bubble in the well' }]
  const curvesHash = sha256Hex(encodeCurves(curves))
  const results = analyse({
    amplification: curves.amplification,
    melt: curves.melt,
    evaluation: method.evaluation,
    cartridge_type: wanted.cartridge,
    planned_cycles: wanted.cycles,
    samples,
    exclusions,
    input_hash: curvesHash,
  })
  return {
    curves,
    results,
    record: {
      uuid: uuidOf(seed % 1000),
      created_at: at,
      updated_at: at,
      status: random.pick(['COMPLETE', 'ABORT', 'INCOMPLETE']),
      name: `Run ${seed} Żółć`,
      recipe_name: 'A recipe',
      user_uuid: uuidOf(901),
      user_name: 'Olga',
      swarm_uuid: uuidOf(902),
      swarm_name: 'First',
      company_uuid: uuidOf(903),
      device_uuid: uuidOf(904),
      bcube: 'bcube-0042',
      certified: 'N',
      cartridge_type: wanted.cartridge,
      method,
      samples,
      exclusions,
      notebook: 'Two lines\nof notes',
      started_at: at,
      ended_at: at,
      end_reason: '',
      curves_hash: curvesHash,
      results: [
        {
          hash: sha256Hex(encodeResults(results)),
          engine: `${results.engine.name} ${results.engine.version}`,
          computed_at: at,
          computed_by: 'Olga',
          reason: '',
          summary: summarise(results),
        },
      ],
      signature: null,
    },
  }
}

/** Make the archive of an analysis; `change` may bend its parts before they are listed and sealed. */
export function archiveOf(
  { record, curves, results }: MadeAnalysis,
  change: (parts: Map<string, Uint8Array>) => void = () => {},
  extra: readonly [string, Part['role'], Uint8Array][] = [],
): Uint8Array<ArrayBuffer> {
  const parts = new Map<string, Uint8Array>([
    ['analysis.json', encode(canonicalJson(record))],
    ['curves.bcrv', encodeCurves(curves)],
    ['results/001.json', encodeResults(results)],
  ])
  change(parts)
  const writer = new ArchiveWriter()
  for (const [name, bytes] of parts) finishAtOnce(writer.add(name, roleOf(name), bytes))
  for (const [name, role, bytes] of extra) finishAtOnce(writer.add(name, role, bytes))
  const work = writer.finish({
    product: { name: 'bApp', version: '2.4.16' },
    written_at: at,
    company: { uuid: record.company_uuid, name: 'Aurora' },
    analysis: {
      uuid: record.uuid,
      name: record.name,
      status: record.status,
      record_hash: sha256Hex(encode(canonicalJson(record))),
    },
  })
  return finishAtOnce(work)
}

function roleOf(name: string): Part['role'] {
  if (name === 'curves.bcrv') return 'curves'
  return name.startsWith('results/') ? 'results' : 'analysis'
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function encodeResults(results: Results): Uint8Array {
  return encode(JSON.stringify(results))
}

function makeCurves(random: Random, size: Size): RunCurves {
  return {
    amplification: fill(random, size, size.cycles, Number.NaN),
    melt: size.temperatures > 0 ? fill(random, size, size.temperatures, 60) : null,
  }
}

/** Fill in growth of some wells, noise everywhere, and some gaps. */
function fill(random: Random, size: Size, points: number, from: number): Readings {
  const { rows, columns } = cartridges[size.cartridge]
  const names = wavelengthNames.slice(0, size.channels)
  const readings = createReadings([...names], rows * columns, points)
  readings.temperatures.forEach((_, i) => {
    readings.temperatures[i] = from + i * 0.3
  })
  for (let well = 0; well < rows * columns; well++) {
    const top = random.next() < 0.5 ? 0 : 4
    for (let channel = 0; channel < names.length; channel++) {
      const curve = curveOf(readings, channel, well)
      curve.forEach((_, i) => {
        const growth = top / (1 + Math.exp((points / 2 - i) / 1.5))
        curve[i] = random.next() < 0.01 ? Number.NaN : 1 + growth + random.next() * 0.02
      })
    }
  }
  return readings
}

function makeSamples(random: Random, cartridge: CartridgeName): Sample[] {
  const shape = cartridges[cartridge]
  const types: SampleType[] = ['unknown', 'standard', 'positive', 'negative', 'ntc']
  const wells = Array.from({ length: shape.rows * shape.columns }, (_, i) => wellName(shape, i))
  const samples: Sample[] = []
  while (wells.length > 0) {
    const type = random.pick(types)
    samples.push({
      uuid: uuidOf(samples.length + 1),
      name: `S-${samples.length + 1}`,
      sample_type: type,
      coordinates: wells.splice(0, 1 + random.below(3)),
      ...(type === 'standard' && { quantity: 10 ** (1 + random.below(5)) }),
    })
  }
  return samples
}
