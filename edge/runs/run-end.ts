import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Reading } from '../../domain/live/event.ts'
import type { RunFigures } from '../../domain/rules/fleet-facts.ts'
import { evaluate, keepCurves, storeResults } from './evaluate.ts'
import { measureRun } from './run-figures.ts'
import type { KeptResults } from '../store/analysis-rows.ts'

/** Calculate curve file and results of a run as far as it was measured; null where nothing was. */
export async function computeEnd(
  env: Env,
  record: Analysis,
  readings: readonly Reading[],
  by = 'bApp',
): Promise<{ hash: string; result: KeptResults; figures: RunFigures } | null> {
  if (readings.length === 0) return null
  const { hash, curves } = await keepCurves(env, record, readings)
  const order = {
    record,
    curves,
    curvesHash: hash,
    evaluation: record.method.evaluation,
    exclusions: record.exclusions,
    by,
    reason: '',
  }
  const results = evaluate(order)
  const result = await storeResults(env, order, results)
  return { hash, result, figures: measureRun(results, curves.amplification, record) }
}
