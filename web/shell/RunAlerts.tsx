import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { analysis as analysisEntity } from '../../domain/entities/analysis.ts'
import { hasEnded } from '../../domain/rules/analysis.ts'
import { t } from '../i18n/intl.ts'
import { paths } from '../paths.ts'
import { dropRunAlert, runAlerts } from '../state/run-alerts.ts'
import { useRecord } from '../state/use-records.ts'

/** Tells by a notification of the browser that a run has ended, on whichever page one is meanwhile. Draws nothing. */
export function RunAlerts() {
  return [...runAlerts.value].map((uuid) => <RunAlert key={uuid} uuid={uuid} />)
}

function RunAlert({ uuid }: { uuid: string }) {
  const [, goTo] = useLocation()
  const record = useRecord(analysisEntity, uuid)
  useEffect(() => {
    if (!record || !hasEnded(record.status)) return
    dropRunAlert(uuid)
    const alert = new Notification(record.name, {
      body: t('top.runEnded', { state: t(`analysis.status.${record.status}`) }),
      tag: uuid,
    })
    alert.addEventListener('click', () => {
      window.focus()
      goTo(paths.analysis(uuid))
      alert.close()
    })
  }, [record, uuid, goTo])
  return null
}
