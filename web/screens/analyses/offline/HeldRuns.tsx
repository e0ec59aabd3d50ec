import { Link } from 'wouter'
import { type AnalysisStatus, hasEnded } from '../../../../domain/entities/analysis.ts'
import type { HeldRun } from '../../../../domain/lan/held-run.ts'
import { isToBeFetched } from '../../../../domain/lan/merge-seen.ts'
import { t } from '../../../i18n/intl.ts'
import type { SeenDevice } from '../../../local/seen-device.ts'
import card from '../../../parts/card/Card.module.css'
import { paths } from '../../../paths.ts'
import { localTime } from '../../../state/local-time.ts'
import { AnalysisStatusBadge } from '../shared/AnalysisStatusBadge.tsx'
import { FetchRuns } from './FetchRuns.tsx'
import { heardText } from '../../../lan/heard.ts'
import styles from './Offline.module.css'
import { useKeptRuns } from './use-kept-runs.ts'

const none: readonly HeldRun[] = []

/** List the runs on a device, and those of them that this machine has fetched. */
export function HeldRuns(props: {
  hostname: string
  device: string
  name: string
  heard: SeenDevice | undefined
  known: (uuid: string) => AnalysisStatus | null
}) {
  const { hostname, device, name, heard, known } = props
  const runs = heard?.runs ?? none
  const { kept, add } = useKeptRuns(runs.map(({ analysis_uuid }) => analysis_uuid))
  const toFetch = runs.filter(({ analysis_uuid }) => isToBeFetched(known(analysis_uuid)))
  return (
    <section className={styles.section} aria-label={t('offline.runs')}>
      <div className={styles.head}>
        <h2>{t('offline.runs')}</h2>
        {runs.length > 0 && (
          <FetchRuns hostname={hostname} device={device} name={name} runs={toFetch} onKept={add} />
        )}
      </div>
      {heard && runs.length === 0 && (
        <p className={styles.quiet}>
          {heard.heardAt === null ? heardText(heard) : t('offline.noRuns')}
        </p>
      )}
      <ul className={card.list}>
        {runs.map((run) => (
          <RunLine
            key={run.analysis_uuid}
            run={run}
            hostname={hostname}
            isKept={kept.has(run.analysis_uuid)}
          />
        ))}
      </ul>
    </section>
  )
}

function RunLine(props: { run: HeldRun; hostname: string; isKept: boolean }) {
  const { run, hostname, isKept } = props
  const running = !hasEnded(run.status)
  return (
    <li>
      <Link
        href={paths.localAnalysis(run.analysis_uuid, hostname, running)}
        className={`${card.card} ${styles.plan}`}
      >
        <bdi>{run.name}</bdi>
        <AnalysisStatusBadge status={run.status} />
        <span className={styles.quiet}>
          {t(run.delivered ? 'offline.delivered' : 'offline.notDelivered')}
        </span>
        {isKept && <span className={styles.quiet}>{t('offline.kept')}</span>}
        <span className={styles.quiet}>{run.started_at ? localTime(run.started_at) : ''}</span>
      </Link>
    </li>
  )
}
