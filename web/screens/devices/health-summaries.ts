import { useCallback, useEffect } from 'react'
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { deviceCalls } from '../../../domain/calls/devices.ts'
import type { CallData } from '../../../domain/call.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { HealthCheckName, HealthVerdict } from '../../../domain/rules/device-health.ts'
import { isConnected } from '../../../domain/rules/device.ts'
import { call } from '../../client/call.ts'
import { readPages } from '../../client/read-pages.ts'
import { whyNotCall } from '../../record/rights.ts'
import { minute } from '../../state/clock.ts'

type Summary = CallData<typeof deviceCalls.health>['data'][number]
type Summaries = { of: ReadonlyMap<string, Summary>; at: number }

/** Interval at which an open list asks again. */
const againMs = 60_000
/** Age from which a summary says nothing of now: the service did not answer several times. */
const oldMs = 5 * 60_000

const summaries = signal<Summaries | null>(null)
let reading: Promise<void> | null = null

/** Worst verdict of a device, and the check that it comes from; null while it is not known. */
export interface DeviceHealth {
  verdict: HealthVerdict
  check: HealthCheckName | null
}

async function read(): Promise<void> {
  const { rows } = await readPages<Summary>({
    pages: 'all',
    idOf: ({ uuid }) => uuid,
    read: (page) =>
      call(deviceCalls.health, { query: { limit: '500', page } }, { background: true }),
  })
  summaries.value = { of: new Map(rows.map((row) => [row.uuid, row])), at: Date.now() }
}

function ask(): void {
  reading ??= read()
    .catch(() => undefined)
    .finally(() => (reading = null))
}

/** Time within which a device has looked at itself and reported a verdict that changed, with some to spare. */
export const reportedMs = 10_000

/** Ask again after commands that should mend devices: now, and once these have reported what they changed. */
export function askHealthAgain(): void {
  if (!maySeeHealth()) return
  ask()
  setTimeout(ask, reportedMs)
}

/** Return true for people to whom the health of devices is shown. */
export function maySeeHealth(): boolean {
  return whyNotCall(deviceCalls.health) === null
}

/** Keep the health of all devices current while something that shows it is open, and return the function that reads it. */
export function useHealthSummaries(): (device: Device) => DeviceHealth | null {
  useSignals()
  useEffect(() => {
    if (!maySeeHealth()) return undefined
    ask()
    const timer = setInterval(ask, againMs)
    return () => clearInterval(timer)
  }, [])
  const known = summaries.value
  const at = minute.value
  return useCallback((device: Device) => readHealth(device, known, at), [known, at])
}

function readHealth(device: Device, known: Summaries | null, at: number): DeviceHealth | null {
  const summary = known?.of.get(device.uuid)
  if (!known || !summary) return null
  const { verdict, name } = summary.worst
  // Call nothing fine that is not heard now: the answer is old, or the device has gone since.
  const isOld = at - known.at > oldMs
  const isGone = !isConnected(device) && verdict !== 'bad'
  if (isOld || isGone) return { verdict: 'unknown', check: 'line' }
  return { verdict, check: verdict === 'ok' ? null : name }
}
