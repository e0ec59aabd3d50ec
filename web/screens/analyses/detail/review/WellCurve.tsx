import { useMemo } from 'react'
import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../../../domain/catalog/wavelengths.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { TargetRule } from '../../../../../domain/entities/evaluation-recipe.ts'
import type { WellResult } from '../../../../../domain/results.ts'
import { minutesPerReading } from '../../../../../domain/rules/assay-kind.ts'
import { curveUnit } from '../../../../../domain/rules/curve-unit.ts'
import { wellIndex } from '../../../../../domain/rules/well.ts'
import type { CurveLayers, MeltLayers } from '../../../../../workers/run/views.ts'
import { listMinutes } from '../../../../curves/cycle-times.ts'
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
  const minutes = minutesPerReading(record.method.evaluation)
  const lines = useMemo(() => {
    const others = key.split(',').filter(Boolean)
    const index = wellIndex(shape, well)
    const drawn = listWellLines(
      layers,
      channel,
      index,
      others.map((name) => wellIndex(shape, name)),
    )
    if (minutes === null) return drawn
    const x = listMinutes(minutes, layers.points)
    return drawn.map((line) => ({ ...line, x }))
  }, [layers, channel, well, key, shape, minutes])
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
  // Baselines are in readings; the crossing is in minutes where the axis is.
  const each = minutes ?? 1
  const x = useMemo(
    () => ({
      label: t(minutes === null ? 'chart.cycle' : 'chart.minutes'),
      domain: [each, each * Math.max(2, layers.points)] as const,
      isWhole: minutes === null,
    }),
    [layers.points, minutes, each],
  )
  const y = useMemo(
    () => ({
      label: yLabel({ mode: 'CYCLE', show: 'curve', layer: 'corrected', unit, foreign: false }),
    }),
    [unit],
  )
  const band = baseline && ([baseline.start * each, baseline.end * each] as const)
  return (
    <div className={styles.chart}>
      <CurveChart
        label={t('explain.curve', { well, target: result.target })}
        summary={sayCurve(result, layers.points, minutes)}
        lines={lines}
        x={x}
        y={y}
        thresholds={thresholds}
        band={band ?? undefined}
        cursor={cq ?? undefined}
        describePoint={(id, index) => {
          const value = lines.find((one) => one.id === id)?.values[index]
          if (value === undefined) return null
          const cycle = index + 1
          const place =
            minutes === null
              ? t('chart.point.cycle', { cycle })
              : t('chart.point.minute', { minute: formatNumber(cycle * minutes, 1), cycle })
          return `${place} · ${formatSignal(value)}`
        }}
      />
    </div>
  )
}

/** Say what the picture of a curve shows, in cycles or in minutes. */
function sayCurve(result: WellResult, points: number, minutes: number | null): string {
  const { well, channel, threshold, baseline, cq } = result
  const place = (reading: number | undefined) => {
    if (reading === undefined) return '–'
    return minutes === null ? formatNumber(reading, 0) : formatNumber(reading * minutes, 1)
  }
  const said = {
    well,
    channel: displayName(channel),
    threshold: threshold === null ? '–' : formatSignal(threshold),
    start: place(baseline?.start),
    end: place(baseline?.end),
  }
  return minutes === null
    ? t('explain.curve.summary', { ...said, cycles: points, cq: formatCq(cq) })
    : t('explain.curve.summaryTime', { ...said, minutes: place(points), tt: formatCq(cq) })
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
