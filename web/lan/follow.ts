import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import type { HeldRun } from '../../domain/lan/held-run.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import { isToBeFetched } from '../../domain/lan/merge-seen.ts'
import type { HeardStops, SignedStops } from '../../domain/rules/lot-stops.ts'
import type { Reading } from '../../domain/live/event.ts'
import type { SeenDevice, SeenRun } from '../local/seen-device.ts'
import { findLotStops } from './lot-stops.ts'
import { callDevice, type DeviceCallOptions } from './call-device.ts'

/** Offline device polling (spec §9). */
const pollMs = 5_000

export interface FollowOptions {
  /** Status of an analysis as far as it is known here; null when it is not. */
  known(uuid: string): Analysis['status'] | null
  /** After each answer and each silence. */
  onChange(device: SeenDevice): void
  call?: typeof callDevice
  /** Lots that are not run, for devices that have not heard of them. */
  stops?(): Promise<SignedStops | null>
  options?(hostname: string): DeviceCallOptions
  now?(): number
  every?(ms: number, act: () => void): () => void
}

export interface Following {
  /** Ask all of them now; settles when each has answered or not. */
  ask(): Promise<void>
  stop(): void
}

/**
 * Ask devices in the local network how they are, every five seconds, and fetch the runs on them. Each is asked on its
 * own: one that does not answer holds up no other, and is not asked again before it has had its time.
 */
export function followDevices(hostnames: readonly string[], options: FollowOptions): Following {
  const every = options.every ?? everyInterval
  const stopped = new AbortController()
  const followers = hostnames.map((hostname) => createFollower(hostname, options, stopped.signal))
  const ask = async () => {
    await Promise.all(followers.map((follow) => follow()))
  }
  const cancel = every(pollMs, () => void ask())
  void ask()
  return {
    ask,
    stop() {
      cancel()
      stopped.abort()
    },
  }
}

function everyInterval(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms)
  return () => clearInterval(timer)
}

function createFollower(
  hostname: string,
  {
    known,
    onChange,
    call = callDevice,
    stops = findLotStops,
    options = () => ({}),
    now = Date.now,
  }: FollowOptions,
  stopped: AbortSignal,
): () => Promise<void> {
  let seen: SeenDevice = {
    hostname,
    status: null,
    runs: [],
    details: new Map(),
    heardAt: null,
    fault: null,
  }
  let asking: Promise<void> | null = null
  const given = () => ({ ...options(hostname), signal: stopped })

  async function askOnce(): Promise<void> {
    try {
      const { status, runs, lots } = await call(hostname, lanCalls.status, {}, given())
      await handLotStops(hostname, lots, { stops, call, given: given() })
      const details = new Map(seen.details)
      for (const run of runs.filter(({ analysis_uuid }) => isToBeFetched(known(analysis_uuid)))) {
        const before = details.get(run.analysis_uuid)
        if (!before || !hasAll(before, run)) {
          details.set(
            run.analysis_uuid,
            await fetchRun(hostname, run.analysis_uuid, { before, call, given: given() }),
          )
        }
      }
      seen = { hostname, status, runs, details, heardAt: now(), fault: null }
    } catch (error) {
      if (stopped.aborted) return
      if (!(error instanceof Fault)) throw error
      seen = { ...seen, fault: error }
    }
    if (!stopped.aborted) onChange(seen)
  }

  return () => {
    asking ??= askOnce().finally(() => {
      asking = null
    })
    return asking
  }
}

/**
 * Hand a device the lists that it has not heard yet: a device without the service learns of a hold from any page in its
 * network. One that takes none, as an older device, is left as it is.
 * @param heard marks of what it has heard; absent where it knows of no lists.
 */
async function handLotStops(
  hostname: string,
  heard: HeardStops | undefined,
  {
    stops,
    call: ask,
    given,
  }: {
    stops: () => Promise<SignedStops | null>
    call: typeof callDevice
    given: DeviceCallOptions
  },
): Promise<void> {
  if (!heard) return
  const lists = await stops().catch(() => null)
  if (!lists) return
  const isNew = lists.provider.mark > heard.provider || lists.own.mark > heard.own
  if (isNew) await ask(hostname, lanCalls.lotStops, lists, given).catch(() => undefined)
}

/**
 * Fetch the new points of a run kept on a device, page by page, and append them to those that are here.
 * @throws Fault like `callDevice`.
 */
export async function fetchRun(
  hostname: string,
  analysis_uuid: string,
  options: {
    before?: SeenRun | undefined
    call?: typeof callDevice
    given?: DeviceCallOptions
  } = {},
): Promise<SeenRun> {
  const { before, call = callDevice, given = {} } = options
  const readings = [...(before?.readings ?? [])]
  for (;;) {
    const after = { AMP: lastOf(readings, 'AMP'), VAL: lastOf(readings, 'VAL') }
    const page = await call(hostname, lanCalls.run, { analysis_uuid, after }, given)
    readings.push(...page.readings)
    const { run, order, progress } = page
    if (!page.more) return { run, order, progress, readings }
  }
}

function lastOf(readings: readonly Reading[], phase: Reading['phase']): number {
  return readings.findLast((reading) => reading.phase === phase)?.index ?? 0
}

/**
 * Return true if a run is complete here; one that goes on is read each time, because its progress moves between two
 * points.
 */
function hasAll({ run, readings }: SeenRun, newer: HeldRun): boolean {
  const isOver = newer.status !== 'INIT' && newer.status !== 'RUNNING'
  const { AMP, VAL } = newer.measured
  return isOver && run.status === newer.status && readings.length === AMP + VAL
}
