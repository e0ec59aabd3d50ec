import { useSignals } from '@preact/signals-react/runtime'
import { now } from './clock.ts'
import { type Hearing, judgeHearing } from './judge-hearing.ts'
import { deviceStatuses, live } from './live.ts'

/** The hearing of a device as time goes by. Without a live connection nothing is fresh that was not just heard. */
export function useHearing(device: string): Hearing {
  useSignals()
  const { state, since } = live.value
  const listening = state === 'connected' || state === 'connecting'
  return judgeHearing(deviceStatuses.value.get(device)?.heardAt, listening ? since : 0, now.value)
}
