import { useCallback } from 'react'
import type { Evaluation } from '../../../../domain/entities/evaluation-recipe.ts'
import { useDeviceName } from '../../../state/device-names.ts'
import { BenchView } from './BenchView.tsx'
import type { BenchRun } from './bench-run.ts'
import { useComparableRuns, useCurves } from './use-comparable-runs.ts'

/**
 * Run the company's own runs through a draft and the method in force, in the editor of a method. Nothing is kept. Its
 * texts are in the parts `bench` and `analysis`.
 */
export function MethodBench(props: {
  /** Null where none is in force. */
  inForce: Evaluation | null
  /** The draft as far as it is valid. */
  draft: Evaluation
  /** Receives the value of a fixed threshold while it is dragged on the chart; null where the draft may not be changed. */
  onThreshold: ((target: string, value: number) => void) | null
}) {
  const { inForce, draft } = props
  const { runs, isWhole } = useComparableRuns({ inForce, draft })
  const deviceName = useDeviceName()
  const load = useCurves()
  const sourceOf = useCallback(
    (run: BenchRun) => run.source?.file_name ?? deviceName(run),
    [deviceName],
  )
  return <BenchView {...props} {...{ runs, load, sourceOf }} isReading={!isWhole} />
}
