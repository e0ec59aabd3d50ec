import { axisX, axisY, gridX, gridY, plot } from '@observablehq/plot'
import { formatCompact, formatNumber } from '../../i18n/format.ts'
import type { ChartGeometry } from './geometry.ts'
import { margins } from './geometry.ts'
import { leastDecade, mostDecade, type Scale, tickWhole } from './scale.ts'

/** Null if the label is outside the drawing, as a button. */
export type AxisLabels = { x: string | null; y: string | null; y2?: string | null }

/**
 * Draw axes and grid by Plot, as an SVG over the canvas. Remove Plot's own `<style>` before the drawing enters the
 * page, because the content security policy would refuse it. Import this file lazily: Plot is the largest part of a
 * page with a chart.
 */
export function drawAxes(geometry: ChartGeometry, labels: AxisLabels): SVGSVGElement {
  const { width, height, x, y, y2 } = geometry
  const yTicks = countTicks(y, height)
  const most = Math.max(2, width / 90)
  const xTicks = x.isWhole ? tickWhole(x.domain, most) : most
  const common = { labelArrow: 'none', tickFormat: formatsOf(x) } as const
  const figure = plot({
    width,
    height,
    ...marginsOf(geometry),
    x: { domain: [...x.domain] },
    y: { domain: [...y.domain], type: y.log ? 'log' : 'linear' },
    marks: [
      gridY({ ticks: yTicks, stroke: 'var(--chart-line)', strokeOpacity: 0.6 }),
      gridX({
        ticks: xTicks,
        stroke: 'var(--chart-line)',
        strokeOpacity: 0.3,
      }),
      axisX({
        ...common,
        ticks: xTicks,
        label: labels.x,
        labelOffset: margins.bottom - 6,
        tickSize: 4,
      }),
      axisY({ ...common, tickFormat: formatsOf(y), ticks: yTicks, label: labels.y, tickSize: 4 }),
    ],
  }) as unknown as SVGSVGElement
  for (const style of figure.querySelectorAll('style')) style.remove()
  if (y2) figure.append(...drawRightAxis(geometry, y2, labels.y2 ?? null))
  return figure
}

/** Plot knows one value axis: the right one is taken from a drawing of its own. */
function drawRightAxis(geometry: ChartGeometry, y2: Scale, label: string | null): Element[] {
  const { width, height, x } = geometry
  const figure = plot({
    width,
    height,
    ...marginsOf(geometry),
    x: { domain: [...x.domain] },
    y: { domain: [...y2.domain], type: y2.log ? 'log' : 'linear' },
    marks: [
      axisY({
        anchor: 'right',
        labelArrow: 'none',
        tickFormat: formatsOf(y2),
        ticks: countTicks(y2, height),
        label,
        tickSize: 4,
      }),
    ],
  })
  return [...figure.children].filter((child) => child.tagName === 'g')
}

function marginsOf({ width, x }: ChartGeometry) {
  return {
    marginTop: margins.top,
    marginRight: Math.max(0, width - x.range[1]),
    marginBottom: margins.bottom,
    marginLeft: margins.left,
  }
}

function countTicks(scale: Scale, height: number): number[] | number {
  return scale.log ? listLogTicks(scale.domain) : Math.max(2, Math.round(height / 48))
}

/** Return how the ticks of an axis are written: all of a long one in few letters, not 90,000 below 100K. */
function formatsOf({ domain, log }: Scale): (value: number) => string {
  const isLarge = Math.max(...domain.map(Math.abs)) >= 1e5
  return (value) => {
    const size = Math.abs(value)
    if (size !== 0 && size < 1e-3) return value.toExponential(0)
    return size >= 1e5 || (isLarge && !log) ? formatCompact(value) : formatNumber(value)
  }
}

/** List powers of ten; with two decades or so also their doubles and fives. */
function listLogTicks(domain: readonly [number, number]): number[] {
  const [from, to] = [Math.log10(domain[0]), Math.log10(domain[1])]
  const factors = to - from <= 2.5 ? [1, 2, 5] : [1]
  const ticks: number[] = []
  const last = Math.min(mostDecade, Math.ceil(to))
  for (let power = Math.max(leastDecade, Math.floor(from)); power <= last; power++) {
    for (const factor of factors) ticks.push(factor * 10 ** power)
  }
  return ticks.filter((tick) => tick >= domain[0] * 0.999 && tick <= domain[1] * 1.001)
}
