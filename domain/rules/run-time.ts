import type { RunProgress } from '../live/event.ts'

type Times = Pick<RunProgress, 'elapsed' | 'remaining' | 'speed'>

/** Return the run seconds that pass in a second of a clock on the wall: 1, but for simulated devices. */
export const speedOf = ({ speed = 1 }: Pick<RunProgress, 'speed'>) => speed

/** Return the seconds until a run ends, as people wait for it. */
export const secondsLeft = (run: Times) => run.remaining / speedOf(run)

/** Return the share of a run that is over, from 0 to 1. */
export const shareOf = (run: Times) => run.elapsed / Math.max(1, run.elapsed + run.remaining)
