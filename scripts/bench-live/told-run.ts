import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Process } from '../../domain/entities/process-recipe.ts'
import type { Reading, RunProgress } from '../../domain/live/event.ts'
import { type ExpandedStep, expandProgramme } from '../../domain/rules/programme.ts'
import { type LabDevice, statusOf } from './lab-devices.ts'

export interface ToldRun {
  /** Time at which each reading was sent, by its cycle. */
  sentAt: Map<number, number>
  /** Duration of each call, in milliseconds. */
  calls: number[]
  /** Refusals of the service. */
  refused: string[]
  stop(): Promise<void>
}

const now = () => performance.timeOrigin + performance.now()

/**
 * Send a run's readings at their pace, each when its time has come whether or not the one before was answered, and no more
 * than its programme has.
 */
export function tellReadings(
  { call }: LabDevice,
  analysis: string,
  { process, perSecond }: { process: Process; perSecond: number },
): ToldRun {
  const steps = expandProgramme(process)
  const planned = measuredIn(steps).length
  const told: Omit<ToldRun, 'stop'> = { sentAt: new Map(), calls: [], refused: [] }
  const open = new Set<Promise<unknown>>()
  const send = () => {
    const cycle = told.sentAt.size + 1
    if (cycle > planned) return
    const at = now()
    told.sentAt.set(cycle, at)
    const readings = [readingOf(cycle, process.channels.length)]
    const body = { readings, progress: progressOf(analysis, cycle, steps) }
    const sending = call(deviceLinkCalls.readings, { params: { id: analysis }, body })
      .then(() => told.calls.push(now() - at))
      .catch((error: unknown) => told.refused.push(`cycle ${cycle}: ${String(error)}`))
      .finally(() => open.delete(sending))
    open.add(sending)
  }
  const timer = setInterval(send, 1000 / perSecond)
  return {
    ...told,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
    },
  }
}

/** Return the positions of the steps that end in a reading of the amplification. */
function measuredIn(steps: readonly ExpandedStep[]): number[] {
  return steps.flatMap(({ measure }, at) => (measure?.phase === 'AMP' ? [at] : []))
}

const { rows, columns } = cartridges.Wells16

/** Make a reading of each well of the cartridge in each channel. */
function readingOf(index: number, channels: number): Reading {
  const growth = 60_000 / (1 + Math.exp(-(index - 60) / 6))
  const channel = Array.from(
    { length: rows * columns },
    (_, well) => 9000 + ((well * 37 + index) % 23) + growth,
  )
  const values = Array.from({ length: channels }, () => channel)
  return { phase: 'AMP', index, temperature: 60, elapsed: index, values }
}

/** Return the progress of a device that has measured so many cycles. */
function progressOf(
  analysis_uuid: string,
  cycle: number,
  steps: readonly ExpandedStep[],
): RunProgress {
  const measured = measuredIn(steps)
  const position = (measured[cycle - 1] ?? steps.length - 1) + 1
  const at = { position, steps: steps.length, cycle, cycles: measured.length, temperature: 60 }
  const time = { elapsed: cycle, remaining: measured.length - cycle }
  return { analysis_uuid, ...at, ...time, phase: 'AMP', state: 'running' }
}

/** Send the status of each device once a second, spread over the second. */
export function tellStatuses(devices: readonly LabDevice[]): { told(): number; stop(): void } {
  let told = 0
  const timer = setInterval(() => {
    const device = devices[told % devices.length]
    device?.link.publish(statusOf(device.uuid, now()))
    told += 1
  }, 1000 / devices.length)
  return { told: () => told, stop: () => clearInterval(timer) }
}
