import { useCallback, useMemo } from 'react'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import type { Evaluation } from '../../../../domain/entities/evaluation-recipe.ts'
import type { MethodPair } from '../../../../workers/method-bench.ts'
import { loadBlob } from '../../../local/blobs.ts'
import { useDeviceName } from '../../../state/device-names.ts'
import { account } from '../../../state/session.ts'
import { useBodies, useRecords } from '../../../state/use-records.ts'
import { BenchView } from './BenchView.tsx'
import { type BenchRun, findNeeds, isComparable } from './bench-run.ts'

/** Most finished runs that are looked through, newest first: each is read from this machine's database. */
const mostRead = 500

/**
 * A test bench in the editor of a method: the company's own runs under a draft beside the method in force. Nothing is kept.
 * Its texts are in the parts `bench` and `analysis`.
 */
export function MethodBench(props: {
  inForce: Evaluation
  /** The draft as far as it is valid. */
  draft: Evaluation
  /** Receives the value of a fixed threshold while it is dragged on the chart; null where the draft may not be changed. */
  onThreshold: ((target: string, value: number) => void) | null
}) {
  const { inForce, draft } = props
  const { runs, isWhole } = useComparableRuns({ inForce, draft })
  const deviceName = useDeviceName()
  const user = account.value?.uuid ?? ''
  const load = useCallback(
    ({ uuid, curves_hash }: BenchRun, signal: AbortSignal) =>
      loadBlob({ user, analysis: uuid, hash: curves_hash ?? '', signal }),
    [user],
  )
  const sourceOf = useCallback(
    (run: BenchRun) => run.source?.file_name ?? deviceName(run),
    [deviceName],
  )
  return <BenchView {...props} {...{ runs, load, sourceOf }} isReading={!isWhole} />
}

/** Finished runs of the company, also imported ones, that both evaluations can be tried on; newest first. */
function useComparableRuns({ inForce, draft }: MethodPair): {
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
  // A text: a dragged threshold asks for no other readings.
  const needs = JSON.stringify([findNeeds(inForce), findNeeds(draft)])
  const runs = useMemo(
    () => bodies.filter((run) => isComparable(run, JSON.parse(needs))),
    [bodies, needs],
  )
  return { runs, isWhole: rows !== undefined && isWhole }
}
