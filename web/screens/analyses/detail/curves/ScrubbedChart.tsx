import type { Signal } from '@preact/signals-react'
import { formatCelsius } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { CurveChart, type CurveChartProps } from '../../../../parts/chart/CurveChart.tsx'
import { xAt } from '../../../../parts/chart/curve-line.ts'
import { Scrubber } from '../../../../parts/chart/Scrubber.tsx'

/** The chart with the moment on show. Moving through the run draws this anew, and not the panel around it. */
export function ScrubbedChart({
  at,
  points,
  ...chart
}: CurveChartProps & { at: Signal<number | null>; points: number }) {
  const point = at.value
  const [first] = chart.lines
  const shown = point === null || point >= points || !first ? null : xAt(first, point - 1)
  return (
    <CurveChart
      {...chart}
      {...(shown !== null && Number.isFinite(shown) ? { cursor: shown, veil: true } : {})}
    />
  )
}

/** The moment of the run, under the curves. */
export function ScrubRow(props: {
  at: Signal<number | null>
  points: number
  /** Temperatures of the melt; without them the points are cycles. */
  temperatures: ArrayLike<number> | null
}) {
  const { at, points, temperatures } = props
  return (
    <Scrubber
      label={t(temperatures ? 'chart.scrub.melt' : 'chart.scrub')}
      points={points}
      at={at.value}
      text={(point) =>
        temperatures
          ? formatCelsius(temperatures[point - 1] ?? Number.NaN)
          : t('chart.point.cycle', { cycle: point })
      }
      onMove={(to) => {
        at.value = to
      }}
    />
  )
}
