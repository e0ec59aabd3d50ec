import type { Study } from '../../../domain/entities/study.ts'
import type { StudyNotice } from '../../../workers/study/quantify-study.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'

/** Most names that a notice lists; the rest is counted. */
const mostNames = 8

/** Say what keeps figures from being calculated, or how far they can be trusted. */
export function sayNotices(study: Study, notices: readonly StudyNotice[]) {
  if (notices.length === 0) return null
  return (
    <Notice kind="warning">
      <ul>
        {notices.map((one) => (
          <li key={JSON.stringify(one)}>{sayNotice(study, one)}</li>
        ))}
      </ul>
    </Notice>
  )
}

function sayNotice(study: Study, { code, run, target, names }: StudyNotice): string {
  const shown = names.slice(0, mostNames)
  const rest = names.length - shown.length
  const list = [...shown, ...(rest > 0 ? [t('studies.andMore', { count: rest })] : [])].join(', ')
  return t(`studies.notice.${code}`, {
    names: list,
    target: target ?? '',
    run: run === null ? '' : (study.runs[run]?.name ?? ''),
  })
}
