import { Fault } from '../../domain/fault.ts'
import type { HeldRun } from '../../domain/lan/held-run.ts'
import { fetchRun } from './follow.ts'
import type { SeenRun } from '../local/seen-device.ts'

export interface FetchOutcome {
  fetched: number
  /** Runs that could not be had. */
  failed: HeldRun[]
  /** Stopped before the last of them. */
  interrupted: boolean
}

/**
 * Fetch runs from a device, one after the other, each whole or not at all. One that cannot be had is passed over; when the
 * device falls silent the rest is not asked for.
 * @param options.keep takes each as it comes; rejects where it cannot be kept, which counts as not had.
 */
export async function fetchRuns(
  hostname: string,
  runs: readonly HeldRun[],
  options: {
    keep(run: SeenRun): Promise<void>
    onProgress(done: number): void
    signal: AbortSignal
    device?: string | undefined
    fetch?: typeof fetchRun
  },
): Promise<FetchOutcome> {
  const { keep, onProgress, signal, device, fetch = fetchRun } = options
  const outcome: FetchOutcome = { fetched: 0, failed: [], interrupted: false }
  const given = { signal, ...(device === undefined ? {} : { device }) }
  for (const [at, run] of runs.entries()) {
    if (signal.aborted) return { ...outcome, interrupted: true }
    try {
      await keep(await fetch(hostname, run.analysis_uuid, { given }))
      outcome.fetched += 1
    } catch (error) {
      if (signal.aborted) return { ...outcome, interrupted: true }
      if (isSilent(error)) return { ...outcome, failed: [...outcome.failed, ...runs.slice(at)] }
      outcome.failed.push(run)
    }
    onProgress(at + 1)
  }
  return outcome
}

function isSilent(error: unknown): boolean {
  return error instanceof Fault && (error.code === 'network' || error.code === 'timeout')
}
