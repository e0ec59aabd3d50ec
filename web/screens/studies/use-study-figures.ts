import { useEffect, useRef, useState } from 'react'
import type { StudyDesign } from '../../../domain/entities/study.ts'
import { inWorker } from '../../../workers/pool.ts'
import type { JudgedRun } from '../../../workers/study/judge-study.ts'
import type { OpenStudyRun } from '../../../workers/study/open-study-run.ts'
import type { StudyFigures } from '../../../workers/study/quantify-study.ts'
import { showErrors } from '../../state/show-errors.ts'
import type { LoadedRun } from './use-study-runs.ts'

interface Wish {
  runs: readonly (LoadedRun | null)[]
  design: StudyDesign
}

/**
 * Calculate the figures in a worker, again with each change: one at a time, and of changes that come meanwhile only the
 * newest. The figures on show stay until the next are there.
 */
export function useStudyFigures(
  runs: readonly (LoadedRun | null)[],
  design: StudyDesign | null,
): StudyFigures | null {
  const [figures, setFigures] = useState<StudyFigures | null>(null)
  const next = useRef<Wish | null>(null)
  const busy = useRef(false)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  useEffect(() => {
    const work = async () => {
      busy.current = true
      while (next.current && !gone.current) {
        const wish = next.current
        next.current = null
        const opened = wish.runs.flatMap((run) => run?.opened ?? [])
        const found = await inWorker(
          'calculateStudy',
          null,
          narrowRuns(opened, wish.design),
          wish.design,
        )
        if (!gone.current) setFigures(found)
      }
      busy.current = false
    }
    if (!design || !runs.some(Boolean)) return
    next.current = { runs, design }
    if (busy.current) return
    work().catch((error: unknown) => {
      busy.current = false
      showErrors(error)
    })
  }, [runs, design])
  return figures
}

/** Take of opened runs what a design needs, so that no more crosses to a worker. */
function narrowRuns(runs: readonly OpenStudyRun[], design: StudyDesign): JudgedRun[] {
  const moved = new Set(
    design.targets.filter(({ threshold }) => threshold !== null).map(({ name }) => name),
  )
  return runs.map(({ wells, genotypes, held, curves }) => ({
    wells,
    genotypes,
    held,
    curves: curves
      .filter(({ target }) => moved.has(target))
      .map(({ target, points, unit, values }) => ({ target, points, unit, values })),
  }))
}
