import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { WatchedFile } from '../../../../domain/desktop-bridge.ts'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { paths } from '../../../paths.ts'
import { whyNotCall } from '../../../record/rights.ts'
import { ordersProgress } from '../../../state/answer-orders.ts'
import { deliversFiles, ignoreFile } from '../../../state/deliver-files.ts'
import { localTime } from '../../../state/local-time.ts'
import { useListRow } from '../../../state/use-records.ts'
import styles from './WatchedFiles.module.css'

/** Show a file of a laboratory system's orders: what is planned of it, and when each run was answered. */
export function OrdersLine({ file }: { file: WatchedFile }) {
  useSignals()
  const [, goTo] = useLocation()
  const [refused, setRefused] = useState<unknown>(null)
  const count = file.question?.runs ?? 0
  const { planned = 0, failure = null } = ordersProgress.value.get(file.hash) ?? {}
  const why = deliversFiles() ? null : t('watched.notYours')
  const shown = refused ?? failure
  return (
    <>
      {file.state === 'asks' && <p>{t('watched.ask.orders', { count })}</p>}
      {planned > 0 && planned < count && <p>{t('watched.orders.some', { count, planned })}</p>}
      {file.plans.map((plan) => (
        <PlannedRun key={plan.analysis_uuid} {...plan} />
      ))}
      {shown !== null && (
        <Notice kind="error" title={t('watched.orders.failed')}>
          {errorTexts(shown).join(' ')}
        </Notice>
      )}
      {file.plans.length > 0 && whyNotCall(analysisCalls.export) && (
        <Notice kind="warning">{t('watched.orders.notYours')}</Notice>
      )}
      {file.state === 'asks' && (
        <div className={styles.acts}>
          <Button
            kind="primary"
            icon="plus"
            disabledReason={why ?? (count === 0 ? t('watched.orders.none') : null)}
            onClick={() => goTo(paths.planOrders(file.hash))}
          >
            {t('watched.orders.plan')}
          </Button>
          <Button disabledReason={why} onClick={() => void ignoreFile(file).catch(setRefused)}>
            {t('watched.ignore')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Say what became of a run that was planned from the orders; a plan that was never saved is not named. */
function PlannedRun({ analysis_uuid, answered }: WatchedFile['plans'][number]) {
  const row = useListRow(analysisEntity, analysis_uuid)
  if (!row && answered === null) return null
  return (
    <p className={styles.quiet}>
      <Link href={paths.analysis(analysis_uuid)}>{row?.name ?? t('watched.open')}</Link>{' '}
      {answered === null
        ? t('watched.orders.unsigned')
        : t('watched.orders.answered', { time: localTime(answered) })}
    </p>
  )
}
