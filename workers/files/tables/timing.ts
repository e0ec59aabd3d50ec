import { evaluationLimits } from '../../../domain/entities/evaluation-recipe.ts'
import { type Place, refuseFile } from '../refuse-file.ts'
import type { Timing } from './sheet.ts'

/** The fewest times that are an axis. */
export const fewestTimes = 5
/** Largest distance of a time from even ones and from whole multiples, in parts of the time between two. */
const [mostUneven, mostLate] = [0.25, 0.1]
/** Minutes from which the first time of a clock is one of the day, and between two times before and behind midnight. */
const [latestStart, halfDay] = [60, 720]

/** Return how readings follow each other; throws where they are not even, or where a clock does not begin with the run. */
export function findTiming(found: readonly number[], areClock: boolean, place: Place): Timing {
  const times = [...new Set(found)].sort((a, b) => a - b)
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const isOfNight = steps.some((step) => step >= halfDay)
  if (areClock && (first >= latestStart || isOfNight)) throw refuseFile('times_of_day', place)
  // Count the steps one by one: times that are not quite even add up to a whole one over a run.
  const count = steps.reduce((sum, step) => sum + Math.max(1, Math.round(step / usual)), 0)
  const minutes = (last - first) / count
  const number = (time: number) => Math.round((time - first) / minutes)
  const isEven = times.every(
    (time, i) =>
      Math.abs(time - first - number(time) * minutes) <= mostUneven * minutes &&
      (i === 0 || number(time) > number(times[i - 1] ?? 0)),
  )
  const { min, max } = evaluationLimits.minutes_per_reading
  if (!isEven || !(minutes >= min && minutes <= max)) throw refuseFile('times_uneven', place)
  const offset = first - Math.round(first / minutes) * minutes
  const late = Math.abs(offset) > mostLate * minutes ? offset : 0
  // Keep as many digits as thousands of readings need: five seconds are 0.083333 min.
  return { minutes: Number(minutes.toFixed(7)), late: Number(late.toFixed(7)) }
}

/** Return the number of the reading at a time; below 1 for one that comes before the first. */
export function readingAt(time: number, { minutes, late }: Timing): number {
  return Math.round((time - late) / minutes)
}

/** Return the timing of two tables of a file. */
export function joinTimings(one: Timing | undefined, other: Timing, place: Place): Timing {
  if (!one) return other
  const differ = (a: number, b: number) => Math.abs(a - b) > mostLate * other.minutes
  if (differ(one.minutes, other.minutes) || differ(one.late, other.late)) {
    throw refuseFile('times_uneven', place)
  }
  return one
}
