import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { studyState } from '../../../domain/actions/study.ts'
import { studyCalls } from '../../../domain/calls/studies.ts'
import { isSameJson } from '../../../domain/canonical.ts'
import { designOf, type Study, type StudyDesign } from '../../../domain/entities/study.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Menu, type MenuAction } from '../../parts/menu/Menu.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'
import { useActs } from '../../record/use-acts.tsx'
import { localTime } from '../../state/local-time.ts'
import { useSending } from '../../state/use-sending.ts'
import { listExports } from './list-exports.ts'
import { sayNotices } from './say-notices.tsx'
import { SignStudyDialog } from './SignStudyDialog.tsx'
import { makeArchiveAct, makeCopyAct } from './study-acts.ts'
import { StudyBadge } from './study-look.tsx'
import { StudySettings } from './StudySettings.tsx'
import { StudyViews } from './StudyViews.tsx'
import styles from './Studies.module.css'
import { useStudyFigures } from './use-study-figures.ts'
import { type StudyRuns, useStudyRuns } from './use-study-runs.ts'

/** Show a study: figures on the left, what they are calculated by on the right. Changes are seen at once, and kept by Save. */
export function StudyPage(props: { study: Study; onSaved: (study: Study) => void }) {
  const { study, onSaved } = props
  const [, navigate] = useLocation()
  const [isSigning, setSigning] = useState(false)
  const draft = useDraft(study, onSaved)
  const runs = useStudyRuns(study.runs)
  const judged = useStudyFigures(runs.runs, draft.design)
  const run = useActs(() => undefined)
  const acts = [
    makeSignAct({ study, draft, isWhole: runs.isWhole, open: () => setSigning(true) }),
    makeCopyAct(study, (uuid) => navigate(paths.study(uuid))),
    makeArchiveAct(study),
  ]
  const exports = listExports(study, draft.isChanged)
  const pdf = exports[0]!
  const items = [
    ...exports.slice(1),
    ...acts.map(({ id, label, icon, why, ...act }): MenuAction => ({
      id,
      label,
      icon,
      disabledReason: why,
      onPress: () => run.press({ id, label, icon, why, ...act }),
    })),
  ]
  return (
    <Page
      title={study.name}
      state={<StudyBadge study={study} />}
      facts={[
        t('studies.fact.version', { version: study.version }),
        t('studies.fact.runs', { count: study.runs.length }),
        study.user_name,
        localTime(study.updated_at),
      ]}
      primary={{
        label: pdf.label,
        icon: 'download',
        disabledReason: pdf.disabledReason,
        onPress: pdf.onPress,
      }}
      menu={<Menu items={items} />}
      isDense
    >
      {run.failure.length > 0 && <Notice kind="error">{run.failure.join(' ')}</Notice>}
      <LoadNotices study={study} runs={runs} />
      {judged && sayNotices(study, judged.figures.notices)}
      <SaveBar draft={draft} />
      <div className={styles.study}>
        <StudyViews study={study} design={draft.design} runs={runs} judged={judged} draft={draft} />
        <StudySettings draft={draft} wells={judged?.wells ?? null} />
      </div>
      {run.dialog}
      {isSigning && (
        <SignStudyDialog study={study} onSigned={onSaved} onClose={() => setSigning(false)} />
      )}
    </Page>
  )
}

export interface StudyDraft {
  design: StudyDesign
  isChanged: boolean
  /** Reason that nothing can be changed; null where it can. */
  why: string | null
  change: (part: Partial<StudyDesign>) => void
  save: () => Promise<void>
  discard: () => void
  busy: boolean
  failure: readonly string[]
}

/** Keep changed settings until they are saved. */
function useDraft(study: Study, onSaved: (study: Study) => void): StudyDraft {
  const [changes, setChanges] = useState<Partial<StudyDesign>>({})
  const sending = useSending([])
  const design = useMemo(() => ({ ...designOf(study), ...changes }), [study, changes])
  const state = studyState(study)
  const save = async () => {
    const body = { ...changes, base: study.updated_at }
    const work = async (opId: string) => {
      onSaved(await call(studyCalls.edit, { params: { id: study.uuid }, body }, { opId }))
      setChanges({})
    }
    await sending.send(true, work, body)
  }
  return {
    design,
    isChanged: !isSameJson(design, designOf(study)),
    why: state === 'active' ? whyNotCall(studyCalls.edit) : t(`studies.why.${state}`),
    change: (part) => setChanges((before) => ({ ...before, ...part })),
    save,
    discard: () => setChanges({}),
    busy: sending.busy,
    failure: sending.others,
  }
}

function makeSignAct(order: {
  study: Study
  draft: StudyDraft
  isWhole: boolean
  open: () => void
}): Act {
  const { study, draft, isWhole, open } = order
  const isOpen = studyState(study) === 'active'
  const why =
    whyNotCall(studyCalls.sign) ??
    (!isOpen
      ? draft.why
      : draft.isChanged
        ? t('studies.why.unsaved')
        : isWhole
          ? null
          : t('studies.why.loading'))
  return {
    id: 'sign',
    label: t('studies.act.sign'),
    icon: 'certificate',
    needs: studyCalls.sign.needs,
    why,
    open,
  }
}

/** Say that changes are not saved, with the buttons that end it. */
function SaveBar({ draft }: { draft: StudyDraft }) {
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
function LoadNotices({ study, runs }: { study: Study; runs: StudyRuns }) {
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
