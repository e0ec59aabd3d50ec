import { useEffect, useRef, useState } from 'react'
import styles from './ScatterChart.module.css'
import type { drawScatter, ScatterBand, ScatterLine, ScatterPoint } from './draw-scatter.ts'
import { useElementSize } from './use-chart-room.ts'

export type ScatterChartProps = {
  label: string
  /** Description of the chart: read aloud in place of the picture. */
  summary: string
  points: readonly ScatterPoint[]
  lines?: readonly ScatterLine[]
  /** An area between two lines, such as an interval of prediction. */
  band?: readonly ScatterBand[]
  /** Axis labels with units. */
  xLabel: string
  yLabel: string
}

type DrawScatter = typeof drawScatter

const nothing: readonly never[] = []

/** Draw a few dozen points with lines between or around them: standard curves, allele pairs. */
export function ScatterChart(props: ScatterChartProps) {
  const { points, lines = nothing, band = nothing, xLabel, yLabel } = props
  const room = useRef<HTMLDivElement>(null)
  const { width, height } = useElementSize(room)
  const [drawing, setDrawing] = useState<{ draw: DrawScatter } | null>(null)
  useEffect(() => {
    // Plot is heavy and comes with the first chart.
    void import('./draw-scatter.ts').then(({ drawScatter: draw }) => setDrawing({ draw }))
  }, [])
  useEffect(() => {
    const target = room.current
    if (!target || !drawing || width === 0 || height === 0) return
    target.replaceChildren(drawing.draw({ points, lines, band, xLabel, yLabel, width, height }))
  }, [drawing, points, lines, band, xLabel, yLabel, width, height])
  return (
    <figure className={styles.scatter} dir="ltr" aria-label={props.label}>
      <figcaption className="visually-hidden">{props.summary}</figcaption>
      <div ref={room} className={styles.room} role="img" aria-label={props.summary} />
    </figure>
  )
}
