import { useMemo } from 'react'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { expandProgramme, sizeProgramme } from '../../../../domain/rules/programme.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'

/** Says that a run ended before its programme did, why, and what its results can no longer prove. */
export function EarlyEnd({ record, measured }: { record: Analysis; measured: number | null }) {
  const { status, method, end_reason: reason } = record
  const cycles = useMemo(
    () => sizeProgramme(expandProgramme(method.process)).cycles,
    [method.process],
  )
  const short = measured !== null && measured < cycles
  if (status !== 'ABORT' && status !== 'INCOMPLETE' && !short) return null
  const title = t(status === 'ABORT' ? 'detail.aborted' : 'detail.incomplete')
  return (
    <Notice kind="warning" title={title}>
      {reason && `${reason}. `}
      {short && t('detail.short', { measured, cycles })}
    </Notice>
  )
}
