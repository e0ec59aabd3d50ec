import { useEffect, useRef, useState } from 'react'
import styles from './BarChart.module.css'
import type { BarColumn, BarSeries, drawBars } from './draw-bars.ts'
import { useElementSize } from './use-chart-room.ts'

/** Less is a page that is still being laid out. */
const leastWidth = 80

type DrawBars = typeof drawBars

/** Draw columns over time, stacked by series. Only series with values are named. */
export function BarChart(props: {
  label: string
  /** Description of the chart: read aloud in place of the picture. */
  summary: string
  columns: readonly BarColumn[]
  series: readonly BarSeries[]
}) {
  const { columns, series } = props
  const room = useRef<HTMLDivElement>(null)
  const { width, height } = useElementSize(room)
  const [drawing, setDrawing] = useState<{ draw: DrawBars } | null>(null)
  useEffect(() => {
    // Plot is heavy and comes with the first chart.
    void import('./draw-bars.ts').then(({ drawBars: draw }) => setDrawing({ draw }))
  }, [])
  useEffect(() => {
    const target = room.current
    if (!target || !drawing || width < leastWidth || height === 0) return
    target.replaceChildren(drawing.draw({ columns, series, width, height }))
  }, [drawing, columns, series, width, height])
  const named = series.filter((_, at) => columns.some(({ values }) => (values[at] ?? 0) > 0))
  return (
    <figure className={styles.bars} aria-label={props.label}>
      <figcaption className="visually-hidden">{props.summary}</figcaption>
      <div ref={room} className={styles.room} dir="ltr" role="img" aria-label={props.summary} />
      {series.length > 1 && (
        <ul className={styles.legend} aria-hidden="true">
          {named.map(({ name, color }) => (
            <li key={name}>
              <svg viewBox="0 0 10 10" className={styles.swatch}>
                <rect width="10" height="10" fill={color} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}
