import { useMemo } from 'react'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import {
  isTime,
  type Results,
  type StandardCurve,
  type WellResult,
} from '../../../../domain/results.ts'
import { isIsothermal } from '../../../../domain/rules/assay-kind.ts'
import { sayCrossing } from '../../../entities/result/trace-text.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { ScatterChart } from '../../../parts/chart/ScatterChart.tsx'
import type { ScatterPoint } from '../../../parts/chart/draw-scatter.ts'

/** Draw the Cq of standards and samples over the quantity, with the line through the standards. */
export function StandardCurveChart(props: {
  record: Analysis
  results: Results
  target: string
  curve: StandardCurve
}) {
  const { record, results, target, curve } = props
  const points = useMemo(
    () => listPoints(record, results, target, curve),
    [record, results, target, curve],
  )
  const lines = useMemo(() => {
    const at = (x: number) => [x, curve.intercept + curve.slope * x] as const
    const xs = points.map(({ x }) => x)
    const from = Math.min(curve.lowest, ...xs)
    const to = Math.max(curve.highest, ...xs)
    return [{ points: [at(from), at(to)], color: 'var(--accent)' }]
  }, [points, curve])
  return (
    <ScatterChart
      label={t('assay.chart', { target })}
      summary={t('assay.chart.summary', {
        target,
        slope: formatNumber(curve.slope, 3),
        r2: formatNumber(curve.r2, 4),
      })}
      points={points}
      lines={lines}
      xLabel={t('assay.chart.x')}
      yLabel={isIsothermal(results.evaluation) ? t('result.tt') : 'Cq'}
    />
  )
}

/** List the points: standards at their quantity, samples on the line at their Cq. */
function listPoints(
  record: Analysis,
  results: Results,
  target: string,
  curve: StandardCurve,
): ScatterPoint[] {
  const samples = new Map(record.samples.map((sample) => [sample.uuid, sample]))
  return results.wells.flatMap((well): ScatterPoint[] => {
    const sample = well.sample_uuid ? samples.get(well.sample_uuid) : undefined
    if (well.target !== target || !sample || !isCounted(well)) return []
    const isStandard = sample.sample_type === 'standard' && sample.quantity !== undefined
    const x = isStandard ? Math.log10(sample.quantity!) : (well.cq - curve.intercept) / curve.slope
    return [
      {
        x,
        y: well.cq,
        color: isStandard ? 'var(--accent)' : 'var(--text-quiet)',
        symbol: isStandard ? 'circle' : 'diamond',
        hollow: !isStandard,
        title: `${well.well} · ${sample.name}\n${sayCrossing(well.cq, isTime(well))}`,
      },
    ]
  })
}

function isCounted(well: WellResult): well is WellResult & { cq: number } {
  return well.cq !== null && (well.call === 'detected' || well.call === 'review')
}
