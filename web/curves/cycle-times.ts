import type { Method } from '../../domain/entities/analysis.ts'
import type { Process } from '../../domain/entities/process-recipe.ts'
import { minutesPerReading } from '../../domain/rules/assay-kind.ts'
import { expandProgramme, amplificationLoop } from '../../domain/rules/programme.ts'

/** The block's rate that the times assume, in °C per second, and the temperature that it begins with. */
const rampRate = 3
const roomCelsius = 25

/**
 * Return the time of each cycle by the programme, in minutes from its start; null where the programme does not
 * measure as many cycles as there are (of a file whose programme is not known).
 */
export function listCycleTimes(process: Process, cycles: number): Float64Array | null {
  try {
    return timesOf(process, cycles)
  } catch {
    // Draw the curves by cycle where there are more cycles than any programme has.
    return null
  }
}

/**
 * Return the time of each reading, in minutes. An isothermal assay gives the time between its readings, so that its curves cross
 * the threshold at the time of its results; otherwise as `listCycleTimes`.
 */
export function listReadingTimes(
  { process, evaluation }: Pick<Method, 'process' | 'evaluation'>,
  readings: number,
): Float64Array | null {
  const minutes = minutesPerReading(evaluation)
  return minutes === null ? listCycleTimes(process, readings) : listMinutes(minutes, readings)
}

/** Return the time of each reading of an isothermal run, in minutes. */
export function listMinutes(minutesPerReading: number, readings: number): Float64Array {
  return Float64Array.from({ length: readings }, (_, at) => (at + 1) * minutesPerReading)
}

function timesOf(process: Process, cycles: number): Float64Array | null {
  const times = measureTimes(process, 0)
  const added = cycles - times.length
  // Add passes to the loop that measures, as EXTEND does.
  const all = added > 0 && times.length > 0 ? measureTimes(process, added) : times
  return all.length >= cycles && cycles > 0 ? Float64Array.from(all.slice(0, cycles)) : null
}

function measureTimes(process: Process, added: number): number[] {
  const loop = amplificationLoop(process)
  const extra = new Map(loop && added > 0 ? [[loop.last, added]] : [])
  const times: number[] = []
  let seconds = 0
  let celsius = roomCelsius
  for (const { temperature, duration, measure } of expandProgramme(process, extra)) {
    seconds += Math.abs(temperature - celsius) / rampRate + duration
    celsius = temperature
    if (measure?.phase === 'AMP') times.push(seconds / 60)
  }
  return times
}
