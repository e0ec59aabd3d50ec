import { useCallback, useEffect, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { CallData } from '../../../../domain/call.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { findHealth, type HealthCheck } from '../../../../domain/rules/device-health.ts'
import { call } from '../../../client/call.ts'
import { lanErrorTexts } from '../../../lan/say-outcome.ts'
import { greetDevice } from '../../../lan/call-device.ts'
import { now } from '../../../state/clock.ts'
import { deviceStatuses } from '../../../state/live.ts'
import { mode } from '../../../state/mode.ts'
import { type Loaded, useAnswer } from '../../../state/use-answer.ts'

/** Interval at which the open page asks for the report again; a device sends one every five minutes. */
const againMs = 60_000
/** Interval at which a device that has answered in the local network is greeted again. */
const greetMs = 10_000

type Details = CallData<typeof deviceCalls.details>

/** Load the last report of a device, and again while the page is open. */
export function useDeviceReport(device: string): Loaded<Details> {
  const load = useCallback(
    (signal: AbortSignal) =>
      call(deviceCalls.details, { params: { id: device } }, { signal, background: true }),
    [device],
  )
  const loaded = useAnswer(load)
  const { again } = loaded
  useEffect(() => {
    const timer = setInterval(again, againMs)
    return () => clearInterval(timer)
  }, [again])
  return loaded
}

/** Last answer of a device in the local network. */
export interface LanSign {
  at: string | null
  busy: boolean
  failure: string[]
  ask: () => void
}

/**
 * Look for a device in the local network: on order only, because a browser may ask for permission, and then again and again while the page
 * is open.
 */
export function useLanSign({ hostname, uuid }: Pick<Device, 'hostname' | 'uuid'>): LanSign {
  const [at, setAt] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string[]>([])
  const ask = useCallback(() => {
    setBusy(true)
    greetDevice(hostname, { device: uuid })
      .then(
        () => {
          setAt(new Date().toISOString())
          setFailure([])
        },
        (error: unknown) => setFailure(lanErrorTexts(error)),
      )
      .finally(() => setBusy(false))
  }, [hostname, uuid])
  useEffect(() => {
    if (at === null) return undefined
    const timer = setTimeout(ask, greetMs)
    return () => clearTimeout(timer)
  }, [at, ask])
  return { at, busy, failure, ask }
}

/** Judge a device by its last report and by the signs of life that this page has received itself. */
export function useHealth(
  device: Device,
  report: Details | null,
  lanAt: string | null,
): HealthCheck[] {
  useSignals()
  const heard = deviceStatuses.value.get(device.uuid)?.heardAt
  return findHealth(
    {
      device,
      info: report?.info ?? null,
      heardAt: report?.heard_at ?? null,
      offline: mode.value.state === 'offline',
      busAt: heard === undefined ? null : new Date(heard).toISOString(),
      lanAt,
    },
    now.value,
  )
}
