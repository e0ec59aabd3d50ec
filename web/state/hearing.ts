import { useSignals } from '@preact/signals-react/runtime'
import { now } from './clock.ts'
import { type Hearing, judgeHearing } from './judge-hearing.ts'
import { deviceStatuses, live } from './live.ts'

/** Follow the age of a device's state. Without a live connection only a message that has just arrived is fresh. */
export function useHearing(device: string): Hearing {
  useSignals()
  const { state, since } = live.value
  const listening = state === 'connected' || state === 'connecting'
  return judgeHearing(deviceStatuses.value.get(device)?.heardAt, listening ? since : 0, now.value)
}
