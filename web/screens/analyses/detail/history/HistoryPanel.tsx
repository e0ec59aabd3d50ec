import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../../domain/results.ts'
import { formatDateTime } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { useAddress } from '../../../../use-address.ts'
import { controlsText } from '../controls-text.ts'
import detail from '../Detail.module.css'
import type { RecalculationStart } from '../recalculation.ts'
import styles from './HistoryPanel.module.css'
import { findVersion, listVersions, startFrom, type Version } from './versions.ts'
import { VersionScrubber } from './VersionScrubber.tsx'
import { useMemo } from 'react'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import { diffResults } from '../../../../../domain/rules/diff-results.ts'
import { ResultDiff } from '../ResultDiff.tsx'
import { useResults } from './use-results.ts'

/**
 * Show every result that was computed: move through them in time, compare any two, use an earlier one again. None is
 * ever lost.
 */
export function HistoryPanel(props: {
  record: Analysis
  /** Results of the version on show. */
  results: Results
  user: string
  timeZone: string
  shown: string | null
  onShow: (version: Version) => void
  /** Reason that nothing can be recalculated; null when it can. */
  refusal: string | null
  onRecalculate: (start: RecalculationStart) => void
}) {
  const { record, results, shown, timeZone } = props
  const { search, change } = useAddress()
  const versions = listVersions(record)
  const current = findVersion(versions, search.get('result')) ?? findVersion(versions, shown)
  if (!current) return <p className={detail.pad}>{t('detail.results.none')}</p>
  const other = findVersion(versions, search.get('compare'))
  const compared = other?.number === current.number ? null : other
  const newest = versions.at(-1)
  const start = current === newest ? null : startFrom(record, results)
  return (
    <div className={styles.panel}>
      {versions.length > 1 && (
        <VersionScrubber
          versions={versions}
          shown={current}
          timeZone={timeZone}
          onShow={props.onShow}
        />
      )}
      <ol className={styles.history} reversed>
        {versions.toReversed().map((version) => (
          <VersionRow
            key={version.number}
            record={record}
            version={version}
            timeZone={timeZone}
            isShown={version.number === current.number}
            isCompared={version.number === compared?.number}
            onShow={() => props.onShow(version)}
            onCompare={(on) => change({ compare: on ? String(version.number) : null })}
          />
        ))}
      </ol>
      {current.number !== newest?.number && (
        <div className={styles.again}>
          <Button
            icon="refresh"
            disabledReason={props.refusal ?? (start ? null : t('history.again.recipe'))}
            onClick={() => start && props.onRecalculate(start)}
          >
            {t('history.again', { number: current.number })}
          </Button>
        </div>
      )}
      {compared && (
        <VersionDiff
          record={record}
          user={props.user}
          shown={current}
          results={results}
          other={compared}
        />
      )}
    </div>
  )
}

function VersionRow(props: {
  record: Analysis
  version: Version
  timeZone: string
  isShown: boolean
  isCompared: boolean
  onShow: () => void
  onCompare: (on: boolean) => void
}) {
  const { record, version, isShown, isCompared } = props
  const { number, entry } = version
  return (
    <li aria-current={isShown || undefined}>
      <span className={styles.when}>
        <strong>{t('history.version', { number })}</strong>
        <br />
        {formatDateTime(entry.computed_at, props.timeZone, 'second')}
      </span>
      <span>
        <strong>{entry.computed_by}</strong>
        {entry.reason && ` · ${entry.reason}`}
        <br />
        <span className={detail.quiet}>
          {t('history.summary', { ...entry.summary, controls_ok: '' })} ·{' '}
          {controlsText(record, entry.summary.controls_ok)} · {entry.engine} ·{' '}
          <code>{entry.hash.slice(0, 12)}</code>
        </span>
      </span>
      <span className={styles.acts}>
        {isShown ? (
          <span className={detail.quiet}>{t('history.shown')}</span>
        ) : (
          <>
            <Button
              kind="plain"
              aria-pressed={isCompared}
              onClick={() => props.onCompare(!isCompared)}
            >
              {t(isCompared ? 'history.compared' : 'history.compare')}
            </Button>
            <Button kind="plain" onClick={props.onShow}>
              {t('history.show')}
            </Button>
          </>
        )}
      </span>
    </li>
  )
}

/** Compare two versions, always the earlier one first. */
function VersionDiff(props: {
  record: Analysis
  user: string
  shown: Version
  /** Results of the version on show. */
  results: Results
  other: Version
}) {
  const { record, shown, other, results } = props
  const { results: others, failure } = useResults(record.uuid, props.user, other.entry.hash)
  const isEarlier = other.number < shown.number
  const changes = useMemo(() => {
    if (!others) return null
    return isEarlier ? diffResults(others, results) : diffResults(results, others)
  }, [others, results, isEarlier])
  if (failure.length > 0) return <Notice kind="error">{failure.join(' ')}</Notice>
  if (!changes) return <Progress label={t('parts.loading')} />
  const [first, second] = isEarlier ? [other, shown] : [shown, other]
  return (
    <ResultDiff
      record={record}
      changes={changes}
      before={t('history.version', { number: first.number })}
      after={t('history.version', { number: second.number })}
    />
  )
}
