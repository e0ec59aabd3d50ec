import { useMemo } from 'react'
import { Link } from 'wouter'
import { analysis as analysisEntity } from '../../../domain/entities/analysis.ts'
import type { Study } from '../../../domain/entities/study.ts'
import type { StudyNotice } from '../../../workers/study/quantify-study.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import { useRecords } from '../../state/use-records.ts'
import styles from './Studies.module.css'
import type { StudyDraft } from './use-study-draft.ts'
import type { StudyRuns } from './use-study-runs.ts'

/** Say that changes are not saved, with the buttons that end it. */
export function SaveBar({ draft }: { draft: StudyDraft }) {
  if (!draft.isChanged && draft.failure.length === 0) return null
  return (
    <Notice
      kind={draft.failure.length > 0 ? 'error' : 'info'}
      action={
        <span className={styles.buttons}>
          <Button onClick={draft.discard}>{t('studies.discard')}</Button>
          <Button kind="primary" busy={draft.busy} onClick={() => void draft.save()}>
            {t('studies.save')}
          </Button>
        </span>
      }
    >
      {draft.failure.length > 0 ? draft.failure.join(' ') : t('studies.unsaved')}
    </Notice>
  )
}

/** Say which runs are on their way, and which could not be opened: figures without them are not the study's. */
export function LoadNotices({ study, runs }: { study: Study; runs: StudyRuns }) {
  const { failures } = runs
  const waiting = study.runs.length - runs.runs.filter(Boolean).length - failures.size
  return (
    <>
      {failures.size > 0 && (
        <Notice
          kind="error"
          title={t('studies.runsMissing', { count: failures.size })}
          action={<Button onClick={runs.again}>{t('parts.again')}</Button>}
        >
          <ul>
            {[...failures].map(([at, texts]) => (
              <li key={at}>
                <bdi>{study.runs[at]?.name}</bdi>: {texts.join(' ')}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {waiting > 0 && (
        <Progress
          label={t('parts.loading')}
          text={t('studies.loading', {
            loaded: study.runs.length - waiting,
            total: study.runs.length,
          })}
        />
      )}
    </>
  )
}

/** Link the later versions of runs that were corrected since: the study still shows what they corrected. */
export function CorrectedNotice({ study }: { study: Study }) {
  const analyses = useRecords(analysisEntity)
  const later = useMemo(() => {
    const runs = new Set(study.runs.map((run) => run.analysis_uuid))
    return (analyses ?? []).filter(({ corrects }) => corrects !== undefined && runs.has(corrects))
  }, [analyses, study.runs])
  if (later.length === 0) return null
  return (
    <Notice kind="warning" title={t('studies.corrected', { count: later.length })}>
      <ul>
        {later.map(({ uuid, name, version = 1 }) => (
          <li key={uuid}>
            <Link href={paths.analysis(uuid)}>{t('studies.correctedBy', { name, version })}</Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Most names that a notice lists; the rest is counted. */
const mostNames = 8

/** Say what keeps figures from being calculated, or how far they can be trusted. */
export function FigureNotices(props: { study: Study; notices: readonly StudyNotice[] }) {
  const { study, notices } = props
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
