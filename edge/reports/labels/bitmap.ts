/** A curve of a letter as fonts describe it: `moveTo`, `lineTo`, `quadraticCurveTo`, `bezierCurveTo`, `closePath`. */
export interface PathStep {
  command: string
  args: readonly number[]
}

type Point = readonly [x: number, y: number]

/** Straight pieces that a curve is drawn with: letters on labels are some millimetres high. */
const pieces = 6

/** Dots of a label printer: black or white. */
export class Bitmap {
  readonly width: number
  readonly height: number
  readonly #rows: Uint8Array[]

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#rows = Array.from({ length: height }, () => new Uint8Array(width))
  }

  /** Blacken a box. */
  fill(x: number, y: number, width: number, height: number): void {
    for (let row = y; row < y + height; row += 1) this.#rows[row]?.fill(1, x, x + width)
  }

  /**
   * Blacken what closed outlines enclose (non-zero winding, as fonts mean it): dots whose middle is within.
   * @param place of the origin of the outlines and the size of their unit, in dots; their y grows upwards.
   */
  fillPath(steps: readonly PathStep[], place: { x: number; y: number; scale: number }): void {
    const edges = outline(steps).flatMap((ring) =>
      ring.map(
        (point, at) =>
          [toDots(point, place), toDots(ring[(at + 1) % ring.length] ?? point, place)] as const,
      ),
    )
    const heights = edges.map(([[, y]]) => y)
    const last = Math.min(this.height - 1, Math.ceil(Math.max(...heights)))
    for (let row = Math.max(0, Math.floor(Math.min(...heights))); row <= last; row += 1) {
      this.#fillRow(row, edges)
    }
  }

  #fillRow(row: number, edges: readonly (readonly [Point, Point])[]): void {
    const middle = row + 0.5
    const crossings: { x: number; turn: number }[] = []
    for (const [[x1, y1], [x2, y2]] of edges) {
      if (y1 <= middle === y2 <= middle) continue
      crossings.push({ x: x1 + ((middle - y1) / (y2 - y1)) * (x2 - x1), turn: y1 < y2 ? 1 : -1 })
    }
    crossings.sort((a, b) => a.x - b.x)
    let turns = 0
    for (const [at, { x, turn }] of crossings.entries()) {
      turns += turn
      const next = crossings[at + 1]
      if (turns === 0 || !next) continue
      const [from, to] = [Math.ceil(x - 0.5), Math.ceil(next.x - 0.5)]
      this.#rows[row]?.fill(1, Math.max(0, from), Math.max(0, to))
    }
  }

  /** Return the dots as a printer's graphic field: eight to a byte, the first in the highest bit, rows filled up with white. */
  bytes(): { rowBytes: number; rows: Uint8Array[] } {
    const rowBytes = Math.ceil(this.width / 8)
    const rows = this.#rows.map((dots) => {
      const packed = new Uint8Array(rowBytes)
      for (let x = 0; x < dots.length; x += 1) {
        if (dots[x] === 1) packed[x >> 3] = (packed[x >> 3] ?? 0) | (0x80 >> (x & 7))
      }
      return packed
    })
    return { rowBytes, rows }
  }
}

function toDots([x, y]: Point, place: { x: number; y: number; scale: number }): Point {
  return [place.x + x * place.scale, place.y - y * place.scale]
}

/** Turn steps into rings of points. */
function outline(steps: readonly PathStep[]): Point[][] {
  const rings: Point[][] = []
  let pen: Point = [0, 0]
  for (const { command, args } of steps) {
    const points = Array.from({ length: args.length / 2 }, (_, at): Point => [
      args[2 * at] ?? 0,
      args[2 * at + 1] ?? 0,
    ])
    const end = points.at(-1)
    if (!end) continue
    if (command === 'moveTo') rings.push([end])
    else rings.at(-1)?.push(...curve([pen, ...points]))
    pen = end
  }
  return rings
}

/** Return points along a line or a Bézier curve, without its beginning. */
function curve(control: readonly Point[]): Point[] {
  const count = control.length > 2 ? pieces : 1
  return Array.from({ length: count }, (_, at) => along(control, (at + 1) / count))
}

/** Return the point at a share of a Bézier curve (de Casteljau). */
function along(control: readonly Point[], share: number): Point {
  if (control.length === 1) return control[0] ?? [0, 0]
  const between = control.slice(1).map(([x, y], at): Point => {
    const [fromX, fromY] = control[at] ?? [x, y]
    return [fromX + (x - fromX) * share, fromY + (y - fromY) * share]
  })
  return along(between, share)
}
