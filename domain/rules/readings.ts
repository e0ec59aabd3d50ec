import { type CartridgeName, cartridges } from '../catalog/cartridges.ts'
import type { Process } from '../entities/process-recipe.ts'
import type { FaultDetail } from '../fault.ts'
import type { DeviceStatus, Reading, RunProgress } from '../live/event.ts'

/** Limits that the readings of a run are checked against. */
export interface MeasuredRun {
  uuid: string
  cartridge_type: CartridgeName
  process: Process
}

/** Any block and lid, in °C. */
const celsius = [-20, 150] as const
/** No run lasts a month: seconds. */
const seconds = [0, 31 * 24 * 3600] as const
/** Beyond any converter (24 bits are 1.7e7), in a.u.; below zero after a background has been taken off. */
const signal = [-1e8, 1e8] as const
const counts = [0, 100_000] as const

const isWithin = (value: number, [least, most]: readonly [number, number]) =>
  value >= least && value <= most

/** Say what in a device's delivery cannot be of this run: the first that is wrong of each reading, and of the progress. */
export function findReadingProblems(
  readings: readonly Reading[],
  progress: RunProgress,
  run: MeasuredRun,
): FaultDetail[] {
  const { rows, columns } = cartridges[run.cartridge_type]
  const plate = { channels: run.process.channels.length, wells: rows * columns }
  const wrongs = readings.flatMap((reading, at) => {
    const field = findWrongField(reading, run.process, plate)
    return field === null ? [] : [`readings.${at}.${field}`]
  })
  const inProgress = progress.analysis_uuid === run.uuid ? findWrong(progress) : 'analysis_uuid'
  if (inProgress !== null) wrongs.push(`progress.${inProgress}`)
  return wrongs.map((field) => ({
    code: 'invalid',
    field,
    reason: 'reading_impossible',
    message: 'This cannot have been measured in this run',
  }))
}

function findWrongField(
  { phase, temperature, elapsed, values }: Reading,
  { steps }: Process,
  { channels, wells }: { channels: number; wells: number },
): string | null {
  const measure = phase === 'AMP' ? 'real time' : 'meltcurve'
  if (!steps.some((step) => 'measure' in step && step.measure === measure)) return 'phase'
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

/** The first field of a run's progress that no run can have; null where all are possible. */
function findWrong(progress: RunProgress): string | null {
  const { temperature, elapsed, remaining, position, steps, cycle, cycles } = progress
  if (!isWithin(temperature, celsius)) return 'temperature'
  if (!isWithin(elapsed, seconds)) return 'elapsed'
  if (!isWithin(remaining, seconds)) return 'remaining'
  const counted = Object.entries({ position, steps, cycle, cycles })
  return counted.find(([, value]) => !isWithin(value, counts))?.[0] ?? null
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
