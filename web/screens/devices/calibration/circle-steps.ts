import type { RoiCircle } from '../../../../domain/entities/calibration.ts'

/** A change of the circles of a plate; of one well, or of all where `well` is null. Lengths in pixels, angles in radians. */
export type CircleStep =
  | { kind: 'move'; well: string | null; x: number; y: number }
  | { kind: 'resize'; well: string | null; by: number }
  | { kind: 'spread'; factor: number }
  | { kind: 'turn'; angle: number }

/** Return the circles after a step, rounded to hundredths as the service keeps them. */
export function stepCircles(circles: readonly RoiCircle[], step: CircleStep): RoiCircle[] {
  const middle = {
    x: circles.reduce((sum, { x }) => sum + x, 0) / Math.max(1, circles.length),
    y: circles.reduce((sum, { y }) => sum + y, 0) / Math.max(1, circles.length),
  }
  return circles.map((circle) => {
    if ('well' in step && step.well !== null && step.well !== circle.well) return circle
    const { well, x, y, radius } = stepOne(circle, step, middle)
    return { well, x: round(x), y: round(y), radius: Math.max(1, round(radius)) }
  })
}

function stepOne(circle: RoiCircle, step: CircleStep, middle: { x: number; y: number }): RoiCircle {
  const [dx, dy] = [circle.x - middle.x, circle.y - middle.y]
  switch (step.kind) {
    case 'move':
      return { ...circle, x: circle.x + step.x, y: circle.y + step.y }
    case 'resize':
      return { ...circle, radius: circle.radius + step.by }
    case 'spread':
      return { ...circle, x: middle.x + dx * step.factor, y: middle.y + dy * step.factor }
    case 'turn': {
      const [cos, sin] = [Math.cos(step.angle), Math.sin(step.angle)]
      return { ...circle, x: middle.x + dx * cos - dy * sin, y: middle.y + dx * sin + dy * cos }
    }
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
