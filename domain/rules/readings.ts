import { type CartridgeName, cartridges } from '../catalog/cartridges.ts'
import type { Process } from '../entities/process-recipe.ts'
import type { FaultDetail } from '../fault.ts'
import type { DeviceStatus, Reading, RunProgress } from '../live/event.ts'
import { type PlannedPoints, planPoints, unknownOrders } from './run-points.ts'
import { speedOf } from './run-time.ts'

/** Limits that the readings of a run are checked against. */
export interface MeasuredRun {
  uuid: string
  cartridge_type: CartridgeName
  process: Process
  /** Cycles that people ordered on top of the programme, whether or not the device has answered. */
  ordered: number
}

/** Any block and lid, in °C. */
const celsius = [-20, 150] as const
/** No run lasts a month: seconds. */
const seconds = [0, 31 * 24 * 3600] as const
/** As `--speed` of simulated devices. */
const speeds = [1e-3, 1e5] as const
/** Beyond any converter (24 bits are 1.7e7), in a.u.; below zero after a background has been taken off. */
const signal = [-1e8, 1e8] as const
const counts = [0, 10_000] as const

const isWithin = (value: number, [least, most]: readonly [number, number]) =>
  value >= least && value <= most

/** Say what in a device's delivery cannot be of this run: the first that is wrong of each reading, and of the progress. */
export function findReadingProblems(
  readings: readonly Reading[],
  progress: RunProgress,
  run: MeasuredRun,
): FaultDetail[] {
  const plate = plateOf(run)
  const wrongs = readings.flatMap((reading, at) => {
    const field = findWrongField(reading, run.process, plate)
    return field === null ? [] : [`readings.${at}.${field}`]
  })
  const inProgress =
    progress.analysis_uuid === run.uuid ? findWrong(progress, plate.most) : 'analysis_uuid'
  if (inProgress !== null) wrongs.push(`progress.${inProgress}`)
  return wrongs.map((field) => ({
    code: 'invalid',
    field,
    reason: 'reading_impossible',
    message: 'This cannot have been measured in this run',
  }))
}

/**
 * Keep of what a device of the local network tells about a run the readings and the progress that the run can have, by the same
 * limits as the service's. @returns also how many readings were left out.
 */
export function keepPossible(
  readings: readonly Reading[],
  progress: RunProgress,
  run: MeasuredRun,
): { readings: Reading[]; progress: RunProgress | null; refused: number } {
  const plate = plateOf(run)
  const kept = readings.filter((reading) => findWrongField(reading, run.process, plate) === null)
  const isOfRun = progress.analysis_uuid === run.uuid && findWrong(progress, plate.most) === null
  return {
    readings: kept,
    progress: isOfRun ? progress : null,
    refused: readings.length - kept.length,
  }
}

function plateOf({ cartridge_type, process, ordered }: MeasuredRun) {
  const { rows, columns } = cartridges[cartridge_type]
  const most = planPoints(process, ordered + unknownOrders)
  return { channels: process.channels.length, wells: rows * columns, most }
}

function findWrongField(
  { phase, index, temperature, elapsed, values }: Reading,
  { steps }: Process,
  { channels, wells, most }: { channels: number; wells: number; most: PlannedPoints | null },
): string | null {
  const measure = phase === 'AMP' ? 'real time' : 'meltcurve'
  if (!steps.some((step) => 'measure' in step && step.measure === measure)) return 'phase'
  if (most && index > most[phase]) return 'index'
  if (!isWithin(temperature, celsius)) return 'temperature'
  if (!isWithin(elapsed, seconds)) return 'elapsed'
  if (values.length !== channels) return 'values'
  for (const [channel, row] of values.entries()) {
    if (row.length !== wells) return `values.${channel}`
    const well = row.findIndex((value) => value !== null && !isWithin(value, signal))
    if (well >= 0) return `values.${channel}.${well}`
  }
  return null
}

/**
 * Find the first field of a run's progress that no run can have; null if all are possible. Give `most` if its programme
 * is known.
 */
function findWrong(progress: RunProgress, most: PlannedPoints | null = null): string | null {
  const { temperature, elapsed, remaining, position, steps, cycle, cycles, state } = progress
  if (!isWithin(temperature, celsius)) return 'temperature'
  if (!isWithin(elapsed, seconds)) return 'elapsed'
  if (!isWithin(remaining, seconds)) return 'remaining'
  if (!isWithin(speedOf(progress), speeds)) return 'speed'
  const counted = Object.entries({ position, steps, cycle, cycles })
  const wrong = counted.find(([, value]) => !Number.isInteger(value) || !isWithin(value, counts))
  if (wrong) return wrong[0]
  if (most && steps > most.steps) return 'steps'
  if (most && cycles > most.AMP) return 'cycles'
  if (position > steps) return 'position'
  if (cycle > cycles) return 'cycle'
  // Refuse steps after the end: a page would say so of a run that goes on.
  if (state === 'finished' && position < steps) return 'state'
  return null
}

/** Reasons that a kept reading is reported to people as well. */
export type OddReading = 'unordered' | 'early_melt' | 'time_back'

/**
 * Find readings that a run can have had, but not as it was planned and as its device tells it: beyond programme and
 * orders, melt points while it amplifies, or a clock that runs back. `neighbours` gives the time of the kept points before
 * and after one.
 */
export function findOddReadings(
  readings: readonly Reading[],
  progress: RunProgress,
  run: MeasuredRun,
  neighbours: (reading: Reading) => { before: number | null; after: number | null },
): { reading: Reading; why: OddReading }[] {
  const planned = planPoints(run.process, run.ordered)
  const { steps } = run.process
  const measures = steps.flatMap((step) =>
    'measure' in step && step.measure ? [step.measure] : [],
  )
  const meltsLast = measures.indexOf('meltcurve') > measures.lastIndexOf('real time')
  return readings.flatMap((reading) => {
    const { phase, index, elapsed } = reading
    const { before, after } = neighbours(reading)
    const found: OddReading[] = []
    if (planned && index > planned[phase]) found.push('unordered')
    if (phase === 'VAL' && meltsLast && progress.phase === 'AMP') found.push('early_melt')
    // Compare the times on both sides: a device delivers a time that was refused as 0.
    if ((before !== null && elapsed < before) || (after !== null && elapsed > after))
      found.push('time_back')
    return found.map((why) => ({ reading, why }))
  })
}

/** Return whether a device can be in this state: what cannot be is shown to nobody. */
export function isPossibleStatus({
  block_temperature,
  lid_temperature,
  uptime,
  health,
  pending,
  run,
}: DeviceStatus): boolean {
  return (
    isWithin(block_temperature, celsius) &&
    isWithin(lid_temperature, celsius) &&
    uptime >= 0 &&
    pending >= 0 &&
    Object.values(health).every((share) => isWithin(share, [0, 100])) &&
    (run === null || findWrong(run) === null)
  )
}
