import * as v from 'valibot'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import { wavelengthNames } from '../../../domain/catalog/wavelengths.ts'
import { Analysis } from '../../../domain/entities/analysis.ts'
import { Fault } from '../../../domain/fault.ts'
import { readResults, Results } from '../../../domain/results.ts'
import { findDraftProblems } from '../../../domain/rules/cartridge.ts'
import { upgradeBody } from '../../../domain/upgrades.ts'
import type { Readings } from '../../curves/readings.ts'
import { decodeCurves, type RunCurves } from '../../run/blob.ts'
import type { FileLimits } from '../limits.ts'
import { refuseFile } from '../refuse-file.ts'
import type { Manifest } from './manifest.ts'
import type { OpenedArchive } from './open.ts'

const { entries } = Analysis

/** Fields that are read from the record: a later version may have more. */
const ToldAnalysis = v.object({
  uuid: entries.uuid,
  name: entries.name,
  status: v.picklist(['COMPLETE', 'ABORT', 'INCOMPLETE', 'VALIDATION']),
  recipe_name: entries.recipe_name,
  cartridge_type: entries.cartridge_type,
  method: entries.method,
  samples: entries.samples,
  exclusions: entries.exclusions,
  notebook: entries.notebook,
  started_at: entries.started_at,
  ended_at: entries.ended_at,
  end_reason: v.pipe(entries.end_reason, v.maxLength(500)),
  points: entries.points,
  curves_hash: v.string(),
  results: v.pipe(v.array(v.object({ hash: v.string() })), v.minLength(1)),
  signature: v.nullable(v.object({ printed_name: v.pipe(v.string(), v.maxLength(120)) })),
  source: entries.source,
})
export type ToldAnalysis = v.InferOutput<typeof ToldAnalysis>

export interface BcaContent {
  manifest: Manifest
  record: ToldAnalysis
  curves: RunCurves
  /** The newest ones. */
  results: Results
}

/**
 * Return the content of an archive, with curves and results that belong to its record.
 * @throws Fault `bca_manifest`, `bca_record`, `curves_too_large`, or one of `openBca`.
 */
export function readBca(opened: OpenedArchive, limits: FileLimits): BcaContent {
  const { manifest, read } = opened
  const record = parse(ToldAnalysis, read('analysis'), 'analysis', readAnalysis, limits)
  const { uuid, name } = manifest.analysis
  if (record.uuid !== uuid || record.name !== name) throw refuseRecord('analysis.uuid')
  const [problem] = findDraftProblems(record.samples, record.cartridge_type)
  if (problem) throw refuseRecord(`analysis.${problem.field ?? 'samples'}`)
  const curvesHash = opened.hashOf('curves')
  if (record.curves_hash !== curvesHash) throw refuseRecord('analysis.curves_hash')
  const curves = readCurves(read('curves'), record, limits)
  const newest = record.results.at(-1)?.hash ?? ''
  const bytes = opened.readByHash('results', newest)
  if (!bytes) throw refuseRecord('analysis.results')
  const results = parse(Results, bytes, 'results', readResults, limits)
  if (results.input_hash !== curvesHash) throw refuseRecord('results.input_hash')
  return { manifest, record, curves, results }
}

function readCurves(bytes: Uint8Array, record: ToldAnalysis, limits: FileLimits): RunCurves {
  limits.memory.take(bytes.length, { member: 'curves' })
  let curves: RunCurves
  try {
    curves = decodeCurves(bytes)
  } catch (error) {
    if (error instanceof Fault) throw refuseRecord('curves')
    throw error
  }
  const { rows, columns } = cartridges[record.cartridge_type]
  for (const readings of [curves.amplification, curves.melt]) {
    if (!readings) continue
    const { points, values } = readings
    if (points > limits.points || values.length > limits.values) {
      throw refuseFile('curves_too_large', { path: 'curves' }, { limit: limits.values })
    }
    if (!fits(readings, rows * columns)) throw refuseRecord('curves')
  }
  return curves
}

const knownChannels: readonly string[] = wavelengthNames

/** Check the shape of readings; a gap is NaN, and no value is infinite. */
function fits({ channels, wells, points, values, temperatures }: Readings, count: number): boolean {
  return (
    wells === count &&
    points > 0 &&
    channels.length > 0 &&
    new Set(channels).size === channels.length &&
    channels.every((channel) => knownChannels.includes(channel)) &&
    !values.some((value) => Math.abs(value) === Infinity) &&
    !temperatures.some((value) => Math.abs(value) === Infinity)
  )
}

type Parser = (text: string) => unknown

/** Read the record of an archive of any version in today's shape (docs/stored-data.md). */
const readAnalysis: Parser = (text) =>
  upgradeBody('analysis', JSON.parse(text) as Record<string, unknown>)

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  bytes: Uint8Array,
  place: string,
  parser: Parser,
  { memory }: FileLimits,
): v.InferOutput<Schema> {
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    memory.takeJson(text, { member: place })
    value = parser(text)
  } catch (error) {
    throw error instanceof Fault ? error : refuseRecord(place)
  }
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  throw refuseRecord([place, v.getDotPath(parsed.issues[0])].filter(Boolean).join('.'))
}

function refuseRecord(path: string): Fault {
  return refuseFile('bca_record', { path })
}
