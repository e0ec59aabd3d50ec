import type { Analysis, Sample } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import { t } from '../../../i18n/intl.ts'
import { account } from '../../../state/session.ts'
import type { Picked } from './curves/use-picked.ts'
import { AssayPanel, GenotypePanel, HistoryPanel, WellExplanation } from './later.tsx'
import { ControlsPanel, SampleTable } from './later-tabs.tsx'
import type { LowerTab } from './LowerTabs.tsx'
import type { RecalculationStart } from './recalculation.ts'
import { ResultTable } from './ResultTable.tsx'
import type { ShownResults } from './use-shown-results.ts'

interface Given {
  record: Analysis
  results: Results
  shown: ShownResults
  picked: Picked
  solo: boolean
  /** Reason why nothing can be recalculated; null if it can. */
  refusal: string | null
  onExplain: () => void
  /** The number of a version; null for the newest. */
  onVersion: (number: string | null) => void
  onRecalculate: (start: RecalculationStart) => void
  onReport: ((sample: Sample) => void) | undefined
}

/** List the tabs below plate and curves: the results by well and by sample, their reasons, and their history. */
export function listResultTabs(given: Given): LowerTab[] {
  const { record, results, picked } = given
  const { assays, genotypes, controls } = results
  return [
    { id: 'wells', label: t('detail.results'), content: wellTable(given) },
    { id: 'samples', label: t('detail.samples'), content: sampleTable(given) },
    { id: 'explain', label: t('explain.title'), content: explanation(given) },
    ...(assays.length > 0
      ? [
          {
            id: 'assays',
            label: t('assay.title'),
            content: <AssayPanel record={record} results={results} />,
          },
        ]
      : []),
    ...(genotypes.length > 0
      ? [
          {
            id: 'genotypes',
            label: t('genotype.title'),
            content: <GenotypePanel record={record} results={results} onSelect={picked.onSelect} />,
          },
        ]
      : []),
    {
      id: 'controls',
      label: t('controls.title'),
      ...(controls.length > 0 ? { count: controls.length } : {}),
      content: <ControlsPanel record={record} results={results} onSelect={picked.onSelect} />,
    },
    {
      id: 'history',
      label: t('history.title'),
      count: record.results.length,
      content: history(given),
    },
  ]
}

function wellTable({ record, results, shown, picked, solo, onExplain }: Given) {
  return (
    <ResultTable
      record={record}
      results={results}
      selected={picked.selected}
      onSelect={picked.onSelect}
      onPoint={picked.onPoint}
      pointed={picked.pointed}
      solo={solo}
      onOpen={onExplain}
      layers={shown.trial.layers}
      melt={shown.loaded.melt}
      scrub={picked.scrub}
    />
  )
}

function sampleTable({ record, results, picked, refusal, onRecalculate, onReport }: Given) {
  return (
    <SampleTable
      record={record}
      results={results}
      selected={picked.selected}
      onSelect={picked.onSelect}
      refusal={refusal}
      onReport={onReport}
      onLeaveOut={(exclude) => onRecalculate({ exclude })}
    />
  )
}

function explanation({ record, results, shown, picked }: Given) {
  return (
    <WellExplanation
      record={record}
      results={results}
      layers={shown.trial.layers}
      melt={shown.loaded.melt}
      selected={picked.selected}
      onSelect={picked.onSelect}
      onPoint={picked.onPoint}
    />
  )
}

function history({ record, results, shown, refusal, onVersion, onRecalculate }: Given) {
  return (
    <HistoryPanel
      record={record}
      results={results}
      user={shown.user}
      timeZone={account.value?.preferences.timezone ?? ''}
      shown={shown.shown}
      // Go through the versions as one look at them: Back leaves the page.
      onShow={({ number }) => onVersion(number === record.results.length ? null : String(number))}
      refusal={refusal}
      onRecalculate={onRecalculate}
    />
  )
}
