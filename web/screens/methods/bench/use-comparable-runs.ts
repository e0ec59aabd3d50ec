import { useCallback, useMemo } from 'react'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import type { MethodPair } from '../../../../workers/method-bench.ts'
import { loadBlob } from '../../../local/blobs.ts'
import { account } from '../../../state/session.ts'
import { useBodies, useRecords } from '../../../state/use-records.ts'
import { type BenchRun, findNeeds, isComparable } from './bench-run.ts'
import type { LoadCurves } from './use-bench.ts'

/** Most finished runs that are looked through, newest first: each is read from this machine's database. */
const mostRead = 500

/** Return what reads the curves of a run from this machine, or else from the service; the same function while the person is. */
export function useCurves(): LoadCurves {
  const user = account.value?.uuid ?? ''
  return useCallback(
    ({ uuid, curves_hash }: BenchRun, signal: AbortSignal) =>
      loadBlob({ user, analysis: uuid, hash: curves_hash ?? '', signal }),
    [user],
  )
}

/** List finished runs of the company, also imported ones, that the evaluations can be tried on; newest first. */
export function useComparableRuns({ inForce, draft }: MethodPair): {
  runs: readonly BenchRun[]
  /** False while more may come. */
  isWhole: boolean
} {
  const rows = useRecords(analysisEntity)
  const finished = useMemo(
    () => (rows ?? []).filter(({ curves_hash }) => curves_hash !== null).slice(0, mostRead),
    [rows],
  )
  const { bodies, isWhole } = useBodies(analysisEntity, finished)
  // Compare a text: a dragged threshold asks for no other readings.
  const needs = JSON.stringify([inForce, draft].flatMap((one) => (one ? [findNeeds(one)] : [])))
  const runs = useMemo(
    () => bodies.filter((run) => isComparable(run, JSON.parse(needs))),
    [bodies, needs],
  )
  return { runs, isWhole: rows !== undefined && isWhole }
}
