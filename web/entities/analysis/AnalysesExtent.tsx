import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../i18n/intl.ts'
import { fetchedSince } from '../../state/records.ts'
import { useFetchedSince } from '../../state/fetched-since.ts'
import styles from './AnalysesExtent.module.css'

/**
 * Say how far back the analyses on this machine go, beside what is counted or chosen from them; nothing where all are here.
 * @param props.from begin of the period that is shown (ms): nothing is missing of one that begins later.
 */
export function AnalysesExtent({ from }: { from?: number }) {
  useSignals()
  const extent = useFetchedSince()
  const since = fetchedSince.value
  if (extent === undefined || since === null) return null
  if (from !== undefined && Date.parse(since) <= from) return null
  return (
    <p className={styles.quiet}>
      {t('analyses.title')}: {extent}
    </p>
  )
}
