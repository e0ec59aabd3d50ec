import { useCallback } from 'react'
import { Link } from 'wouter'
import { type ResultRow, resultCalls } from '../../../../../domain/calls/results.ts'
import type { Analysis, Sample } from '../../../../../domain/entities/analysis.ts'
import { call } from '../../../../client/call.ts'
import { CallBadge } from '../../../../entities/call/CallBadge.tsx'
import { formatCq } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { paths } from '../../../../paths.ts'
import { localTime } from '../../../../state/local-time.ts'
import { may } from '../../../../state/session.ts'
import { useAnswer } from '../../../../state/use-answer.ts'
import detail from '../Detail.module.css'
import styles from './EarlierResults.module.css'

/** Most results that are listed; the list of all results has the others. */
const most = 12

/**
 * List results of other runs whose sample has the same name, the newest first: a patient's earlier result, or the same extract.
 * Nothing for controls and standards, whose names are alike on every plate, and nothing where there are none.
 */
export function EarlierResults({ record, sample }: { record: Analysis; sample: Sample }) {
  if (sample.sample_type !== 'unknown' || !may(resultCalls.search.needs)) return null
  return <Asked record={record} name={sample.name} />
}

function Asked({ record, name }: { record: Analysis; name: string }) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const body = { filters: { sample_named: name } }
      // Ask for a few more than are shown: those of this run and of corrected versions are left out.
      const query = { limit: '100' }
      return (await call(resultCalls.search, { query, body }, { signal, background: true })).data
    },
    [name],
  )
  const { value, failure } = useAnswer(load)
  if (failure.length > 0) return <p className={detail.quiet}>{t('explain.earlier.failed')}</p>
  const rows = (value ?? []).filter(
    ({ analysis_uuid: uuid, superseded }) => uuid !== record.uuid && !superseded,
  )
  if (rows.length === 0) return null
  return (
    <section aria-label={t('explain.earlier')} className={styles.earlier}>
      <h3>{t('explain.earlier')}</h3>
      <ul>
        {rows.slice(0, most).map((row) => (
          <EarlierResult key={`${row.analysis_uuid}|${row.sample_uuid}|${row.target}`} row={row} />
        ))}
      </ul>
      {rows.length > most && (
        <Link href={`${paths.results()}?sample=${encodeURIComponent(name)}`}>
          {t('explain.earlier.all')}
        </Link>
      )}
    </section>
  )
}

function EarlierResult({ row }: { row: ResultRow }) {
  return (
    <li>
      <time dateTime={row.created_at}>{localTime(row.created_at)}</time>
      <Link href={paths.analysis(row.analysis_uuid)}>
        <bdi>{row.analysis_name}</bdi>
      </Link>
      <bdi>{row.target}</bdi>
      <CallBadge call={row.call} />
      <bdi dir="ltr">Cq {row.cq_mean === null ? '–' : formatCq(row.cq_mean)}</bdi>
    </li>
  )
}
