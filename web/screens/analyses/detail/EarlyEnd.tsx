import { useMemo } from 'react'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import {
  countPoints,
  findMissing,
  hasEndedEarly,
  type MissingPoints,
} from '../../../../domain/rules/run-points.ts'
import { t } from '../../../i18n/intl.ts'
import { useOldPoints } from '../../../state/old-points.ts'
import { Link } from 'wouter'
import { paths } from '../../../paths.ts'
import { may } from '../../../state/session.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'

/**
 * Say that a run ended before its programme did or has gaps, why, and what its results can no longer prove. Of older records,
 * which keep no count, it shows what the service counted, and until that is there `drawn`, the number of cycles in the curves;
 * null while they are not loaded.
 */
export function EarlyEnd({ record, drawn }: { record: Analysis; drawn: number | null }) {
  const { status, end_reason: reason, method, points: kept } = record
  const old = useOldPoints(record)
  const missing = useMemo(() => {
    if (kept ?? old) return findMissing(kept ?? old)
    const cycles = { measured: drawn ?? 0, last: drawn ?? 0 }
    const counted = drawn === null ? undefined : countPoints(method.process, bothPhases(cycles))
    return findMissing(counted).filter(isOfCycles)
  }, [kept, old, drawn, method.process])
  const isEarly = hasEndedEarly(record) || missing.some(({ atEnd }) => atEnd > 0)
  if (!isEarly && missing.length === 0) return null
  return (
    <Notice kind="warning" title={titleOf(status, isEarly)}>
      {reason && `${reason}. `}
      {missing.map((one) => (
        <span key={one.phase}>
          {t(`detail.short.${one.phase}`, { measured: one.measured, planned: one.planned })}{' '}
          {one.between > 0 && `${t('detail.gap', { count: one.between })} `}
        </span>
      ))}
      {missing.some(isOfCycles) && `${t('detail.notProven')} `}
      {record.device_uuid !== null && record.ended_at !== null && may('products.details') && (
        <Link href={paths.deviceAt(record.device_uuid, record.ended_at)}>
          {t('detail.deviceMessages')}
        </Link>
      )}
    </Notice>
  )
}

function titleOf(status: Analysis['status'], isEarly: boolean): string {
  if (status === 'ABORT') return t('detail.aborted')
  return t(isEarly ? 'analyses.endedEarly' : 'analyses.gaps')
}

function isOfCycles({ phase }: MissingPoints): boolean {
  return phase === 'AMP'
}

function bothPhases<Counted>(counted: Counted): { AMP: Counted; VAL: Counted } {
  return { AMP: counted, VAL: counted }
}
