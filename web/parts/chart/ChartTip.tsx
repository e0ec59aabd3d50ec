import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import styles from './CurveChart.module.css'
import type { CurvePoint } from './hit-curves.ts'

/** Between a point and what is said of it, and from there to the edge of the window. */
const gap = 12

/**
 * Place the tip away from the nearer edge of the chart, unless the window has no room there: small charts are narrower
 * than their tip.
 */
function goesLeft(element: HTMLElement, x: number, width: number): boolean {
  const from = element.offsetParent?.getBoundingClientRect().left ?? 0
  const needed = element.offsetWidth + 2 * gap
  const fitsLeft = from + x >= needed
  const fitsRight = from + x + needed <= window.innerWidth
  return x > width / 2 ? fitsLeft || !fitsRight : fitsLeft && !fitsRight
}

/** Show facts about a point beside it, never above or below the chart. */
export function ChartTip(props: {
  point: CurvePoint
  width: number
  height: number
  content: ReactNode
}) {
  const { point, width, height, content } = props
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = tip.current
    if (!element) return
    // Measure the tip, whose height depends on what it says.
    const half = element.offsetHeight / 2
    const top = Math.min(height - half - 2, Math.max(half + 2, point.y))
    element.style.top = `${Math.max(half, top)}px`
    element.toggleAttribute('data-left', goesLeft(element, point.x, width))
  })
  return (
    <div ref={tip} className={styles.tip} role="status" style={{ left: point.x }}>
      {content}
    </div>
  )
}
