import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { Fetching } from '../../parts/progress/Fetching.tsx'
import { paths } from '../../paths.ts'
import { localTime } from '../../state/local-time.ts'
import { mode } from '../../state/mode.ts'
import { isWindowed } from '../../state/records.ts'
import { useAnswerAbout } from '../../state/use-answer.ts'
import { findAtService } from './find-at-service.ts'
import styles from './SearchAtService.module.css'
import { AnalysisStatusBadge } from './shared/AnalysisStatusBadge.tsx'

/**
 * Offer to look for the text of the table's filter at the service, where this machine has the newest analyses alone; without the service
 * say that no others were looked through.
 * @param props.isHere returns true for an analysis that is on this machine.
 */
export function SearchAtService(props: { text: string; isHere: (uuid: string) => boolean }) {
  useSignals()
  const { text, isHere } = props
  const [asked, ask] = useState('')
  if (!isWindowed.value || text === '') return null
  const isOffline = mode.value.state === 'offline'
  return (
    <section className={styles.service} aria-label={t('analyses.service.title')}>
      {asked === text && !isOffline ? (
        <FoundAtService text={text} isHere={isHere} />
      ) : (
        <p className={styles.offer}>
          <span>{t(isOffline ? 'analyses.service.offline' : 'analyses.service.here')}</span>
          {!isOffline && (
            <Button icon="search" onClick={() => ask(text)}>
              {t('analyses.service.search')}
            </Button>
          )}
        </p>
      )}
    </section>
  )
}

/** List what the service found, the newest first; a press opens it, and it is fetched then. */
function FoundAtService({ text, isHere }: { text: string; isHere: (uuid: string) => boolean }) {
  const load = useCallback((signal: AbortSignal) => findAtService(text, signal), [text])
  const { value, failure, again } = useAnswerAbout(load)
  if (!value) return <Fetching failure={failure} again={again} />
  return (
    <>
      <h2 role="status">
        {value.runs.length === 0 ? t('analyses.service.none') : t('analyses.service.title')}
      </h2>
      <ul className={styles.found}>
        {value.runs.map(({ uuid, name, created_at, status, sample }) => (
          <li key={uuid}>
            <Link href={paths.analysis(uuid)}>{name}</Link>
            <AnalysisStatusBadge status={status} />
            <span>{localTime(created_at, 'date')}</span>
            {sample !== undefined && <span>{t('analyses.service.sample', { name: sample })}</span>}
            {!isHere(uuid) && <Badge tone="info">{t('analyses.service.badge')}</Badge>}
          </li>
        ))}
      </ul>
      {value.isMore && <p>{t('analyses.service.more')}</p>}
    </>
  )
}
