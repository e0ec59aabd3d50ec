import type { Pen } from './draw-curves.ts'

/** Draw a dashed straight line over the field of a chart: the level of a threshold, a moment, a cross-hair. */
export function drawRule(
  pen: Pen,
  rule: {
    from: readonly [x: number, y: number]
    to: readonly [x: number, y: number]
    color: string
    dash: readonly number[]
    width?: number
  },
): void {
  pen.strokeStyle = rule.color
  pen.lineWidth = rule.width ?? 1.5
  pen.setLineDash([...rule.dash])
  pen.beginPath()
  pen.moveTo(...rule.from)
  pen.lineTo(...rule.to)
  pen.stroke()
  pen.setLineDash([])
}
