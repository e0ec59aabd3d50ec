import type { Analysis } from '../domain/entities/analysis.ts'
import type { Reading } from '../domain/live/event.ts'
import { keepCurves, keepResults } from './evaluate.ts'
import type { KeptResults } from './store/analysis-rows.ts'

/** Calculate curve file and results of a run as far as it was measured; null where nothing was. */
export async function computeEnd(
  env: Env,
  record: Analysis,
  readings: readonly Reading[],
  by = 'bApp',
): Promise<{ hash: string; result: KeptResults } | null> {
  if (readings.length === 0) return null
  const { hash, curves } = await keepCurves(env, record, readings)
  const result = await keepResults(env, {
    record,
    curves,
    curvesHash: hash,
    evaluation: record.method.evaluation,
    exclusions: record.exclusions,
    by,
    reason: '',
  })
  return { hash, result }
}
