import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { account } from '../../../state/session.ts'
import { AssayPanel } from './AssayPanel.tsx'
import { ControlsPanel } from './ControlsPanel.tsx'
import { EarlyEnd } from './EarlyEnd.tsx'
import { GenotypePanel } from './GenotypePanel.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { type LowerTab, LowerTabs } from './LowerTabs.tsx'
import { PlateAndCurves, usePicked } from './PlateAndCurves.tsx'
import { RecalculateDialog } from './RecalculateDialog.tsx'
import { ResultTable } from './ResultTable.tsx'
import { SampleTable } from './SampleTable.tsx'
import { useEvaluated } from './use-evaluated.ts'
import { useView } from './use-view.ts'
import { WellExplanation } from './WellExplanation.tsx'
import { useAddress } from '../../../use-address.ts'

/** A run that is over: plate, curves and results as three views of one selection. */
export function ResultsView(props: {
  record: Analysis
  recalculating: boolean
  onRecalculated: () => void
}) {
  const { record } = props
  const who = account.value
  const { search, change } = useAddress()
  const picked = usePicked()
  const { selected, onSelect } = picked
  const control = useView({ colour: 'call', tab: 'wells' })
  const newest = record.results.at(-1)?.hash ?? null
  const wanted = search.get('result')
  const shown = record.results.find(({ hash }) => hash === wanted)?.hash ?? newest
  const { curves, layers, melt, results, error, retry } = useEvaluated(
    record,
    who?.uuid ?? '',
    shown,
  )
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
            />
          ),
        },
        {
          id: 'explain',
          label: t('explain.title'),
          content: <WellExplanation record={record} results={results} selected={selected} />,
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
              timeZone={who?.preferences.timezone ?? ''}
              shown={shown}
              onShow={(hash) => change({ result: hash === newest ? null : hash }, 'push')}
            />
          ),
        },
      ]
    : []
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
      <PlateAndCurves
        {...picked}
        record={record}
        layers={layers}
        melt={melt}
        measured={{ AMP: layers?.points ?? 0, VAL: melt?.points ?? 0 }}
        cycles={layers?.points ?? 0}
        results={results}
        control={control}
        empty={record.curves_hash && !layers ? t('parts.loading') : t('parts.chart.empty')}
      />
      <LowerTabs record={record} before={tabs} tabs={['notebook', 'audit']} />
      {props.recalculating && curves && results && (
        <RecalculateDialog
          record={record}
          curves={curves}
          results={results}
          selected={selected}
          onClose={props.onRecalculated}
        />
      )}
    </>
  )
}
