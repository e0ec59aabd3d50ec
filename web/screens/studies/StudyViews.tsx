import type { Study, StudyDesign } from '../../../domain/entities/study.ts'
import type { StudyFigures } from '../../../workers/study/quantify-study.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Tabs, type TabEntry } from '../../parts/tabs/Tabs.tsx'
import { useAddress } from '../../use-address.ts'
import { FoldView } from './FoldView.tsx'
import { GenotypesView } from './GenotypesView.tsx'
import { ReferencesView } from './ReferencesView.tsx'
import { SamplesView } from './SamplesView.tsx'
import { StandardsView } from './StandardsView.tsx'
import styles from './Studies.module.css'
import { StudyCurvesView } from './StudyCurvesView.tsx'
import type { StudyDraft } from './use-study-draft.ts'
import type { StudyRuns } from './use-study-runs.ts'

/** Show the views of a study: folds, curves, samples, standards and references. The address keeps view and target. */
export function StudyViews(props: {
  study: Study
  design: StudyDesign
  runs: StudyRuns
  figures: StudyFigures | null
  draft: StudyDraft
}) {
  const { study, design, runs, figures, draft } = props
  const address = useAddress()
  const hasFolds = design.targets.some(({ role }) => role === 'target')
  const hasGenotypes = (figures?.genotypes.samples.length ?? 0) > 0
  const first = hasGenotypes && !hasFolds ? 'genotypes' : 'folds'
  const shown = address.search.get('view') ?? first
  const targets = design.targets.filter(({ role }) => shown === 'curves' || role === 'target')
  const asked = address.search.get('target')
  const target = targets.find(({ name }) => name === asked) ?? targets[0]
  const choose = (
    <TargetChoice
      targets={targets.map(({ name }) => name)}
      value={target?.name ?? ''}
      onChange={(name) => address.change({ target: name })}
    />
  )
  const tabs: TabEntry[] = [
    {
      id: 'folds',
      label: t('studies.view.folds'),
      content: figures && target && (
        <FoldView figures={figures} design={design} target={target.name} tools={choose} />
      ),
    },
    {
      id: 'curves',
      label: t('studies.view.curves'),
      content: target && (
        <StudyCurvesView study={study} runs={runs} target={target} draft={draft} tools={choose} />
      ),
    },
    {
      id: 'samples',
      label: t('studies.view.samples'),
      content: figures && <SamplesView samples={figures.samples} />,
    },
  ]
  if (figures && hasGenotypes) {
    const genotypes = {
      id: 'genotypes',
      label: t('studies.view.genotypes'),
      content: <GenotypesView study={study} found={figures.genotypes} />,
    }
    // Show no folds without a target, and none of their samples.
    if (hasFolds) tabs.push(genotypes)
    else tabs.splice(0, tabs.length, genotypes, tabs[1]!)
  }
  if (figures) tabs.push(...listFurtherTabs(study, figures))
  return (
    <div className={styles.views}>
      {targets.length === 0 && !hasGenotypes ? (
        <EmptyState icon="curve" title={t('studies.noTargets')} />
      ) : (
        <Tabs
          label={t('studies.views')}
          tabs={tabs}
          selected={shown}
          onSelect={(view) => address.change({ view: view === first ? null : view })}
        />
      )}
    </div>
  )
}

/** List the views that not every study has. */
function listFurtherTabs(study: Study, { standards, stability }: StudyFigures): TabEntry[] {
  const tabs: TabEntry[] = []
  if (standards.length > 0) {
    tabs.push({
      id: 'standards',
      label: t('studies.view.standards'),
      content: <StandardsView study={study} standards={standards} />,
    })
  }
  if (stability) {
    tabs.push({
      id: 'references',
      label: t('studies.view.references'),
      content: <ReferencesView stability={stability} />,
    })
  }
  return tabs
}

function TargetChoice(props: {
  targets: readonly string[]
  value: string
  onChange: (name: string) => void
}) {
  return (
    <SelectField
      label={t('studies.column.target')}
      hideLabel
      value={props.value}
      choices={props.targets.map((value) => ({ value, label: value }))}
      onChange={props.onChange}
    />
  )
}
