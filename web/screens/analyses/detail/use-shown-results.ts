import { useDeferredValue } from 'react'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { account } from '../../../state/session.ts'
import { useAddress } from '../../../use-address.ts'
import { useTrial } from './curves/use-trial.ts'
import { useResults } from './history/use-results.ts'
import { findVersion, listVersions } from './history/versions.ts'
import { useEvaluated } from './use-evaluated.ts'
import { useWatch } from './watch/use-watch.ts'

/** Return the results of the address, the newest unless it names a version, and the trial settings on them. */
export function useShownResults(record: Analysis) {
  const user = account.value?.uuid ?? ''
  const { search } = useAddress()
  const newest = record.results.at(-1)?.hash ?? null
  const shown = findVersion(listVersions(record), search.get('result'))?.entry.hash ?? newest
  const loaded = useEvaluated(record, user, shown)
  const trial = useTrial(record, loaded.curves, loaded)
  // Let the results follow a moment later: only the picture must follow the pointer.
  const results = useDeferredValue(trial.results)
  const watch = useWatch(record, loaded.curves, loaded.results)
  // Compare changes with the newest results, also while an earlier version is shown.
  const { results: later } = useResults(record.uuid, user, shown === newest ? null : newest)
  // Wait for all parts, so that nothing jumps when the upper part arrives last.
  const isWaiting =
    loaded.error === null &&
    ((shown !== null && !loaded.results) ||
      (record.curves_hash !== null && (!trial.layers || watch === null)))
  return {
    user,
    shown,
    isNewest: shown === newest,
    loaded,
    trial,
    results,
    standing: shown === newest ? loaded.results : later,
    watch,
    isWaiting,
  }
}

export type ShownResults = ReturnType<typeof useShownResults>
