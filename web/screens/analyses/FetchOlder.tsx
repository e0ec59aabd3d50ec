import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { mode } from '../../state/mode.ts'
import { fetchOlderRecords, isWindowed } from '../../state/records.ts'

/** Offer to fetch as many older analyses, where this machine has the newest alone. */
export function FetchOlder() {
  useSignals()
  if (!isWindowed.value) return null
  const reason = mode.value.state === 'offline' ? t('refusal.offline') : null
  return (
    <span data-fetch-older>
      <Button icon="download" disabledReason={reason} onClick={fetchOlderRecords}>
        {t('analyses.since.older')}
      </Button>
    </span>
  )
}
