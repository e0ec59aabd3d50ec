import { plannedCycles } from '../../../../domain/rules/programme.ts'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import type { CurveLayers, MeltLayers } from '../../../../workers/run/views.ts'
import { listPoints } from '../../../../workers/run/assemble.ts'
import { openWorkbench } from '../../../../workers/open-workbench.ts'
import type { OpenRun } from '../../../../workers/workbench.ts'
import type { Observation } from '../../../../workers/watch/observation.ts'
import { readingTemperatures } from '../../../../workers/watch/reading-temperatures.ts'
import { type FollowRun, followRun, type RunPicture } from '../../../state/run.ts'
import { countAdded } from './profile-points.ts'

/** A run as it goes on: the picture, and what was computed from it for the charts and the plate. */
export interface LiveRun {
  picture: RunPicture | null
  layers: CurveLayers | null
  melt: MeltLayers | null
  /** Results so far: they may still change with every reading. */
  results: Results | null
  /** Observations on the run. */
  watch: readonly Observation[]
}

const nothing: LiveRun = { picture: null, layers: null, melt: null, results: null, watch: [] }

/** A page cannot be read faster than this; readings in between are drawn together. */
const leastBetweenMs = 250
/** Nor do figures have to change faster than this. */
const leastToldMs = 100

/**
 * Follow a run. Its readings go to a workbench in a worker, one step at a time: those that come meanwhile
 * wait together, so that a fast run or a slow machine drops pictures and never falls behind. Curves, Cq and
 * calls of a new cycle are shown at once, and a moment later what else hangs on it (see `Workbench`).
 * @param follow where the readings come from; fixed for the life of the page.
 */
export function useRun(record: Analysis, follow: FollowRun = followRun): LiveRun {
  const [run, setRun] = useState(nothing)
  useEffect(() => {
    return calculateRun(record, follow, setRun)
    // Ignore other changes of the record: the programme is fixed at the launch, name and notebook do not matter here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [record.uuid])
  return run
}

/** Follow a run until the returned function is called, and show each picture of it with its results. */
function calculateRun(
  record: Analysis,
  follow: FollowRun,
  show: Dispatch<SetStateAction<LiveRun>>,
): () => void {
  const bench = openWorkbench()
  let newest: RunPicture | null = null
  let drawn = -1
  let working = false
  let stopped = false
  let known: RunPicture['measured'] | null = null

  const take = async (picture: RunPicture) => {
    const { amplification, melt, measured } = picture
    // Copy the picture, which goes on being filled in place while we wait.
    const now = { ...measured }
    if (known) {
      const points = [
        ...listPoints(amplification, 'AMP', known.AMP, now.AMP),
        ...(melt ? listPoints(melt, 'VAL', known.VAL, now.VAL) : []),
      ]
      if (points.length > 0) await bench.addPoints(points)
    } else await bench.open(describeRun(record, picture))
    known = now
  }
  const draw = async (picture: RunPicture) => {
    if (picture.measured.AMP === 0) {
      return show({ ...nothing, picture })
    }
    const [layers, melt, results] = await Promise.all([
      bench.readLayers(),
      picture.measured.VAL > 4 ? bench.readMelt() : null,
      bench.readResults(),
    ])
    if (stopped) return
    show(({ watch }) => ({ picture, layers, melt, results, watch }))
    await bench.refine()
    const added = countAdded(record.method.process, picture.progress)
    const [refined, watch] = await Promise.all([
      bench.readResults(),
      bench.readWatch(readingTemperatures(record.method.process, added)),
    ])
    if (!stopped) show({ picture, layers, melt, results: refined, watch })
  }
  const advance = async () => {
    if (working || stopped) return
    working = true
    while (newest && newest.version !== drawn && !stopped) {
      const picture: RunPicture = newest
      drawn = picture.version
      const began = performance.now()
      // Retry with the next reading after a failure.
      await take(picture)
        .then(() => draw(picture))
        .catch(() => null)
      const rest = leastBetweenMs - (performance.now() - began)
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
    }
    working = false
  }
  let toldAt = 0
  const unfollow = follow(record, (picture) => {
    newest = picture
    // Show the progress without waiting for the calculation.
    if (performance.now() - toldAt > leastToldMs) {
      toldAt = performance.now()
      show((before) => (before.picture ? { ...before, picture } : before))
    }
    void advance()
  })
  return () => {
    stopped = true
    unfollow()
    bench.close()
  }
}

/** Return a run as the workbench takes it, with the curves so far. */
function describeRun(record: Analysis, { amplification, melt }: RunPicture): OpenRun {
  return {
    amplification,
    melt,
    evaluation: record.method.evaluation,
    cartridge_type: record.cartridge_type,
    planned_cycles: plannedCycles(record.method.process),
    samples: record.samples,
    exclusions: record.exclusions,
    input_hash: '',
  }
}
