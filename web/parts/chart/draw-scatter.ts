import {
  areaY,
  axisX,
  axisY,
  dot,
  gridX,
  gridY,
  line,
  plot,
  tip,
  pointer,
} from '@observablehq/plot'
import { formatNumber } from '../../i18n/format.ts'

const symbols = ['circle', 'square', 'diamond', 'triangle', 'cross'] as const

/** A point; told by its shape as well as by its colour. */
export type ScatterPoint = {
  x: number
  y: number
  color: string
  symbol: (typeof symbols)[number]
  /** Hollow points do not count. */
  hollow?: boolean
  /** Shown beside the pointer. */
  title: string
}
export type ScatterLine = { points: readonly (readonly [number, number])[]; color: string }
export type ScatterBand = { x: number; low: number; high: number }

export type ScatterDrawing = {
  points: readonly ScatterPoint[]
  lines: readonly ScatterLine[]
  band: readonly ScatterBand[]
  xLabel: string
  yLabel: string
  width: number
  height: number
}

/** Draw a scatter with Plot, whose own `<style>` the content security policy would refuse. */
export function drawScatter(drawing: ScatterDrawing): SVGSVGElement {
  const { points, lines, band, width, height } = drawing
  const axis = { labelArrow: 'none', tickFormat: (value: number) => formatNumber(value) } as const
  const grid = { stroke: 'var(--chart-line)', strokeOpacity: 0.5 } as const
  const figure = plot({
    width,
    height,
    marginLeft: 52,
    marginBottom: 40,
    // Take colours as they are given, CSS variables among them.
    color: { type: 'identity' },
    x: { nice: true },
    y: { nice: true },
    marks: [
      gridX({ ...grid, ticks: width / 90 }),
      gridY({ ...grid, ticks: height / 48 }),
      areaY(band, { x: 'x', y1: 'low', y2: 'high', fill: 'var(--accent)', fillOpacity: 0.12 }),
      ...lines.map(({ points: way, color }) =>
        line(way, { x: '0', y: '1', stroke: color, strokeWidth: 1.5 }),
      ),
      // Make a mark for each shape: Plot takes shapes by name as constants only.
      ...symbols.map((symbol) =>
        dot(
          points.filter((point) => point.symbol === symbol),
          {
            x: 'x',
            y: 'y',
            r: 4.5,
            symbol,
            stroke: 'color',
            fill: (point: ScatterPoint) => (point.hollow ? 'none' : point.color),
            strokeWidth: 1.5,
          },
        ),
      ),
      tip(points, pointer({ x: 'x', y: 'y', title: 'title', fill: 'var(--surface)' })),
      axisX({ ...axis, label: drawing.xLabel, ticks: width / 90 }),
      axisY({ ...axis, label: drawing.yLabel, ticks: height / 48 }),
    ],
  }) as unknown as SVGSVGElement
  for (const style of figure.querySelectorAll('style')) style.remove()
  // Hide it from screen readers: the chart around it has a summary.
  figure.setAttribute('aria-hidden', 'true')
  return figure
}
