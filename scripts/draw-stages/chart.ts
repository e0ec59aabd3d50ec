import { placeOn, ticksOf, writeNumber, type Axis } from './axis.ts'
import { colours, element, round, writeText, type TextStyle } from './svg.ts'

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface LineStyle {
  colour?: string
  width?: number
  dash?: string
  opacity?: number
}

export interface PointStyle {
  colour?: string
  radius?: number
  hollow?: boolean
  opacity?: number
}

/** A place in an axis' units. */
export type Point = readonly [x: number, y: number]

/** A plot with its axes, to which curves are added in the order they are to be painted. */
export class Chart {
  readonly box: Box
  readonly x: Axis
  readonly y: Axis
  readonly #clip: string
  readonly #marks: string[] = []
  readonly #labels: string[] = []

  constructor(box: Box, x: Axis, y: Axis) {
    this.box = box
    this.x = x
    this.y = y
    this.#clip = `plot-${round(box.left)}-${round(box.top)}`
  }

  placeX(value: number): number {
    return this.box.left + this.box.width * placeOn(this.x, value)
  }

  placeY(value: number): number {
    return this.box.top + this.box.height * (1 - placeOn(this.y, value))
  }

  /** A line through the points; a gap where one has no place. */
  line(points: readonly Point[], { colour = colours.blue, ...style }: LineStyle = {}): this {
    const path = this.#trace(points)
    if (path === '') return this
    this.#marks.push(
      element('path', {
        d: path,
        fill: 'none',
        stroke: colour,
        'stroke-width': style.width ?? 1.8,
        'stroke-dasharray': style.dash,
        'stroke-linejoin': 'round',
        opacity: style.opacity,
      }),
    )
    return this
  }

  points(points: readonly Point[], style: PointStyle = {}): this {
    const { colour = colours.blue, radius = 2.6, hollow, opacity } = style
    const circles = points.flatMap(([x, y]) => {
      const [cx, cy] = [this.placeX(x), this.placeY(y)]
      return Number.isFinite(cx + cy) ? element('circle', { cx, cy, r: radius }) : []
    })
    const paint = hollow
      ? { fill: '#ffffff', stroke: colour, 'stroke-width': 1.3 }
      : { fill: colour }
    if (circles.length > 0) this.#marks.push(element('g', { ...paint, opacity }, circles.join('')))
    return this
  }

  /** Fill the space between two lines of the same length. */
  band(low: readonly Point[], high: readonly Point[], colour: string, opacity = 0.16): this {
    const path = `${this.#trace([...low, ...[...high].reverse()])}Z`
    this.#marks.push(element('path', { d: path, fill: colour, opacity }))
    return this
  }

  /** Draw a bar from `low` to `high` with ends, upright at `x`. */
  error(x: number, low: number, high: number, colour: string, width = 3): this {
    const [at, from, to] = [this.placeX(x), this.placeY(low), this.placeY(high)]
    if (!Number.isFinite(at + from + to)) return this
    const path =
      `M${round(at)} ${round(from)}V${round(to)}` +
      `M${round(at - width)} ${round(from)}h${width * 2}M${round(at - width)} ${round(to)}h${width * 2}`
    this.#marks.push(element('path', { d: path, stroke: colour, 'stroke-width': 1.3 }))
    return this
  }

  /** Fill a rectangle between two places. */
  block([x1, y1]: Point, [x2, y2]: Point, colour: string, opacity?: number): this {
    const [left, right] = [this.placeX(x1), this.placeX(x2)].sort((a, b) => a - b) as [
      number,
      number,
    ]
    const [top, bottom] = [this.placeY(y1), this.placeY(y2)].sort((a, b) => a - b) as [
      number,
      number,
    ]
    const shape = { x: left, y: top, width: right - left, height: bottom - top }
    this.#marks.push(element('rect', { ...shape, fill: colour, opacity }))
    return this
  }

  /** A line across the plot at a height. */
  across(y: number, style: LineStyle = {}): this {
    return this.line(
      [
        [this.x.from, y],
        [this.x.to, y],
      ],
      { width: 1.2, ...style },
    )
  }

  /** A line down the plot at a place. */
  upright(x: number, style: LineStyle = {}): this {
    return this.line(
      [
        [x, this.y.from],
        [x, this.y.to],
      ],
      { width: 1.2, ...style },
    )
  }

  /** A word at a place, moved by pixels. */
  label([x, y]: Point, text: string, style: TextStyle & { dx?: number; dy?: number } = {}): this {
    const { dx = 0, dy = 0, ...rest } = style
    const [left, top] = [this.placeX(x) + dx, this.placeY(y) + dy]
    if (Number.isFinite(left + top)) {
      this.#labels.push(writeText(left, top, text, { size: 11, ...rest }))
    }
    return this
  }

  title(text: string): this {
    const { left, top } = this.box
    this.#labels.push(writeText(left, top - 10, text, { bold: true, colour: colours.ink }))
    return this
  }

  toString(): string {
    const { left, top, width, height } = this.box
    const shape = { x: left, y: top, width, height }
    const clip = element('clipPath', { id: this.#clip }, element('rect', shape))
    const frame = element('rect', { ...shape, fill: 'none', stroke: colours.frame })
    const marks = element('g', { 'clip-path': `url(#${this.#clip})` }, this.#marks.join('\n'))
    return [clip, ...this.#drawAxes(), marks, frame, ...this.#labels].join('\n')
  }

  #trace(points: readonly Point[]): string {
    let path = ''
    let isDrawing = false
    for (const [x, y] of points) {
      const [left, top] = [this.placeX(x), this.placeY(y)]
      const isPlace = Number.isFinite(left + top)
      if (isPlace) path += `${isDrawing ? 'L' : 'M'}${round(left)} ${round(top)}`
      isDrawing = isPlace
    }
    return path
  }

  #drawAxes(): string[] {
    const { left, top, width, height } = this.box
    const bottom = top + height
    const parts: string[] = []
    for (const [i, tick] of ticksOf(this.x, Math.max(3, width / 60)).entries()) {
      const at = this.placeX(tick)
      const text = this.x.names?.[i] ?? writeNumber(tick)
      parts.push(
        element('path', {
          d: `M${round(at)} ${round(top)}V${round(bottom)}`,
          stroke: colours.grid,
        }),
        writeText(at, bottom + 16, text, { anchor: 'middle', size: 11 }),
      )
    }
    for (const [i, tick] of ticksOf(this.y, Math.max(3, height / 40)).entries()) {
      const at = this.placeY(tick)
      const text = this.y.names?.[i] ?? writeNumber(tick)
      parts.push(
        element('path', {
          d: `M${round(left)} ${round(at)}h${round(width)}`,
          stroke: colours.grid,
        }),
        writeText(left - 6, at + 4, text, { anchor: 'end', size: 11 }),
      )
    }
    parts.push(writeText(left + width / 2, bottom + 34, this.x.label, { anchor: 'middle' }))
    const middle = top + height / 2
    if (this.y.label !== '') {
      parts.push(writeText(left - 46, middle, this.y.label, { anchor: 'middle', turned: true }))
    }
    return parts
  }
}
