import type { SeenRun } from '../../../lan/follow.ts'
import { type FollowRun, startPicture } from '../../../state/run.ts'

/** Readings of one run as they are fetched from its device, for whoever draws them. */
export interface SeenSource {
  follow: FollowRun
  /** Gives what has been fetched so far; what was taken before is passed over. */
  give: (run: SeenRun, heardAt: number) => void
}

/** Turns the readings that were fetched from a device into the picture of a run. */
export function makeSeenSource(): SeenSource {
  let picture: ReturnType<typeof startPicture> | null = null
  let last: { run: SeenRun; heardAt: number } | null = null
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
