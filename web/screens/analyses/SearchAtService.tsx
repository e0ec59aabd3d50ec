import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentProps, useCallback, useMemo, useRef, useState } from 'react'
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
 * @param props.here analyses on this machine.
 */
export function SearchAtService(props: {
  text: string
  here: readonly { uuid: string }[] | undefined
}) {
  useSignals()
  const { text, here } = props
  const [asked, ask] = useState('')
  const place = useRef<HTMLElement>(null)
  if (!isWindowed.value || text === '') return null
  const isOffline = mode.value.state === 'offline'
  return (
    <section
      ref={place}
      tabIndex={-1}
      className={styles.service}
      aria-label={t('analyses.service.title')}
    >
      {asked === text && !isOffline ? (
        <FoundAtService text={text} here={here} />
      ) : (
        <p className={styles.offer}>
          <span className={styles.quiet}>
            {t(isOffline ? 'analyses.service.offline' : 'analyses.service.here')}
          </span>
          {!isOffline && (
            <Button
              icon="search"
              onClick={() => {
                ask(text)
                // Go on from here by keyboard: the button makes way for what is found.
                place.current?.focus()
              }}
            >
              {t('analyses.service.search')}
            </Button>
          )}
        </p>
      )}
    </section>
  )
}

/** List what the service found, first what is not on this machine, the newest at the top; a press opens it, and it is fetched then. */
function FoundAtService({ text, here }: ComponentProps<typeof SearchAtService>) {
  const load = useCallback((signal: AbortSignal) => findAtService(text, signal), [text])
  const { value, failure, again } = useAnswerAbout(load)
  const known = useMemo(() => new Set(here?.map(({ uuid }) => uuid)), [here])
  if (!value) return <Fetching failure={failure} again={again} />
  const runs = value.runs.toSorted(
    (one, other) => Number(known.has(one.uuid)) - Number(known.has(other.uuid)),
  )
  return (
    <>
      <div role="status">
        <h2>{runs.length === 0 ? t('analyses.service.none') : t('analyses.service.title')}</h2>
      </div>
      <ul className={styles.found}>
        {runs.map(({ uuid, name, created_at, status, sample }) => (
          <li key={uuid}>
            <Link href={paths.analysis(uuid)}>
              <bdi>{name}</bdi>
            </Link>
            <AnalysisStatusBadge status={status} />
            <span className={styles.quiet}>{localTime(created_at, 'date')}</span>
            {sample !== undefined && (
              <span className={styles.quiet}>{t('analyses.service.sample', { name: sample })}</span>
            )}
            {!known.has(uuid) && (
              <Badge shape="ring" tone="info">
                {t('analyses.service.badge')}
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {value.isMore && <p>{t('analyses.service.more')}</p>}
    </>
  )
}
