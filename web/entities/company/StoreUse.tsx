import { useCallback } from 'react'
import { companyCalls } from '../../../domain/calls/companies.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { forecastStore } from '../../../domain/rules/store-forecast.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { minute } from '../../state/clock.ts'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import styles from './Company.module.css'

const megabytes = (bytes: number) => Math.round((bytes / 2 ** 20) * 10) / 10

/** Show how full the store of a company is, and when it will be at the pace until now. */
export function StoreUse(props: {
  company: Company
  isOwn: boolean
  /** Level of its title: h3 in a panel. */
  heading?: 'h2' | 'h3'
}) {
  const { company, isOwn, heading: Heading = 'h3' } = props
  const { uuid } = company
  const load = useCallback(
    (signal: AbortSignal) =>
      call(companyCalls.storeSize, {}, { signal, ...(!isOwn && { company: uuid }) }),
    [uuid, isOwn],
  )
  const { value, failure } = useAnswer(load)
  if (failure.length > 0) return <Notice kind="warning">{failure.join(' ')}</Notice>
  if (!value) return <Progress label={t('parts.loading')} />
  const used = { used: megabytes(value.bytes), limit: megabytes(value.limit_bytes) }
  const forecast = forecastStore(value, Date.parse(company.created_at), minute.value)
  return (
    <section aria-label={t('company.store')} className={styles.meter}>
      <Heading>{t('company.store')}</Heading>
      <meter
        aria-label={t('company.store')}
        min={0}
        max={1}
        low={0.7}
        high={0.9}
        optimum={0}
        value={value.share}
      />
      <span>{t('company.storeUsed', used)}</span>
      <span className={styles.quiet}>
        {forecast === null
          ? t('company.storeNoForecast')
          : forecast.years > 20
            ? t('company.storeLong')
            : t('company.storeFullAt', { at: localTime(forecast.fullAt, 'date') })}
      </span>
    </section>
  )
}
