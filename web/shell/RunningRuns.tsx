import { useLocation } from 'wouter'
import { analysis as analysisEntity, hasEnded } from '../../domain/entities/analysis.ts'
import { type Device, device as deviceEntity } from '../../domain/entities/device.ts'
import { secondsLeft, shareOf } from '../../domain/rules/run-time.ts'
import { formatDuration, formatPercent } from '../i18n/format.ts'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import { Progress } from '../parts/progress/Progress.tsx'
import { paths } from '../paths.ts'
import { sayHearing, useHearing } from '../state/hearing.ts'
import { deviceStatuses } from '../state/live.ts'
import { useRecord, useRecords } from '../state/use-records.ts'
import { Dropdown } from './Dropdown.tsx'
import styles from './TopBar.module.css'
import { useEffect } from 'react'
import { dropRunAlert, runAlerts } from '../state/run-alerts.ts'

/** Show the number of running analyses, each with its progress and a link; nothing when none runs. */
export function RunningRuns() {
  const running = (useRecords(deviceEntity) ?? []).filter((one) => one.analysis_uuid)
  if (running.length === 0) return <RunAlerts />
  const words = t('top.running', { count: running.length })
  return (
    <>
      <RunAlerts />
      <Dropdown
        label={`${t('top.runningList')}: ${words}`}
        trigger={
          <span className={styles.running}>
            <Icon name="run" />
            <span className={styles.roomy}>{words}</span>
            <span className={styles.tight}>{running.length}</span>
          </span>
        }
      >
        {running.map((one) => (
          <RunLine key={one.uuid} device={one} />
        ))}
      </Dropdown>
    </>
  )
}

function RunLine({ device }: { device: Device }) {
  const [, navigate] = useLocation()
  const uuid = device.analysis_uuid ?? ''
  const record = useRecord(analysisEntity, uuid)
  const run = deviceStatuses.value.get(device.uuid)?.status.run
  const share = run && run.analysis_uuid === uuid ? shareOf(run) : null
  const hearing = useHearing(device.uuid)
  return (
    <button
      type="button"
      className={styles.run}
      data-closes
      onClick={() => navigate(paths.analysis(uuid))}
    >
      <strong>{record?.name ?? device.name}</strong>
      <span className={styles.quiet}>
        {device.name}
        {run && share !== null && ` · ${t('top.left', { time: formatDuration(secondsLeft(run)) })}`}
        {hearing.kind === 'old' && ` · ${sayHearing(hearing)}`}
      </span>
      <Progress
        label={record?.name ?? device.name}
        value={share}
        {...(share === null ? {} : { text: formatPercent(share) })}
      />
    </button>
  )
}

/** Tell by a notification of the browser that a run has ended, on whichever page one is meanwhile. Draws nothing. */
function RunAlerts() {
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
