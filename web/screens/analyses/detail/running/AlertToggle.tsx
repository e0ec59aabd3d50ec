import { useState } from 'react'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { runAlerts, toggleRunAlert } from '../../../../state/run-alerts.ts'

/** Ask the browser for a notification when the run has ended; the browser is asked only by this click. */
export function AlertToggle({ analysis }: { analysis: string }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const isOn = runAlerts.value.has(analysis)
  const toggle = async () => {
    const answer = await toggleRunAlert(analysis)
    if (answer === 'refused') setRefusal(t('run.alert.refused'))
    if (answer === 'missing') setRefusal(t('run.alert.missing'))
  }
  return (
    <Button
      icon={isOn ? 'check' : 'message'}
      aria-pressed={isOn}
      disabledReason={refusal}
      onClick={() => void toggle()}
    >
      {t('run.alert')}
    </Button>
  )
}
