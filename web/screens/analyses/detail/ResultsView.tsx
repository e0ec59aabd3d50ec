import { useDeferredValue, useState } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis, Sample } from '../../../../domain/entities/analysis.ts'
import { wellName } from '../../../../domain/rules/well.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { account } from '../../../state/session.ts'
import { ControlsPanel } from './ControlsPanel.tsx'
import { EarlyEnd } from './EarlyEnd.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { useResults } from './history/use-results.ts'
import { findVersion, listVersions } from './history/versions.ts'
import {
  AssayPanel,
  GenotypePanel,
  HistoryPanel,
  RecalculateDialog,
  WellExplanation,
} from './later.tsx'
import { type LowerTab, LowerTabs } from './LowerTabs.tsx'
import { usePicked } from './curves/use-picked.ts'
import { useTrial } from './curves/use-trial.ts'
import { diffResults } from './diff-results.ts'
import { PlateAndCurves } from './PlateAndCurves.tsx'
import type { RecalculationStart } from './recalculation.ts'
import { ResultTable } from './ResultTable.tsx'
import { SampleTable } from './SampleTable.tsx'
import { useEvaluated } from './use-evaluated.ts'
import { useRefusal } from './use-refusal.ts'
import { useView } from './use-view.ts'
import { useWatch } from './watch/use-watch.ts'
import { WatchList } from './watch/WatchList.tsx'
import { Findings } from './review/Findings.tsx'
import { useAddress } from '../../../use-address.ts'

/** A run that is over: plate, curves and results as three views of one selection. */
export function ResultsView(props: {
  record: Analysis
  recalculating: boolean
  onRecalculated: () => void
}) {
  const { record } = props
  const shape = cartridges[record.cartridge_type]
  const who = account.value
  const { search, change } = useAddress()
  const picked = usePicked()
  const { selected, onSelect } = picked
  const control = useView({ colour: 'call', tab: 'wells' })
  const newest = record.results.at(-1)?.hash ?? null
  const wanted = search.get('result')
  const shown = findVersion(listVersions(record), wanted)?.entry.hash ?? newest
  const loaded = useEvaluated(record, who?.uuid ?? '', shown)
  const { curves, melt, error, retry } = loaded
  const trial = useTrial(record, curves, loaded)
  // The picture follows the pointer; what is read below it may come a moment later.
  const results = useDeferredValue(trial.results)
  const { layers } = trial
  const watch = useWatch(record, curves, loaded.results)
  // What would change is held against what stands, also while an earlier version is looked at.
  const { results: later } = useResults(
    record.uuid,
    who?.uuid ?? '',
    shown === newest ? null : newest,
  )
  const standing = shown === newest ? loaded.results : later
  const [start, setStart] = useState<RecalculationStart | null>(null)
  const refuse = useRefusal(record)
  const refusal = refuse('recalculate')
  const [reported, setReported] = useState<Sample | null>(null)
  const broken = results?.controls.filter(({ ok }) => !ok) ?? []
  const tabs: LowerTab[] = results
    ? [
        {
          id: 'wells',
          label: t('detail.results'),
          content: (
            <ResultTable
              record={record}
              results={results}
              selected={selected}
              onSelect={onSelect}
              onPoint={picked.onPoint}
              solo={control.view.solo}
              onOpen={() => control.change({ tab: 'explain' })}
              layers={layers}
              scrub={picked.scrub}
            />
          ),
        },
        {
          id: 'samples',
          label: t('detail.samples'),
          content: (
            <SampleTable
              record={record}
              results={results}
              selected={selected}
              onSelect={onSelect}
              refusal={refusal}
              onReport={refuse('report') === null ? setReported : undefined}
              onLeaveOut={(exclude) => setStart({ exclude })}
            />
          ),
        },
        {
          id: 'explain',
          label: t('explain.title'),
          content: (
            <WellExplanation
              record={record}
              results={results}
              layers={layers}
              melt={melt}
              selected={selected}
              onSelect={onSelect}
              onPoint={picked.onPoint}
            />
          ),
        },
        ...(results.assays.length > 0
          ? [
              {
                id: 'assays',
                label: t('assay.title'),
                content: <AssayPanel record={record} results={results} />,
              },
            ]
          : []),
        ...(results.genotypes.length > 0
          ? [
              {
                id: 'genotypes',
                label: t('genotype.title'),
                content: <GenotypePanel record={record} results={results} onSelect={onSelect} />,
              },
            ]
          : []),
        {
          id: 'controls',
          label: t('controls.title'),
          ...(results.controls.length > 0 ? { count: results.controls.length } : {}),
          content: <ControlsPanel record={record} results={results} onSelect={onSelect} />,
        },
        {
          id: 'history',
          label: t('history.title'),
          count: record.results.length,
          content: (
            <HistoryPanel
              record={record}
              results={results}
              user={who?.uuid ?? ''}
              timeZone={who?.preferences.timezone ?? ''}
              shown={shown}
              // Going through the versions is one look at them: Back leaves the page.
              onShow={({ number }) =>
                change({ result: number === record.results.length ? null : String(number) })
              }
              refusal={refusal}
              onRecalculate={setStart}
            />
          ),
        },
      ]
    : []
  // All at once, so that nothing jumps when what stands above it comes last.
  const isWaiting =
    error === null &&
    ((shown !== null && !loaded.results) || (record.curves_hash && (!layers || watch === null)))
  if (isWaiting) return <Progress label={t('parts.loading')} />
  return (
    <>
      {error !== null && (
        <Notice
          kind="error"
          title={t('detail.failed')}
          action={<Button onClick={retry}>{t('detail.retry')}</Button>}
        >
          {errorTexts(error).join(' ')}
        </Notice>
      )}
      <EarlyEnd record={record} measured={layers?.points ?? null} />
      {!record.curves_hash && <Notice kind="info">{t('detail.noCurves')}</Notice>}
      {shown !== newest && (
        <Notice
          kind="info"
          action={
            <Button onClick={() => change({ result: null }, 'push')}>
              {t('history.showNewest')}
            </Button>
          }
        >
          {t('history.old')}
        </Notice>
      )}
      {broken.length > 0 && (
        <Notice
          kind="warning"
          title={t('controls.failed', { count: broken.length })}
          action={
            <Button onClick={() => control.change({ tab: 'controls' })}>
              {t('controls.look')}
            </Button>
          }
        >
          {broken.map(({ rule, target }) => `${target}: ${t(`controls.${rule}`)}`).join(' · ')}
        </Notice>
      )}
      {results && shown === newest && record.status !== 'VALIDATION' && (
        <Findings
          record={record}
          results={results}
          onShow={(wells) => {
            onSelect(wells)
            control.change({ tab: 'explain' })
          }}
          onHistory={() => control.change({ tab: 'history' })}
        />
      )}
      <PlateAndCurves
        {...picked}
        record={record}
        layers={layers}
        melt={melt}
        measured={{ AMP: layers?.points ?? 0, VAL: melt?.points ?? 0 }}
        cycles={layers?.points ?? 0}
        results={trial.results}
        control={control}
        under={
          <WatchList record={record} observations={watch ?? []} picked={picked} isRunning={false} />
        }
        adjusting={
          curves && loaded.results
            ? {
                tried: trial.tried,
                changes:
                  results && results !== loaded.results
                    ? diffResults(loaded.results, results).length
                    : 0,
                error: trial.error !== null,
                set: trial.set,
                reset: trial.reset,
                apply: () => setStart({ evaluation: trial.evaluation }),
                refusal,
              }
            : null
        }
        onExplain={(well) => {
          onSelect(new Set([well]))
          control.change({ tab: 'explain' })
        }}
        onExclude={(wells) => setStart({ exclude: wells.map((well) => wellName(shape, well)) })}
        excludeRefusal={refusal}
        empty={record.curves_hash && !layers ? t('parts.loading') : t('parts.chart.empty')}
      />
      <LowerTabs record={record} before={tabs} tabs={['notebook', 'audit']} picked={picked} />
      {reported && (
        <ExportDialog record={record} sample={reported} onClose={() => setReported(null)} />
      )}
      {(props.recalculating || start) && curves && standing && (
        <RecalculateDialog
          record={record}
          curves={curves}
          results={standing}
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
