import { useEffect, useState } from 'react'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { GlobalRecipe } from '../../../../domain/entities/global-recipe.ts'
import type { Results } from '../../../../domain/results.ts'
import { fitToCurves } from '../../../../domain/rules/fit-to-curves.ts'
import { plannedCycles } from '../../../../domain/rules/programme.ts'
import type { AnalyseInput } from '../../../../workers/run/analyse.ts'
import type { RunCurves } from '../../../../workers/run/blob.ts'
import { inWorker } from '../../../../workers/pool.ts'
import { call } from '../../../client/call.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { resyncRecords } from '../../../state/records.ts'
import { diffResults, type ResultChange } from '../../../../domain/rules/diff-results.ts'
import { applyExclusions, applySettings, type TargetSettings } from './recalculation.ts'

/** Settings of a recalculation: the run's own method with other settings, or a global recipe as its new method. */
export type RecalculationOrder =
  | { by: 'settings'; settings: readonly TargetSettings[]; excluded: readonly string[] }
  | { by: 'recipe'; recipe: GlobalRecipe }

export interface Recalculating {
  /** Changes of results; null until they were calculated for these settings. */
  changes: readonly ResultChange[] | null
  busy: boolean
  error: unknown
  /** Computed on this page: nothing is kept. */
  preview: (order: RecalculationOrder) => void
  /** Kept at the edge, which computes it itself. */
  keep: (order: RecalculationOrder, reason: string, onDone: () => void) => void
  /** The order has changed: what was computed is of another. */
  forget: () => void
}

/**
 * Compute what another judgement of a run would change, and have it kept.
 * @param first order to compute at once, as its settings were made before; null to wait until a person asks.
 */
export function useRecalculation(
  record: Analysis,
  { curves, results }: { curves: RunCurves; results: Results },
  first: RecalculationOrder | null,
): Recalculating {
  const [changes, setChanges] = useState<readonly ResultChange[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const calculate = (judgement: Pick<AnalyseInput, 'evaluation' | 'exclusions'>) =>
    inWorker('analyse', null, {
      amplification: curves.amplification,
      melt: curves.melt,
      cartridge_type: record.cartridge_type,
      planned_cycles: plannedCycles(record.method.process),
      samples: record.samples,
      input_hash: results.input_hash,
      ...judgement,
    })
  const attempt = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const preview = (order: RecalculationOrder) =>
    void attempt(async () => {
      setChanges(diffResults(results, await calculate(judgementOf(record, order, ''))))
    })
  useEffect(() => {
    if (first) return preview(first)
    // Calculate once while the settings are made: the first analysis of a worker takes three times as long as later ones.
    const present = { evaluation: record.method.evaluation, exclusions: record.exclusions }
    calculate(present).catch(() => null)
    // Load once, as the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return {
    changes,
    busy,
    error,
    preview,
    keep: (order, reason, onDone) =>
      void attempt(async () => {
        await sendOrder(record, order, reason)
        resyncRecords()
        onDone()
      }),
    forget: () => {
      setChanges(null)
      setError(null)
    },
  }
}

function judgementOf(record: Analysis, order: RecalculationOrder, reason: string) {
  if (order.by === 'recipe') {
    const evaluation = fitToCurves(order.recipe.evaluation, record.source)
    return { evaluation, exclusions: record.exclusions }
  }
  return {
    evaluation: applySettings(record.method.evaluation, order.settings),
    exclusions: applyExclusions(record.exclusions, order.excluded, reason),
  }
}

async function sendOrder(
  record: Analysis,
  order: RecalculationOrder,
  reason: string,
): Promise<void> {
  const { uuid } = record
  const opId = makeUuid()
  if (order.by === 'recipe') {
    const body = { recipe_uuid: order.recipe.uuid, reason }
    await call(analysisCalls.recalcGlobal, { params: { id: uuid }, body }, { opId })
    return
  }
  const body = { uuid, reason, ...judgementOf(record, order, reason) }
  await call(analysisCalls.calculate, { body }, { opId })
}
