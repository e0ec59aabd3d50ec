import { useEffect, useRef, useState } from 'react'
import type { drawFolds, FoldDrawing } from './draw-folds.ts'
import styles from './FoldChart.module.css'
import { useElementSize } from './use-chart-room.ts'

type DrawFolds = typeof drawFolds

/** Draw the folds of groups: bars with intervals, and the single replicates. Never mirrored. */
export function FoldChart(
  props: Omit<FoldDrawing, 'width' | 'height'> & {
    label: string
    /** Description of the chart: read aloud in place of the picture. */
    summary: string
  },
) {
  const { bars, points, yLabel, isLog } = props
  const room = useRef<HTMLDivElement>(null)
  const { width, height } = useElementSize(room)
  const [drawing, setDrawing] = useState<{ draw: DrawFolds } | null>(null)
  useEffect(() => {
    // Plot is heavy and comes with the first chart.
    void import('./draw-folds.ts').then(({ drawFolds: draw }) => setDrawing({ draw }))
  }, [])
  useEffect(() => {
    const target = room.current
    if (!target || !drawing || width === 0 || height === 0) return
    target.replaceChildren(drawing.draw({ bars, points, yLabel, isLog, width, height }))
  }, [drawing, bars, points, yLabel, isLog, width, height])
  return (
    <figure className={styles.folds} dir="ltr" aria-label={props.label}>
      <figcaption className="visually-hidden">{props.summary}</figcaption>
      <div ref={room} className={styles.room} role="img" aria-label={props.summary} />
    </figure>
  )
}
