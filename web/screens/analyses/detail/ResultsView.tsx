import { useEffect, useState } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis, Sample } from '../../../../domain/entities/analysis.ts'
import { Fault } from '../../../../domain/fault.ts'
import { wellName } from '../../../../domain/rules/well.ts'
import { errorTexts, faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { useAddress } from '../../../use-address.ts'
import { type Picked, usePicked } from './curves/use-picked.ts'
import { diffResults } from '../../../../domain/rules/diff-results.ts'
import { ExportDialog, RecalculateDialog } from './later.tsx'
import { LowerTabs } from './LowerTabs.tsx'
import { PlateAndCurves } from './PlateAndCurves.tsx'
import type { RecalculationStart } from './recalculation.ts'
import { listResultTabs } from './result-tabs.tsx'
import { ResultNotices } from './ResultNotices.tsx'
import { Findings } from './review/Findings.tsx'
import { SampleReviewBar } from './review/SampleReviewBar.tsx'
import { useOpenedRun } from './review/use-opened-run.ts'
import { useSampleReviews } from './review/use-sample-reviews.ts'
import { useRefusal } from './use-refusal.ts'
import { type ShownResults, useShownResults } from './use-shown-results.ts'
import { firstMode, useView, type ViewControl } from './use-view.ts'
import { WatchList } from './watch/WatchList.tsx'

interface ResultsViewProps {
  record: Analysis
  recalculating: boolean
  onRecalculated: () => void
  /** Told why nothing is signed on what is shown: its files are not here. */
  onFiles: (refusal: string | null) => void
}

/** Show a run that is over: plate, curves and results as three views of one selection. */
export function ResultsView(props: ResultsViewProps) {
  const { onFiles } = props
  const reviews = useSampleReviews(props.record)
  const { record } = reviews
  const { change } = useAddress()
  const picked = usePicked()
  const { selected, onSelect } = picked
  const control = useView({
    colour: 'call',
    tab: 'wells',
    mode: firstMode(record.method.evaluation),
  })
  const shown = useShownResults(record)
  const { results } = shown
  const [start, setStart] = useState<RecalculationStart | null>(null)
  const [reported, setReported] = useState<Sample | null>(null)
  const refuse = useRefusal(record)
  const refusal = refuse('recalculate')
  useFiles(record, shown, { refusal: refuse('validate'), onFiles })
  const explain = () => control.change({ tab: 'explain' })
  const tabs = results
    ? listResultTabs({
        record,
        results,
        shown,
        picked,
        solo: control.view.solo,
        refusal,
        onExplain: explain,
        onVersion: (result) => change({ result }),
        onRecalculate: setStart,
        onReport: refuse('report') === null ? setReported : undefined,
      })
    : []
  if (shown.isWaiting) return <Progress label={t('parts.loading')} />
  return (
    <>
      <ResultNotices
        record={record}
        shown={shown}
        onNewest={() => change({ result: null }, 'push')}
        onControls={() => control.change({ tab: 'controls' })}
      />
      <NewestFindings
        {...{ record, shown, control }}
        onShow={(wells) => {
          onSelect(wells)
          explain()
        }}
      />
      <PlateOfResults
        {...{ record, shown, picked, control, refusal }}
        onExplain={explain}
        onStart={setStart}
      />
      {results && shown.isNewest && record.status === 'COMPLETE' && (
        <SampleReviewBar
          reviews={reviews}
          refusal={refuse('reviewSamples') ?? refuseTried(shown)}
          selected={selected}
          onSelect={onSelect}
        />
      )}
      <LowerTabs record={record} before={tabs} picked={picked} />
      {reported && (
        <ExportDialog record={record} sample={reported} onClose={() => setReported(null)} />
      )}
      {(props.recalculating || start) && (
        <Recalculation
          {...{ record, shown, selected, start }}
          onClose={() => {
            setStart(null)
            props.onRecalculated()
          }}
        />
      )}
    </>
  )
}

/** Show what is odd in the newest results until they are signed. */
function NewestFindings(props: {
  record: Analysis
  shown: ShownResults
  control: ViewControl
  onShow: (wells: ReadonlySet<number>) => void
}) {
  const { record, shown } = props
  if (!shown.results || !shown.isNewest || record.status === 'VALIDATION') return null
  return (
    <Findings
      record={record}
      results={shown.results}
      onShow={props.onShow}
      onHistory={() => props.control.change({ tab: 'history' })}
    />
  )
}

/** Show plate and curves, with the settings that are tried on them. */
function PlateOfResults(props: {
  record: Analysis
  shown: ShownResults
  picked: Picked
  control: ViewControl
  /** Reason why nothing can be calculated again. */
  refusal: string | null
  onExplain: () => void
  onStart: (start: RecalculationStart) => void
}) {
  const { record, shown, picked, control, refusal, onStart } = props
  const { loaded, trial } = shown
  const { layers } = trial
  const shape = cartridges[record.cartridge_type]
  return (
    <PlateAndCurves
      {...picked}
      {...{ record, layers, control }}
      melt={loaded.melt}
      measured={{ AMP: layers?.points ?? 0, VAL: loaded.melt?.points ?? 0 }}
      cycles={layers?.points ?? 0}
      results={trial.results}
      under={
        <WatchList {...{ record, picked }} observations={shown.watch ?? []} isRunning={false} />
      }
      adjusting={adjustingOf(shown, refusal, onStart)}
      onExplain={(well) => {
        picked.onSelect(new Set([well]))
        props.onExplain()
      }}
      onExclude={(wells) => onStart({ exclude: wells.map((well) => wellName(shape, well)) })}
      excludeRefusal={refusal}
      empty={record.curves_hash && !layers ? t('parts.loading') : t('parts.chart.empty')}
    />
  )
}

/** Open the recalculation once the curves and the present results are here. */
function Recalculation(props: {
  record: Analysis
  shown: ShownResults
  selected: ReadonlySet<number>
  start: RecalculationStart | null
  onClose: () => void
}) {
  const { loaded, standing } = props.shown
  if (!loaded.curves || !standing) return null
  return (
    <RecalculateDialog
      record={props.record}
      curves={loaded.curves}
      results={standing}
      selected={props.selected}
      start={props.start ?? undefined}
      onClose={props.onClose}
    />
  )
}

/** Return the trial settings for the curves; null without curves or results. */
function adjustingOf(
  { loaded, trial, results }: ShownResults,
  refusal: string | null,
  onStart: (start: RecalculationStart) => void,
) {
  if (!loaded.curves || !loaded.results) return null
  return {
    tried: trial.tried,
    changes:
      results && results !== loaded.results ? diffResults(loaded.results, results).length : 0,
    error: trial.error !== null,
    set: trial.set,
    reset: trial.reset,
    apply: () => onStart({ evaluation: trial.evaluation }),
    refusal,
  }
}

/** Report which files are missing, and note a run that may be signed as opened once all of them are here. */
function useFiles(
  record: Analysis,
  shown: ShownResults,
  { refusal, onFiles }: { refusal: string | null; onFiles: ResultsViewProps['onFiles'] },
): void {
  const noFiles = refuseFiles(shown)
  useEffect(() => onFiles(noFiles), [onFiles, noFiles])
  useOpenedRun(record, shown, refusal ?? noFiles)
}

/**
 * Return the reason why nothing can be signed: curves or results failed to load, or are still loading. Null if both are
 * loaded.
 */
function refuseFiles({ loaded, isWaiting }: ShownResults): string | null {
  const { error } = loaded
  if (error === null) return isWaiting ? t('parts.loading') : null
  const missing = error instanceof Fault && error.code === 'not_found'
  if (missing) return faultText({ code: 'refused', reason: 'files_missing' })
  return errorTexts(error).join(' ')
}

/** Refuse a verdict while settings are tried: a sample is decided on the recorded results. */
function refuseTried({ trial }: ShownResults): string | null {
  return trial.tried.size > 0 ? t('verdict.tried') : null
}
