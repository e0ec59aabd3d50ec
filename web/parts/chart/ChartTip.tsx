import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import styles from './CurveChart.module.css'
import type { CurvePoint } from './hit-curves.ts'

/** What is known of a point, beside it and never beyond the chart's edge. */
export function ChartTip(props: {
  point: CurvePoint
  width: number
  height: number
  content: ReactNode
}) {
  const { point, width, height, content } = props
  const tip = useRef<HTMLDivElement>(null)
  const left = point.x > width / 2
  useLayoutEffect(() => {
    const element = tip.current
    if (!element) return
    // Its height depends on what it says.
    const half = element.offsetHeight / 2
    const top = Math.min(height - half - 2, Math.max(half + 2, point.y))
    element.style.top = `${Math.max(half, top)}px`
  })
  return (
    <div
      ref={tip}
      className={styles.tip}
      role="status"
      data-left={left || undefined}
      style={{ left: point.x }}
    >
      {content}
    </div>
  )
}
