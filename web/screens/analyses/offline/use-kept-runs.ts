import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useState } from 'react'
import { type KeptRun, readLocalRun } from '../../../local/local-runs.ts'
import { records } from '../../../state/records.ts'

/** Read runs that were fetched from their devices to this machine, by uuid. */
export function useKeptRuns(uuids: readonly string[]): {
  kept: ReadonlyMap<string, KeptRun>
  /** One more has come. */
  add: (run: KeptRun) => void
} {
  useSignals()
  const [kept, setKept] = useState<ReadonlyMap<string, KeptRun>>(new Map())
  const key = JSON.stringify(uuids)
  const store = records.value?.store
  const add = useCallback((run: KeptRun) => {
    setKept((before) => new Map(before).set(run.run.run.analysis_uuid, run))
  }, [])
  useEffect(() => {
    if (!store) return undefined
    let stopped = false
    for (const uuid of JSON.parse(key) as string[]) {
      void readLocalRun(store, uuid).then(
        (run) => run && !stopped && add(run),
        () => undefined,
      )
    }
    return () => {
      stopped = true
    }
  }, [key, store, add])
  return { kept, add }
}
