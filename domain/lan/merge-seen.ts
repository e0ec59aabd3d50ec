import { type Analysis, hasEnded } from '../entities/analysis.ts'
import type { Device } from '../entities/device.ts'
import type { HeldRun } from './held-run.ts'

/** Order of a run's statuses: a device's report is taken when it is later than the known status. */
const stage = { INIT: 0, RUNNING: 1, COMPLETE: 2, ABORT: 2, INCOMPLETE: 2, VALIDATION: 3 } as const

/**
 * Mark a device as seen in the local network, bit 0 of `connected` (STATE-025, decisions D50, D98). The other bits
 * stay.
 */
export function markSeenLocally<Subject extends Pick<Device, 'connected'>>(
  device: Subject,
  seen: boolean,
): Subject {
  const others = Number.parseInt(device.connected, 2) & ~1
  return { ...device, connected: (others | (seen ? 1 : 0)).toString(2) }
}

/**
 * Return true when a run kept on a device should be fetched: not one that the service, or this browser, knows to have ended
 * (STATE-022).
 */
export function isToBeFetched(known: Analysis['status'] | null): boolean {
  return known === null || !hasEnded(known)
}

type RunFields = 'uuid' | 'status' | 'started_at' | 'ended_at' | 'end_reason'

/** Return the record of an analysis with the progress of its run as seen on a device. */
export function mergeRun<Subject extends Pick<Analysis, RunFields>>(
  record: Subject,
  run: HeldRun | undefined,
): Subject {
  if (run?.analysis_uuid !== record.uuid || stage[run.status] <= stage[record.status]) return record
  return {
    ...record,
    status: run.status,
    started_at: run.started_at ?? record.started_at,
    ended_at: run.ended_at ?? record.ended_at,
    end_reason: run.reason || record.end_reason,
  }
}

/** Merge the state of runs on devices into the list of analyses, by uuid; the order stays. */
export function mergeRuns<Subject extends Pick<Analysis, RunFields>>(
  records: readonly Subject[],
  runs: readonly HeldRun[],
): Subject[] {
  const byUuid = new Map(runs.map((run) => [run.analysis_uuid, run]))
  return records.map((record) => mergeRun(record, byUuid.get(record.uuid)))
}
