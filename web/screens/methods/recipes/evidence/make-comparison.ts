import {
  type ChangedCall,
  type ComparisonOrder,
  mostListedChanges,
} from '../../../../../domain/entities/bench-comparison.ts'
import type { ResultChange } from '../../../../../domain/rules/diff-results.ts'
import type { BenchRun } from '../../bench/bench-run.ts'
import type { RunAnswer } from '../../bench/use-bench.ts'

/** A comparison without the hashes of what was compared. */
export type FoundChanges = Pick<ComparisonOrder, 'engine' | 'runs' | 'changes'>

/**
 * Sum up what the bench found, as it is kept as evidence. Runs that could not be compared are left out, and of a run that was
 * imported twice all but the first: the service refuses evidence that counts the same readings twice.
 */
export function makeComparison(
  onBench: readonly BenchRun[],
  answers: ReadonlyMap<string, RunAnswer>,
): FoundChanges {
  const counted = new Set<string>()
  const found = onBench.flatMap(({ uuid, curves_hash: input_hash }) => {
    const comparison = answers.get(uuid)?.comparison
    if (!comparison || input_hash === null || counted.has(input_hash)) return []
    counted.add(input_hash)
    return [{ ...comparison, uuid, input_hash }]
  })
  const changes = found.flatMap(({ detail }, at) =>
    (detail?.changes ?? []).flatMap((change) => (change.callChanged ? [listed(change, at)] : [])),
  )
  return {
    engine: found[0]?.engine ?? '',
    runs: found.map(({ uuid, input_hash, counts: { calls, moved } }) => ({
      uuid,
      input_hash,
      calls,
      moved,
    })),
    changes: changes.slice(0, mostListedChanges),
  }
}

function listed({ well, target, before, after }: ResultChange, run: number): ChangedCall {
  return {
    run,
    well,
    target,
    before: before?.call ?? null,
    after: after?.call ?? null,
    cq_before: before?.cq ?? null,
    cq_after: after?.cq ?? null,
  }
}
