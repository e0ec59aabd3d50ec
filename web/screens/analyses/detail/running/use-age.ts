import { useSignals } from '@preact/signals-react/runtime'
import { formatDateTime, formatDuration } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { connection } from '../../../../state/connection.ts'
import { account } from '../../../../state/session.ts'
import { useNow } from '../use-now.ts'
import { judgeAge, unreached } from './judge-age.ts'

export interface PictureAge {
  /** `As of 12:03:20, no live data for 25 s`; null while the picture is live. */
  text: string | null
  /** Reason that no orders may be given by the shown state; null while they may. */
  refusal: string | null
  /** The service does not answer. */
  isUnreached: boolean
}

/** Return the age of a run's picture as text, and the reason why it forbids orders. */
export function useAge(run: {
  /** Time of the shown state, in milliseconds; null while nothing has arrived. */
  heardAt: number | null
  /** In the local network the service does not matter. */
  isLocal: boolean
  away: boolean
  device: string
}): PictureAge {
  useSignals()
  const { heardAt, isLocal, away, device } = run
  const now = useNow(1000)
  const seen = { heardAt, connection: isLocal ? null : connection.value, away, now }
  const { kind, seconds } = judgeAge(seen)
  const isUnreached = !isLocal && unreached.includes(connection.value)
  if (kind === 'live') return { text: null, refusal: null, isUnreached }
  const zone = account.value?.preferences.timezone
  const text =
    heardAt === null || seconds === null
      ? t('run.age.never')
      : t('run.age', {
          time: formatDateTime(heardAt, zone, 'clock'),
          age: formatDuration(seconds),
        })
  if (kind === 'old') return { text, refusal: null, isUnreached }
  return { text, refusal: t(`run.age.${kind}`, { device }), isUnreached }
}
