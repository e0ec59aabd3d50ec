import type { Process } from '../../../../../domain/entities/process-recipe.ts'
import type { DeviceStatus, RunProgress } from '../../../../../domain/live/event.ts'
import { secondsLeft, speedOf } from '../../../../../domain/rules/run-time.ts'
import { makeProfile, placeRun, type Profile } from '../profile-points.ts'

/** The most important fact about a run now: the one line that is read from across the room. */
export type RunOutlook =
  | { kind: 'starting' }
  | { kind: 'unheard' }
  | { kind: 'other_run'; analysis: string }
  | { kind: 'lid_open' }
  | { kind: 'estimating' }
  | { kind: 'paused' }
  | { kind: 'left'; seconds: number }
  | { kind: 'holding'; celsius: number }
  | { kind: 'analysing' }
  | { kind: 'aborted' }

/** Seconds of a run before its time left is believed: the block has shown by then how it ramps. */
const reliableAfter = 15

/**
 * Return the state of a run as one of a few kinds. Time left is not given while the lid heats, because the device
 * counts from the start of the programme, nor in its first seconds.
 */
export function readOutlook(run: {
  analysis: string
  progress: RunProgress | null
  /** Status reported by the device; null while none has arrived. */
  status: Pick<DeviceStatus, 'lid' | 'run'> | null
  profile: Pick<Profile, 'steps'>
  /** The record says that the device has begun. */
  hasBegun: boolean
}): RunOutlook {
  const { progress, status, profile } = run
  if (progress?.state === 'finished') return { kind: 'analysing' }
  if (progress?.state === 'aborted') return { kind: 'aborted' }
  const other = runningOn(status)
  if (other && other !== run.analysis) return { kind: 'other_run', analysis: other }
  if (status?.lid === 'open') return { kind: 'lid_open' }
  // Say "not heard of" of a run that began: that this page has not heard of it yet does not mean that it is starting.
  if (!progress) return { kind: run.hasBegun ? 'unheard' : 'starting' }
  if (progress.state === 'heating_lid') return { kind: 'estimating' }
  if (progress.state === 'paused') return { kind: 'paused' }
  if (isOnlyHolding(progress, profile)) return { kind: 'holding', celsius: progress.temperature }
  if (progress.elapsed < reliableAfter) return { kind: 'estimating' }
  return { kind: 'left', seconds: secondsLeft(progress) }
}

/** Return the analysis that a device is running by its status; null also for one that has ended, of which it still reports. */
export function runningOn(status: Pick<DeviceStatus, 'run'> | null): string | null {
  const run = status?.run
  const hasStopped = run?.state === 'finished' || run?.state === 'aborted'
  return run && !hasStopped ? run.analysis_uuid : null
}

/** Return true if everything has been measured, and the block only holds a temperature. */
function isOnlyHolding({ position }: RunProgress, { steps }: Pick<Profile, 'steps'>): boolean {
  const last = steps.findLastIndex(({ measure }) => measure !== null)
  return last >= 0 && position > last && position < steps.length
}

/** Shift of a run's end by each command, in seconds that people wait: less than zero is earlier. Null where it is not known. */
export interface EndShifts {
  skip: number | null
  extend: number | null
  shorten: number | null
}

/** Calculate how each command would move the end. `cycles`: number that EXTEND adds or removes. */
export function projectShifts(
  process: Process,
  added: number,
  cycles: number,
  progress: RunProgress | null,
): EndShifts {
  if (!progress || progress.state === 'finished' || progress.state === 'aborted') {
    return { skip: null, extend: null, shorten: null }
  }
  const profile = makeProfile(process, added)
  const length = lengthOf(profile)
  const speed = speedOf(progress)
  const isAmplifying = progress.cycle < progress.cycles || progress.phase === 'AMP'
  const shift = (more: number) =>
    isAmplifying && progress.cycles > 0
      ? (lengthOf(makeProfile(process, added + more)) - length) / speed
      : null
  const here = placeRun(profile, progress)
  const step = profile.spans[progress.position]
  const isRunning = progress.state === 'running' && here !== null && step !== undefined
  // Shorten to no less than the cycles that have been measured.
  const canShorten = progress.cycles - cycles >= Math.max(1, progress.cycle)
  return {
    skip: isRunning ? (here - step.to) / speed : null,
    extend: shift(cycles),
    shorten: canShorten ? shift(-cycles) : null,
  }
}

function lengthOf({ points }: Pick<Profile, 'points'>): number {
  return points.at(-1)?.seconds ?? 0
}
