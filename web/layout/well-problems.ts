import type { FaultDetail } from '../../domain/fault.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import type { Layout } from '../state/draft-steps.ts'
import type { Shape } from '../state/layout-steps/wells.ts'

/** Return the wells of a problem, by name: its own well, else all wells of its sample. */
export function wellsOfProblem(problem: FaultDetail, layout: Layout): readonly string[] {
  const well = problem.params?.['well']
  if (typeof well === 'string') return [well]
  const [, at] = /^samples\.(\d+)/.exec(problem.field ?? '') ?? []
  return at === undefined ? [] : (layout[Number(at)]?.coordinates ?? [])
}

/** Map problems by the index of the well that shows them. */
export function mapProblems(
  problems: readonly FaultDetail[],
  layout: Layout,
  shape: Shape,
): Map<number, FaultDetail[]> {
  const found = new Map<number, FaultDetail[]>()
  for (const problem of problems) {
    for (const well of wellsOfProblem(problem, layout)) {
      const index = wellIndex(shape, well)
      if (index >= 0) found.set(index, [...(found.get(index) ?? []), problem])
    }
  }
  return found
}
