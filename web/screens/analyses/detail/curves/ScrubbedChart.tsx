import type { ReadonlySignal, Signal } from '@preact/signals-react'
import { formatCelsius } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { CurveChart, type CurveChartProps } from '../../../../parts/chart/CurveChart.tsx'
import { type CurveLine, xAt } from '../../../../parts/chart/curve-line.ts'
import { Scrubber } from '../../../../parts/chart/Scrubber.tsx'
import { readLineId } from '../../../../curves/curve-lines.ts'

/**
 * Draw the chart at the chosen moment, with the first curve of the pointed well in bold. Moving through the run, and
 * over the plate, draws this again, and not the panel around it.
 */
export function ScrubbedChart({
  at,
  points,
  pointed,
  ...chart
}: CurveChartProps & {
  at: Signal<number | null>
  points: number
  pointed?: ReadonlySignal<number | null>
}) {
  const point = at.value
  const well = pointed?.value ?? null
  const hoverId = well === null ? chart.hoverId : findLineOf(chart.lines, well)
  const [first] = chart.lines
  const shown = point === null || point >= points || !first ? null : xAt(first, point - 1)
  return (
    <CurveChart
      {...chart}
      hoverId={hoverId}
      {...(shown !== null && Number.isFinite(shown) ? { cursor: shown, veil: true } : {})}
    />
  )
}

function findLineOf(lines: readonly CurveLine[], well: number): string | undefined {
  return lines.find(({ id }) => readLineId(id).well === well)?.id
}

/** Choose the moment of the run, under the curves. */
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
