import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Study } from '../../../domain/entities/study.ts'
import { t } from '../../i18n/intl.ts'
import { Menu, type MenuAction } from '../../parts/menu/Menu.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { paths } from '../../paths.ts'
import { useActs } from '../../record/use-acts.tsx'
import { localTime } from '../../state/local-time.ts'
import { usePageName } from '../../state/page-name.ts'
import { SignStudyDialog } from './SignStudyDialog.tsx'
import { listExports, makeArchiveAct, makeCopyAct, makeSignAct } from './study-acts.ts'
import { StudyBadge } from './study-look.tsx'
import { CorrectedNotice, FigureNotices, LoadNotices, SaveBar } from './StudyNotices.tsx'
import { StudySettings } from './StudySettings.tsx'
import { StudyViews } from './StudyViews.tsx'
import styles from './Studies.module.css'
import { useStudyDraft } from './use-study-draft.ts'
import { useStudyFigures } from './use-study-figures.ts'
import { useStudyRuns } from './use-study-runs.ts'

/** Show a study: figures on the left, what they are calculated by on the right. Changes are seen at once, and kept by Save. */
export function StudyPage(props: { study: Study; onSaved: (study: Study) => void }) {
  const { study, onSaved } = props
  const [, navigate] = useLocation()
  const [isSigning, setSigning] = useState(false)
  const draft = useStudyDraft(study, onSaved)
  const runs = useStudyRuns(study.runs)
  const figures = useStudyFigures(runs.runs, draft.design)
  const run = useActs(() => undefined)
  usePageName(study.name)
  const acts = [
    makeSignAct(study, draft, runs.isWhole, () => setSigning(true)),
    makeCopyAct(study, (uuid) => navigate(paths.study(uuid))),
    makeArchiveAct(study),
  ]
  const hasGenotypes = (figures?.genotypes.samples.length ?? 0) > 0
  const exports = listExports(study, { isChanged: draft.isChanged, hasGenotypes })
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
      <CorrectedNotice study={study} />
      {figures && <FigureNotices study={study} notices={figures.notices} />}
      <SaveBar draft={draft} />
      <div className={styles.study}>
        <StudyViews
          study={study}
          design={draft.design}
          runs={runs}
          figures={figures}
          draft={draft}
        />
        <StudySettings draft={draft} runs={runs.runs} />
      </div>
      {run.dialog}
      {isSigning && (
        <SignStudyDialog study={study} onSigned={onSaved} onClose={() => setSigning(false)} />
      )}
    </Page>
  )
}
