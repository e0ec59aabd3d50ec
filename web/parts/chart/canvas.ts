import type { ReadColor } from './draw-curves.ts'
import type { ChartGeometry } from './geometry.ts'

/** Resize a canvas to the screen's pixels when the size changed. Setting a size also clears it. */
export function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number): void {
  const ratio = window.devicePixelRatio || 1
  const wide = Math.round(width * ratio)
  const high = Math.round(height * ratio)
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
}

/** Run a drawing in CSS pixels, clipped to the chart's field when a geometry is given. */
export function withPen(
  canvas: HTMLCanvasElement,
  options: { clear: boolean; clip: ChartGeometry },
  draw: (pen: CanvasRenderingContext2D) => void,
): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const ratio = window.devicePixelRatio || 1
  if (options.clear) {
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, canvas.width, canvas.height)
  }
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.save()
  const [left, right] = options.clip.x.range
  const [bottom, top] = options.clip.y.range
  pen.beginPath()
  pen.rect(left, top, right - left, bottom - top)
  pen.clip()
  draw(pen)
  pen.restore()
}

/** Read `var(--name)` colours of an element's theme, each once. */
export function makeColorReader(element: Element): ReadColor {
  const style = getComputedStyle(element)
  const known = new Map<string, string>()
  return (color) => {
    const name = /^var\((--[\w-]+)\)$/.exec(color)?.[1]
    if (!name) return color
    const value = known.get(name) ?? (style.getPropertyValue(name).trim() || '#888888')
    known.set(name, value)
    return value
  }
}
