import { useSignals } from '@preact/signals-react/runtime'
import { formatDuration } from '../i18n/format.ts'
import { t } from '../i18n/intl.ts'
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

/** Say how old the state of a device is; null while it is current. */
export function sayHearing(hearing: Hearing): string | null {
  if (hearing.kind === 'fresh') return null
  return hearing.kind === 'never'
    ? t('devices.heard.never')
    : t('devices.heard.old', { age: formatDuration(hearing.seconds) })
}
