import { useEffect, useState } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis, Sample } from '../../../../domain/entities/analysis.ts'
import { Fault } from '../../../../domain/fault.ts'
import { wellName } from '../../../../domain/rules/well.ts'
import { errorTexts, faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { useAddress } from '../../../use-address.ts'
import { usePicked } from './curves/use-picked.ts'
import { diffResults } from '../../../../domain/rules/diff-results.ts'
import { ExportDialog, RecalculateDialog } from './later.tsx'
import { LowerTabs } from './LowerTabs.tsx'
import { PlateAndCurves } from './PlateAndCurves.tsx'
import type { RecalculationStart } from './recalculation.ts'
import { listResultTabs } from './result-tabs.tsx'
import { ResultNotices } from './ResultNotices.tsx'
import { Findings } from './review/Findings.tsx'
import { SampleReviewBar } from './review/SampleReviewBar.tsx'
import { useSampleReviews } from './review/use-sample-reviews.ts'
import { useRefusal } from './use-refusal.ts'
import { type ShownResults, useShownResults } from './use-shown-results.ts'
import { firstMode, useView } from './use-view.ts'
import { WatchList } from './watch/WatchList.tsx'

/** Show a run that is over: plate, curves and results as three views of one selection. */
export function ResultsView(props: {
  record: Analysis
  recalculating: boolean
  onRecalculated: () => void
  /** Told why nothing is signed on what is shown: its files are not here. */
  onFiles: (refusal: string | null) => void
}) {
  const { onFiles } = props
  const reviews = useSampleReviews(props.record)
  const { record } = reviews
  const shape = cartridges[record.cartridge_type]
  const { change } = useAddress()
  const picked = usePicked()
  const { selected, onSelect } = picked
  const control = useView({
    colour: 'call',
    tab: 'wells',
    mode: firstMode(record.method.evaluation),
  })
  const shown = useShownResults(record)
  const { loaded, trial, results, watch } = shown
  const { layers } = trial
  const [start, setStart] = useState<RecalculationStart | null>(null)
  const [reported, setReported] = useState<Sample | null>(null)
  const refuse = useRefusal(record)
  const refusal = refuse('recalculate')
  const noFiles = refuseFiles(shown)
  useEffect(() => onFiles(noFiles), [onFiles, noFiles])
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
      {results && shown.isNewest && record.status !== 'VALIDATION' && (
        <Findings
          record={record}
          results={results}
          onShow={(wells) => {
            onSelect(wells)
            explain()
          }}
          onHistory={() => control.change({ tab: 'history' })}
        />
      )}
      <PlateAndCurves
        {...picked}
        record={record}
        layers={layers}
        melt={loaded.melt}
        measured={{ AMP: layers?.points ?? 0, VAL: loaded.melt?.points ?? 0 }}
        cycles={layers?.points ?? 0}
        results={trial.results}
        control={control}
        under={
          <WatchList record={record} observations={watch ?? []} picked={picked} isRunning={false} />
        }
        adjusting={adjustingOf(shown, refusal, setStart)}
        onExplain={(well) => {
          onSelect(new Set([well]))
          explain()
        }}
        onExclude={(wells) => setStart({ exclude: wells.map((well) => wellName(shape, well)) })}
        excludeRefusal={refusal}
        empty={record.curves_hash && !layers ? t('parts.loading') : t('parts.chart.empty')}
      />
      {results && shown.isNewest && record.status === 'COMPLETE' && (
        <SampleReviewBar
          reviews={reviews}
          refusal={refuse('reviewSamples') ?? refuseTried(shown)}
          selected={selected}
          onSelect={onSelect}
        />
      )}
      <LowerTabs record={record} before={tabs} tabs={['notebook', 'audit']} picked={picked} />
      {reported && (
        <ExportDialog record={record} sample={reported} onClose={() => setReported(null)} />
      )}
      {(props.recalculating || start) && loaded.curves && shown.standing && (
        <RecalculateDialog
          record={record}
          curves={loaded.curves}
          results={shown.standing}
          selected={selected}
          start={start ?? undefined}
          onClose={() => {
            setStart(null)
            props.onRecalculated()
          }}
        />
      )}
    </>
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
