import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Analysis, ResultEntry } from '../../domain/entities/analysis.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { Reading } from '../../domain/live/event.ts'
import { readResults, type Results, summarise } from '../../domain/results.ts'
import { plannedCycles } from '../../domain/rules/programme.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { assembleCurves } from '../../workers/run/assemble.ts'
import { type KeptResults, outcomesOf } from '../store/analysis-rows.ts'
import { decodeCurves, encodeCurves, type RunCurves } from '../../workers/run/blob.ts'
import { keepBlob, readBlob } from '../files/blobs.ts'

/** Store the curve file of a run. @returns its hash and the curves. */
export async function keepCurves(
  env: Env,
  record: Analysis,
  readings: readonly Reading[],
): Promise<{ hash: string; curves: RunCurves }> {
  const { rows, columns } = cartridges[record.cartridge_type]
  const channels = record.method.process.channels.map(({ wavelength }) => wavelength)
  const curves = assembleCurves(readings, channels, rows * columns)
  return { curves, hash: await keepBlob(env, record.company_uuid, encodeCurves(curves)) }
}

export async function readCurves(
  env: Env,
  record: Pick<Analysis, 'company_uuid'>,
  hash: string,
): Promise<RunCurves> {
  return decodeCurves(await readBlob(env, record.company_uuid, hash))
}

export interface EvaluationOrder {
  record: Pick<Analysis, 'company_uuid' | 'cartridge_type' | 'samples' | 'method'>
  curves: RunCurves
  curvesHash: string
  evaluation: Evaluation
  exclusions: Analysis['exclusions']
  by: string
  reason: string
}

/** Calculate results with the same engine as the page's workers. */
export function evaluate(order: EvaluationOrder): Results {
  const { record, curves } = order
  return analyse({
    amplification: curves.amplification,
    melt: curves.melt,
    evaluation: order.evaluation,
    cartridge_type: record.cartridge_type,
    planned_cycles: plannedCycles(record.method.process),
    samples: record.samples,
    exclusions: order.exclusions,
    input_hash: order.curvesHash,
  })
}

/** Encode results as the bytes of their file. */
export function encodeResults(results: Results): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(results))
}

/** Compute results and keep them as a file. */
export async function keepResults(env: Env, order: EvaluationOrder): Promise<KeptResults> {
  return storeResults(env, order, evaluate(order))
}

/** Keep results that have been computed. */
export async function storeResults(
  env: Env,
  order: EvaluationOrder,
  results: Results,
): Promise<KeptResults> {
  const entry: ResultEntry = {
    hash: await keepBlob(env, order.record.company_uuid, encodeResults(results)),
    engine: `${results.engine.name} ${results.engine.version}`,
    computed_at: new Date().toISOString(),
    computed_by: order.by,
    reason: order.reason,
    summary: summarise(results),
  }
  return { entry, outcomes: outcomesOf(results) }
}

export async function loadResults(env: Env, record: Analysis, hash: string): Promise<Results> {
  const bytes = await readBlob(env, record.company_uuid, hash)
  return readResults(new TextDecoder().decode(bytes))
}
