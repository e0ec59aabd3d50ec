import { axisX, axisY, barY, gridY, plot, pointerX, ruleY, tip } from '@observablehq/plot'
import { formatNumber } from '../../i18n/format.ts'

/** One column of a chart, its parts stacked from the foot up in the order of the series. */
export type BarColumn = {
  /** Text below the column; no two columns have the same. */
  label: string
  /** Shown beside the pointer. */
  title: string
  values: readonly number[]
}
export type BarSeries = { name: string; color: string }

export type BarDrawing = {
  columns: readonly BarColumn[]
  series: readonly BarSeries[]
  width: number
  height: number
}

/** Least room for one label under the columns; about what a letter of a long one takes, and the gap to the next. */
const labelWidth = 62
const letterWidth = 7
const labelGap = 10

/** Left and right of the columns. */
const margins = { marginLeft: 44, marginRight: 20 }

/** Draw stacked columns with Plot, whose own `<style>` the content security policy would refuse. */
export function drawBars({ columns, series, width, height }: BarDrawing): SVGSVGElement {
  const labels = columns.map(({ label }) => label)
  const stacked = columns.flatMap(({ label, values }) =>
    values.map((value, at) => ({ label, value, color: series[at]?.color ?? 'currentColor' })),
  )
  const sums = columns.map(({ label, title, values }) => ({ label, title, sum: addUp(values) }))
  const highest = Math.max(1, ...sums.map(({ sum }) => sum))
  const longest = Math.max(0, ...labels.map(({ length }) => length))
  const each = Math.max(labelWidth, longest * letterWidth + labelGap)
  const room = width - margins.marginLeft - margins.marginRight
  const every = Math.max(1, Math.ceil((labels.length * each) / Math.max(room, each)))
  // Count from the newest, which is what people look for.
  const shown = labels.filter((_, at) => (labels.length - 1 - at) % every === 0)
  const ticks = Math.min(highest, Math.max(2, Math.round(height / 48)))
  const figure = plot({
    width,
    height,
    marginTop: 8,
    ...margins,
    marginBottom: 28,
    color: { type: 'identity' },
    x: { domain: labels, padding: 0.2, label: null },
    y: { domain: [0, highest], nice: true },
    marks: [
      gridY({ ticks, stroke: 'var(--chart-line)', strokeOpacity: 0.5 }),
      barY(stacked, { x: 'label', y: 'value', fill: 'color' }),
      ruleY([0], { stroke: 'var(--chart-line)' }),
      tip(sums, pointerX({ x: 'label', y: 'sum', title: 'title', fill: 'var(--surface)' })),
      axisX(shown, { label: null, tickSize: 0 }),
      axisY({ label: null, ticks, tickSize: 0, tickFormat: writeTick }),
    ],
  }) as unknown as SVGSVGElement
  for (const style of figure.querySelectorAll('style')) style.remove()
  // Hide it from screen readers: the chart around it has a summary.
  figure.setAttribute('aria-hidden', 'true')
  return figure
}

const addUp = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Things are counted: there is no half of one. */
const writeTick = (value: number) => (Number.isInteger(value) ? formatNumber(value) : '')
