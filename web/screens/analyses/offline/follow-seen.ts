import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { RunProgress } from '../../../../domain/live/event.ts'
import { keepPossible } from '../../../../domain/rules/readings.ts'
import { countReadings } from '../../../../domain/rules/run-points.ts'
import type { SeenRun } from '../../../local/seen-device.ts'
import { type FollowRun, startPicture } from '../../../state/run.ts'

/** Readings of one run as they are fetched from its device, for the charts. */
export interface SeenSource {
  follow: FollowRun
  /** Gives what has been fetched so far; what was taken before is passed over. */
  give: (run: CheckedRun, heardAt: number) => void
}

/** A run as it was read from a device, without what it cannot have, and how much that was. */
export interface CheckedRun extends Omit<SeenRun, 'progress'> {
  /** Null where the device tells one that the run cannot have. */
  progress: RunProgress | null
  refused: number
}

/**
 * Hold a run that was read from a device against its plan, as the service does with a delivery: readings that cannot be of it are
 * left out, and points that the device only claims are not counted.
 */
export function checkSeen(held: SeenRun, { uuid, cartridge_type, method }: Analysis): CheckedRun {
  const plan = { uuid, cartridge_type, process: method.process, ordered: 0 }
  const { readings, progress, refused } = keepPossible(held.readings, held.progress, plan)
  const { AMP, VAL } = countReadings(readings)
  const measured = { AMP: AMP.measured, VAL: VAL.measured }
  return {
    ...held,
    run: { ...held.run, measured },
    progress,
    readings,
    refused,
  }
}

/** Turn the readings that were fetched from a device into the picture of a run. */
export function makeSeenSource(): SeenSource {
  let picture: ReturnType<typeof startPicture> | null = null
  let last: { run: CheckedRun; heardAt: number } | null = null
  const draw = () => {
    if (!picture || !last) return
    for (const reading of last.run.readings) picture.take(reading)
    picture.tell(false, {
      progress: last.run.progress,
      heardAt: new Date(last.heardAt).toISOString(),
    })
  }
  return {
    follow: (record, onChange) => {
      picture = startPicture(record, onChange)
      draw()
      return () => {
        picture = null
      }
    },
    give: (run, heardAt) => {
      last = { run, heardAt }
      draw()
    },
  }
}
