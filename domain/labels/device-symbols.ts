/** Symbols that a label of a lot has, of those in ISO 15223-1:2021. */
export type DeviceSymbol =
  | 'manufacturer'
  | 'use_by'
  | 'batch'
  | 'catalogue'
  | 'serial'
  | 'temperature'
  | 'do_not_reuse'
  | 'instructions'
  | 'ivd'

type Point = readonly [x: number, y: number]

/**
 * A symbol as outlines to be drawn with a pen, and shapes to be filled; y grows downwards. Its height is 1, and so is its width unless
 * it says otherwise. The drawings are our own, after the descriptions of the standard.
 */
export interface SymbolDrawing {
  /** Number of the symbol in ISO 15223-1:2021, and its title there. */
  clause: string
  title: string
  width: number
  lines: readonly (readonly Point[])[]
  fills: readonly (readonly Point[])[]
}

/** Width of the pen, as a share of the height. */
const symbolPen = 0.07

/** Read points written as `x y, x y`. */
function path(text: string): Point[] {
  return text.split(', ').map((pair): Point => {
    const [x = 0, y = 0] = pair.split(' ').map(Number)
    return [x, y]
  })
}

/** Letters on a grid of 0 to 2 across and 0 to 4 down, as straight lines. */
const letters: Readonly<Record<string, readonly (readonly Point[])[]>> = {
  D: [path('0 0, 1.2 0, 2 0.9, 2 3.1, 1.2 4, 0 4, 0 0')],
  E: [path('2 0, 0 0, 0 4, 2 4'), path('0 2, 1.6 2')],
  F: [path('2 0, 0 0, 0 4'), path('0 2, 1.6 2')],
  I: [path('1 0, 1 4')],
  L: [path('0 0, 0 4, 2 4')],
  N: [path('0 4, 0 0, 2 4, 2 0')],
  O: [path('0.6 0, 1.4 0, 2 0.8, 2 3.2, 1.4 4, 0.6 4, 0 3.2, 0 0.8, 0.6 0')],
  R: [path('0 4, 0 0, 1.4 0, 2 0.5, 2 1.6, 1.4 2.1, 0 2.1'), path('0.9 2.1, 2 4')],
  S: [path('2 0.5, 1.5 0, 0.5 0, 0 0.5, 0 1.5, 0.5 2, 1.5 2, 2 2.5, 2 3.5, 1.5 4, 0.5 4, 0 3.5')],
  T: [path('0 0, 2 0'), path('1 0, 1 4')],
  V: [path('0 0, 1 4, 2 0')],
}

/** Draw a word in a frame, as LOT, REF, SN and IVD are. */
function framed(word: string): Pick<SymbolDrawing, 'width' | 'lines' | 'fills'> {
  const unit = 0.13
  const [step, margin] = [2.9 * unit, 0.24]
  const width = 2 * margin + step * word.length - 0.9 * unit
  const edge = symbolPen / 2
  const frame: Point[] = [
    [edge, edge],
    [width - edge, edge],
    [width - edge, 1 - edge],
    [edge, 1 - edge],
    [edge, edge],
  ]
  const drawn = [...word].flatMap((letter, at) =>
    (letters[letter] ?? []).map((line) =>
      line.map(([x, y]): Point => [margin + at * step + x * unit, 0.24 + y * unit]),
    ),
  )
  return { width, lines: [frame, ...drawn], fills: [] }
}

/** Return points on a circle, the first one again at its end. Angles in turns, clockwise from the top. */
function arc(middle: Point, radius: number, from = 0, to = 1): Point[] {
  const pieces = Math.max(6, Math.round(32 * Math.abs(to - from)))
  return Array.from({ length: pieces + 1 }, (_, at) => {
    const angle = 2 * Math.PI * (from + ((to - from) * at) / pieces)
    return [middle[0] + radius * Math.sin(angle), middle[1] - radius * Math.cos(angle)]
  })
}

/** Draw the hourglass of a use-by date. */
const hourglass: Pick<SymbolDrawing, 'width' | 'lines' | 'fills'> = {
  width: 0.7,
  lines: [
    path('0.04 0.04, 0.66 0.04'),
    path('0.04 0.96, 0.66 0.96'),
    path('0.12 0.04, 0.12 0.24, 0.35 0.5, 0.12 0.76, 0.12 0.96'),
    path('0.58 0.04, 0.58 0.24, 0.35 0.5, 0.58 0.76, 0.58 0.96'),
  ],
  fills: [path('0.2 0.26, 0.5 0.26, 0.35 0.46'), path('0.16 0.92, 0.35 0.72, 0.54 0.92')],
}

/** Draw the thermometer with a mark at each limit. */
const thermometer: Pick<SymbolDrawing, 'width' | 'lines' | 'fills'> = {
  width: 0.8,
  lines: [
    path('0.3 0.64, 0.3 0.12, 0.36 0.05, 0.44 0.05, 0.5 0.12, 0.5 0.64'),
    arc([0.4, 0.8], 0.17, 0.1, 0.9),
    path('0.5 0.22, 0.78 0.22'),
    path('0.02 0.5, 0.3 0.5'),
  ],
  fills: [arc([0.4, 0.8], 0.1), path('0.37 0.35, 0.43 0.35, 0.43 0.8, 0.37 0.8')],
}

/** Draw a crossed-out 2. */
const once: Pick<SymbolDrawing, 'width' | 'lines' | 'fills'> = {
  width: 1,
  lines: [
    arc([0.5, 0.5], 0.46),
    path('0.33 0.36, 0.38 0.27, 0.5 0.22, 0.62 0.27, 0.67 0.38, 0.62 0.5, 0.33 0.76, 0.69 0.76'),
    path('0.175 0.175, 0.825 0.825'),
  ],
  fills: [],
}

/** Draw an open book with an i on it. */
const booklet: Pick<SymbolDrawing, 'width' | 'lines' | 'fills'> = {
  width: 1.1,
  lines: [
    path('0.55 0.2, 0.42 0.1, 0.2 0.06, 0.04 0.1, 0.04 0.86, 0.2 0.82, 0.42 0.86, 0.55 0.96'),
    path('0.55 0.2, 0.68 0.1, 0.9 0.06, 1.06 0.1, 1.06 0.86, 0.9 0.82, 0.68 0.86, 0.55 0.96'),
    path('0.55 0.2, 0.55 0.96'),
    path('0.76 0.38, 0.82 0.36, 0.82 0.68'),
    path('0.74 0.68, 0.9 0.68'),
  ],
  fills: [arc([0.81, 0.25], 0.05)],
}

/** Draw the factory of a manufacturer: filled, as its own date is apart. */
const factory: Pick<SymbolDrawing, 'width' | 'lines' | 'fills'> = {
  width: 1,
  lines: [],
  fills: [
    path(
      '0.04 0.96, 0.04 0.46, 0.3 0.3, 0.3 0.46, 0.56 0.3, 0.56 0.46, 0.7 0.38, 0.73 0.04, 0.89 0.04, 0.96 0.96',
    ),
  ],
}

/** Symbols with their drawings and their titles: facts of one table for label, preview and documents. */
export const symbolDrawings: Readonly<Record<DeviceSymbol, SymbolDrawing>> = {
  manufacturer: { clause: '5.1.1', title: 'Manufacturer', ...factory },
  use_by: { clause: '5.1.4', title: 'Use-by date', ...hourglass },
  batch: { clause: '5.1.5', title: 'Batch code', ...framed('LOT') },
  catalogue: { clause: '5.1.6', title: 'Catalogue number', ...framed('REF') },
  serial: { clause: '5.1.7', title: 'Serial number', ...framed('SN') },
  temperature: { clause: '5.3.7', title: 'Temperature limit', ...thermometer },
  do_not_reuse: { clause: '5.4.2', title: 'Do not re-use', ...once },
  instructions: { clause: '5.4.3', title: 'Consult instructions for use', ...booklet },
  ivd: { clause: '5.5.1', title: 'In vitro diagnostic medical device', ...framed('IVD') },
}

/** Return a line as closed shapes as wide as the pen: what fills shapes draws lines too. */
function penStrokes(line: readonly Point[]): Point[][] {
  const half = symbolPen / 2
  return line.slice(1).map(([x2, y2], at) => {
    const [x1, y1] = line[at] ?? [x2, y2]
    const length = Math.hypot(x2 - x1, y2 - y1) || 1
    // Draw half a pen longer at both ends, so that corners are closed.
    const [ux, uy] = [((x2 - x1) / length) * half, ((y2 - y1) / length) * half]
    return [
      [x1 - ux - uy, y1 - uy + ux],
      [x2 + ux - uy, y2 + uy + ux],
      [x2 + ux + uy, y2 + uy - ux],
      [x1 - ux + uy, y1 - uy - ux],
    ]
  })
}

/** Return twice the area of a shape, with the sign of the way round. */
function areaOf(shape: readonly Point[]): number {
  return shape.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = shape[(at + 1) % shape.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
}

/** Return all closed shapes of a symbol, its lines as wide as the pen. All run the same way round: none cancels another where they cross. */
export function shapesOf(symbol: DeviceSymbol): Point[][] {
  const { lines, fills } = symbolDrawings[symbol]
  return [...fills, ...lines.flatMap(penStrokes)].map((shape) =>
    areaOf(shape) < 0 ? shape.toReversed() : [...shape],
  )
}
