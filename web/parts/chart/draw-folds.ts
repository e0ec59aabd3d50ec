import {
  axisX,
  axisY,
  barY,
  dot,
  gridY,
  plot,
  ruleX,
  ruleY,
  tip,
  pointer,
} from '@observablehq/plot'
import { formatNumber } from '../../i18n/format.ts'

/** One bar: the mean of a group with its interval; NaN where it has none. */
export interface FoldBar {
  /** Below the bar; no two bars have the same. */
  name: string
  fold: number
  low: number
  high: number
  /** Shown beside the pointer. */
  title: string
}

export interface FoldPoint {
  name: string
  fold: number
  title: string
}

export interface FoldDrawing {
  bars: readonly FoldBar[]
  points: readonly FoldPoint[]
  yLabel: string
  /** Bars from 1 on a log2 scale, else from 0. */
  isLog: boolean
  width: number
  height: number
}

/** Draw folds as bars with whiskers and single points with Plot. Its own `<style>` is removed: the content policy refuses it. */
export function drawFolds(order: FoldDrawing): SVGSVGElement {
  const { bars, points, yLabel, isLog, width, height } = order
  const names = bars.map(({ name }) => name)
  const isSeen = (value: number) => Number.isFinite(value) && (!isLog || value > 0)
  const whiskers = bars.filter(({ low, high }) => isSeen(low) && isSeen(high))
  const dots = points.filter(({ fold }) => isSeen(fold))
  const tips = [...bars, ...points].filter(({ fold }) => isSeen(fold))
  const values = [
    ...bars.flatMap(({ fold, low, high }) => [fold, low, high]),
    ...points.map((one) => one.fold),
  ]
  const domain = domainOf(values.filter(isSeen), isLog)
  const base = isLog ? 1 : 0
  const cap = 9
  const figure = plot({
    width,
    height,
    marginTop: 26,
    marginLeft: 56,
    marginRight: 12,
    marginBottom: 30,
    x: { domain: names, padding: 0.35, label: null },
    y: { type: isLog ? 'log' : 'linear', base: 2, domain },
    marks: [
      gridY({ ticks: 6, stroke: 'var(--chart-line)', strokeOpacity: 0.5 }),
      barY(
        bars.filter(({ fold }) => isSeen(fold)),
        {
          x: 'name',
          y1: () => base,
          y2: 'fold',
          fill: 'var(--accent-soft)',
          stroke: 'var(--accent)',
        },
      ),
      ruleY([base], { stroke: 'var(--chart-ink)' }),
      dot(dots, {
        x: 'name',
        y: 'fold',
        dx: 0,
        r: 3.5,
        fill: 'var(--accent)',
        fillOpacity: 0.75,
        stroke: 'var(--surface)',
        strokeWidth: 0.7,
      }),
      ruleX(whiskers, {
        x: 'name',
        y1: 'low',
        y2: 'high',
        stroke: 'var(--chart-ink)',
        strokeWidth: 1.6,
      }),
      ...(['low', 'high'] as const).flatMap((end) => [
        dot(whiskers, {
          x: 'name',
          y: end,
          r: cap,
          symbol: dashSymbol,
          stroke: 'var(--chart-ink)',
          strokeWidth: 1.6,
        }),
      ]),
      tip(tips, pointer({ x: 'name', y: 'fold', title: 'title', fill: 'var(--surface)' })),
      axisX({ label: null, tickSize: 0 }),
      axisY({ label: yLabel, ticks: 6, tickSize: 0, tickFormat: writeTick }),
    ],
  }) as unknown as SVGSVGElement
  for (const style of figure.querySelectorAll('style')) style.remove()
  // Hide it from screen readers: the chart around it has a summary.
  figure.setAttribute('aria-hidden', 'true')
  return figure
}

/** Draw the end of a whisker: a short line across. */
const dashSymbol = {
  draw(
    context: { moveTo: (x: number, y: number) => void; lineTo: (x: number, y: number) => void },
    size: number,
  ) {
    const half = Math.sqrt(size) / 2
    context.moveTo(-half, 0)
    context.lineTo(half, 0)
  },
}

/** Return the ends of the axis: whole doublings around the values, or from zero to a little above them. */
function domainOf(values: readonly number[], isLog: boolean): [number, number] {
  if (!isLog) return [0, Math.max(1, ...values) * 1.06]
  const logs = values.map(Math.log2)
  const least = Math.floor(Math.min(-0.001, ...logs))
  const most = Math.ceil(Math.max(0.001, ...logs))
  return [2 ** least, 2 ** most]
}

const writeTick = (value: number) =>
  formatNumber(value, value < 0.1 ? 4 : value < 1 ? 3 : value < 10 ? 1 : 0)
    .replace(/([.,]\d*?)0+$/, '$1')
    .replace(/[.,]$/, '')
