import { useEffect, useRef, useState } from 'react'
import type { DeviceNotice, RunProgress } from '../../../../../domain/live/event.ts'
import { onDeviceNotice } from '../../../../state/live.ts'
import type { RunMark } from './run-marks.ts'

/** Marks for events that a device reports during a run; orders are in the ledger. */
const kinds: Readonly<Partial<Record<DeviceNotice['kind'], RunMark['kind']>>> = {
  lid_opened: 'lid_opened',
  lid_closed: 'lid_closed',
  run_resumed: 'resumed',
  error: 'error',
}

/** More of them would hide the profile. */
const mostMarks = 20

/** Collect the device's events while this page is open, each at the moment of the run at which it arrived. */
export function useDeviceEvents(device: string | null, progress: RunProgress | null): RunMark[] {
  const [marks, setMarks] = useState<RunMark[]>([])
  const elapsed = useRef(0)
  useEffect(() => {
    elapsed.current = progress?.elapsed ?? 0
  })
  useEffect(() => {
    if (!device) return undefined
    return onDeviceNotice(device, ({ kind, text }) => {
      const own = kinds[kind]
      if (!own) return
      const seconds = elapsed.current
      const mark = { id: `${own} ${Date.now()}`, seconds, kind: own, text }
      setMarks((before) => [...before.slice(-mostMarks), mark])
    })
  }, [device])
  return marks
}
