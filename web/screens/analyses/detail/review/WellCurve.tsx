import { useMemo } from 'react'
import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../../../domain/catalog/wavelengths.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { TargetRule } from '../../../../../domain/entities/evaluation-recipe.ts'
import type { WellResult } from '../../../../../domain/results.ts'
import { curveUnit } from '../../../../../domain/rules/curve-unit.ts'
import { wellIndex } from '../../../../../domain/rules/well.ts'
import type { CurveLayers, MeltLayers } from '../../../../../workers/run/views.ts'
import { yLabel } from '../../../../curves/value-axis.ts'
import { formatCelsius, formatCq, formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { CurveChart } from '../../../../parts/chart/CurveChart.tsx'
import { formatSignal } from '../../../../entities/result/trace-text.ts'
import { listMeltLines, listWellLines } from './well-curve-lines.ts'
import styles from './WellExplanation.module.css'

interface WellCurveProps {
  record: Analysis
  result: WellResult
  rule: TargetRule | undefined
  /** Wells of the same sample, drawn behind. */
  replicates: readonly string[]
}

/** Draw the judged curve: its baseline window, the threshold, and the crossing. */
export function WellCurve(props: WellCurveProps & { layers: CurveLayers }) {
  const { record, result, layers, replicates } = props
  const { well, channel, threshold, baseline, cq } = result
  const unit = curveUnit(record.method.evaluation, record.source?.curves)
  const shape = cartridges[record.cartridge_type]
  const key = replicates.join()
  const lines = useMemo(() => {
    const others = key.split(',').filter(Boolean)
    const index = wellIndex(shape, well)
    return listWellLines(
      layers,
      channel,
      index,
      others.map((name) => wellIndex(shape, name)),
    )
  }, [layers, channel, well, key, shape])
  const thresholds = useMemo(
    () =>
      threshold === null
        ? []
        : [
            {
              id: 'threshold',
              value: threshold,
              label: `${t('explain.threshold')} ${formatSignal(threshold)}`,
              color: 'var(--text-quiet)',
            },
          ],
    [threshold],
  )
  const x = useMemo(
    () => ({
      label: t('chart.cycle'),
      domain: [1, Math.max(2, layers.points)] as const,
      isWhole: true,
    }),
    [layers.points],
  )
  const y = useMemo(
    () => ({
      label: yLabel({ mode: 'CYCLE', show: 'curve', layer: 'corrected', unit, foreign: false }),
    }),
    [unit],
  )
  const summary = t('explain.curve.summary', {
    well,
    channel: displayName(channel),
    cycles: layers.points,
    threshold: threshold === null ? '–' : formatSignal(threshold),
    start: baseline ? formatNumber(baseline.start, 0) : '–',
    end: baseline ? formatNumber(baseline.end, 0) : '–',
    cq: formatCq(cq),
  })
  return (
    <div className={styles.chart}>
      <CurveChart
        label={t('explain.curve', { well, target: result.target })}
        summary={summary}
        lines={lines}
        x={x}
        y={y}
        thresholds={thresholds}
        band={baseline ? [baseline.start, baseline.end] : undefined}
        cursor={cq ?? undefined}
        describePoint={(id, index) => {
          const value = lines.find((one) => one.id === id)?.values[index]
          if (value === undefined) return null
          return `${t('chart.point.cycle', { cycle: index + 1 })} · ${formatSignal(value)}`
        }}
      />
    </div>
  )
}

/** Draw the melting peaks, with the window of the right product's peak. */
export function WellMelt(props: WellCurveProps & { melt: MeltLayers }) {
  const { record, result, rule, melt, replicates } = props
  const { well, channel } = result
  const shape = cartridges[record.cartridge_type]
  const key = replicates.join()
  const lines = useMemo(() => {
    const others = key.split(',').filter(Boolean)
    const index = wellIndex(shape, well)
    return listMeltLines(
      melt,
      channel,
      index,
      others.map((name) => wellIndex(shape, name)),
    )
  }, [melt, channel, well, key, shape])
  const x = useMemo(() => ({ label: t('chart.temperature') }), [])
  const y = useMemo(() => ({ label: t('chart.y.melt') }), [])
  const peaks = result.melt.map(({ tm }) => formatCelsius(tm)).join(', ')
  return (
    <div className={styles.chart}>
      <CurveChart
        label={t('explain.melt', { well, target: result.target })}
        summary={t('explain.melt.summary', { well, peaks: peaks || '–' })}
        lines={lines}
        x={x}
        y={y}
        band={rule?.tm ? [rule.tm.min, rule.tm.max] : undefined}
        cursor={result.melt[0]?.tm}
        describePoint={(id, index) => {
          const line = lines.find((one) => one.id === id)
          const value = line?.values[index]
          if (value === undefined) return null
          return `${formatCelsius(Number(line?.x?.[index] ?? Number.NaN))} · ${formatSignal(value)}`
        }}
      />
    </div>
  )
}
