import { Link } from 'wouter'
import { secondsLeft, shareOf } from '../../../domain/rules/run-time.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { formatCelsius, formatDuration, formatPercent } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import { sayHearing, useHearing } from '../../state/hearing.ts'
import { deviceStatuses } from '../../state/live.ts'
import styles from './HomeScreen.module.css'

/** Show a run that is going on: its progress, its place in the programme, the time left, and the age of all that. */
export function RunCard(props: { analysis: AnalysisRow; deviceName: string }) {
  const { analysis } = props
  const device = analysis.device_uuid ?? ''
  const run = deviceStatuses.value.get(device)?.status.run
  const known = run?.analysis_uuid === analysis.uuid ? run : null
  const share = known ? shareOf(known) : null
  const age = sayHearing(useHearing(device))
  return (
    <Link href={paths.analysis(analysis.uuid)} className={styles.run}>
      <span className={styles.runHead}>
        <strong>{analysis.name}</strong>
        <span className={styles.quiet}>
          <bdi>{props.deviceName}</bdi> · {analysis.user_name}
        </span>
      </span>
      <Progress
        label={t('home.progress', { name: analysis.name })}
        value={share}
        {...(share === null ? {} : { text: formatPercent(share) })}
      />
      <span className={styles.runFacts}>
        {known && known.cycle > 0 && (
          <span>{t('home.cycle', { cycle: known.cycle, cycles: known.cycles })}</span>
        )}
        {known && <span>{formatCelsius(known.temperature)}</span>}
        {known && <span>{t('top.left', { time: formatDuration(secondsLeft(known)) })}</span>}
        {age !== null && <span className={styles.old}>{age}</span>}
      </span>
    </Link>
  )
}
