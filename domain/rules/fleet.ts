import type { Analysis } from '../entities/analysis.ts'
import type { Device } from '../entities/device.ts'
import { calibrationDueAt } from './calibration-age.ts'
import { deviceState, isConnected } from './device.ts'
import type { HealthCheckName, HealthVerdict } from './device-health.ts'

/**
 * Needs of a device in the order in which they are met: dangers for results come first. `unread`: its health was not read, so that it is
 * not called fine.
 */
export const fleetTasks = [
  'run_silent',
  'fault',
  'service',
  'silent',
  'unsupported',
  'calibrate',
  'watch',
  'unread',
  'none',
] as const
export type FleetTask = (typeof fleetTasks)[number]

/** Return true for a task that needs a person. */
export const isPersonNeeded = (task: FleetTask): boolean => task !== 'unread' && task !== 'none'

/** Presences of a device: each has exactly one at a time. */
export const presences = ['runs', 'waits', 'silent', 'out'] as const
export type Presence = (typeof presences)[number]

/** Bands of the time that is left until a calibration is due. */
export const dueBands = ['overdue', 'month', 'later', 'never'] as const
export type DueBand = (typeof dueBands)[number]

/** Bands of the time since the last run began. */
export const lastRunBands = ['day', 'week', 'month', 'older', 'never'] as const
export type LastRunBand = (typeof lastRunBands)[number]

const dayMs = 86_400_000

/** Known facts of a device of the fleet. */
export interface FleetFacts {
  device: Device
  /** Worst check; null while it is not read. */
  health: { verdict: HealthVerdict; check: HealthCheckName | null } | null
  /** False for people who are not shown the health of devices. */
  isHealthShown: boolean
  /** Moment from which its version is out of support; null while it is supported. */
  unsupportedSince: string | null
}

/**
 * Find what a device needs next, and since when (ms since 1970; null where no record says it). A device that is put away needs nothing,
 * unless a run is on it.
 * @param at time of the reader (ms since 1970).
 */
export function fleetTask(
  facts: FleetFacts,
  at: number,
): { task: FleetTask; since: number | null } {
  const { device, health, isHealthShown, unsupportedSince } = facts
  const isSilent = !isConnected(device)
  const left = device.disconnected_at ? Date.parse(device.disconnected_at) : null
  if (isSilent && device.analysis_uuid !== null) return { task: 'run_silent', since: left }
  if (device.active === 'N') return { task: 'none', since: null }
  // Judge no silent device by what it said before.
  if (isSilent) return { task: 'silent', since: left }
  if (health?.verdict === 'bad') return { task: 'fault', since: null }
  if (deviceState(device) === 'unavailable') return { task: 'service', since: null }
  if (unsupportedSince) return { task: 'unsupported', since: Date.parse(unsupportedSince) }
  const due = calibrationDueAt(device)
  if (due === null || due <= at) return { task: 'calibrate', since: due }
  if (health?.verdict === 'warning') return { task: 'watch', since: null }
  const isUnread = isHealthShown && (health === null || health.verdict === 'unknown')
  return { task: isUnread ? 'unread' : 'none', since: null }
}

/** Return what a device does now. */
export function presenceOf(device: Device): Presence {
  const state = deviceState(device)
  if (state === 'offline') return device.active === 'N' ? 'out' : 'silent'
  if (state === 'unavailable') return 'out'
  return state === 'in_use' || state === 'busy' ? 'runs' : 'waits'
}

/** Return the band of a due date (ms since 1970; null: never calibrated). */
export function dueBand(due: number | null, at: number): DueBand {
  if (due === null) return 'never'
  if (due <= at) return 'overdue'
  return due - at <= 30 * dayMs ? 'month' : 'later'
}

/** Return the band of the moment at which the last run began (ms since 1970). */
export function lastRunBand(began: number | null, at: number): LastRunBand {
  if (began === null) return 'never'
  const days = (at - began) / dayMs
  if (days <= 1) return 'day'
  if (days <= 7) return 'week'
  return days <= 30 ? 'month' : 'older'
}

/** Runs of a device, or of several, in a period. */
export interface RunUse {
  /** Runs that began in the period. */
  begun: number
  /** Runs that ended in the period, and how many of them were aborted or are incomplete. */
  ended: number
  failed: number
  /** Time during which a run was going on (ms), within the period. */
  busyMs: number
  /** Begin of the last run of all (ms since 1970). */
  lastAt: number | null
}

export const noUse: RunUse = { begun: 0, ended: 0, failed: 0, busyMs: 0, lastAt: null }

type Run = Pick<Analysis, 'device_uuid' | 'status' | 'started_at' | 'ended_at'> & {
  corrects?: Analysis['corrects']
}

/** Return true for a run that was ended before its time, or whose curves have gaps. */
export function isFailedRun(status: Analysis['status']): boolean {
  return status === 'ABORT' || status === 'INCOMPLETE'
}

/** Count the runs of each device in a period (ms since 1970). A corrected copy of a run is no run. */
export function countUse(runs: readonly Run[], from: number, to: number): Map<string, RunUse> {
  const found = new Map<string, RunUse>()
  for (const { device_uuid, status, started_at, ended_at, corrects } of runs) {
    if (device_uuid === null || started_at === null || corrects) continue
    const began = Date.parse(started_at)
    const end = ended_at === null ? null : Date.parse(ended_at)
    const known = found.get(device_uuid) ?? { ...noUse }
    found.set(device_uuid, known)
    known.lastAt = Math.max(known.lastAt ?? began, began)
    if (began >= from && began < to) known.begun += 1
    if (end !== null && end >= from && end < to) {
      known.ended += 1
      if (isFailedRun(status)) known.failed += 1
    }
    // Count a run without an end as going on only while its record says so.
    const last = end ?? (status === 'RUNNING' ? to : began)
    known.busyMs += Math.max(0, Math.min(last, to) - Math.max(began, from))
  }
  return found
}

/** Add the runs of several devices. */
export function addUse(uses: Iterable<RunUse>): RunUse {
  const sum = { ...noUse }
  for (const one of uses) {
    sum.begun += one.begun
    sum.ended += one.ended
    sum.failed += one.failed
    sum.busyMs += one.busyMs
    if (one.lastAt !== null) sum.lastAt = Math.max(sum.lastAt ?? one.lastAt, one.lastAt)
  }
  return sum
}

/** Figures of a period: null where nothing happened from which one could be made. */
export interface UseFigures {
  runsPerDay: number
  /** Share of the period, from 0 to 1, in which a device was running. */
  busyShare: number
  failuresPer100: number | null
  /** Runs that ended for each one that failed; null without a failure. */
  runsBetweenFailures: number | null
}

/** Make the figures of a period for so many devices. */
export function figuresOfUse(use: RunUse, devices: number, periodMs: number): UseFigures {
  const { begun, ended, failed, busyMs } = use
  return {
    runsPerDay: (begun * dayMs) / periodMs,
    busyShare: devices === 0 ? 0 : Math.min(1, busyMs / (devices * periodMs)),
    failuresPer100: ended === 0 ? null : (100 * failed) / ended,
    runsBetweenFailures: failed === 0 ? null : ended / failed,
  }
}
