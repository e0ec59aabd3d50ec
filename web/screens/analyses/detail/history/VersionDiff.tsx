import { useMemo } from 'react'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../../domain/results.ts'
import { t } from '../../../../i18n/intl.ts'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import { diffResults } from '../diff-results.ts'
import { ResultDiff } from '../ResultDiff.tsx'
import { useResults } from './use-results.ts'
import type { Version } from './versions.ts'

/** Two versions beside each other, always the earlier one first. */
export function VersionDiff(props: {
  record: Analysis
  user: string
  shown: Version
  /** Of the version on show. */
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
