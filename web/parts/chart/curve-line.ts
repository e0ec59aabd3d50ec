/** One curve. Give a new object, or a new array, whenever its values change. */
export type CurveLine = {
  readonly id: string
  readonly values: ArrayLike<number>
  /** Position of each value; without it the values are at 1, 2, 3 … (cycles). */
  readonly x?: ArrayLike<number> | undefined
  /** A CSS colour, also as `var(--name)`. */
  readonly color: string
  /** Dash and gap lengths in pixels; none for a solid line. */
  readonly dash?: readonly number[] | undefined
  /** `strong` is drawn last and thick, `dim` at 25 %. */
  readonly weight?: 'normal' | 'strong' | 'dim' | undefined
  /** Value axis on which it is read; absent: the left one. */
  readonly axis?: 'right' | undefined
}

export function xAt(line: CurveLine, index: number): number {
  return line.x ? (line.x[index] ?? Number.NaN) : index + 1
}

/** Find the least and the most of x and of y over the lines of an axis; on a log axis only values above 0 count. */
export function findExtent(lines: readonly CurveLine[], log: boolean, axis?: 'right') {
  const extent = { xLeast: Infinity, xMost: -Infinity, yLeast: Infinity, yMost: -Infinity }
  for (const line of lines) {
    if (line.axis !== axis) continue
    for (let index = 0; index < line.values.length; index++) {
      const y = line.values[index] as number
      if (!Number.isFinite(y) || (log && y <= 0)) continue
      const x = xAt(line, index)
      if (x < extent.xLeast) extent.xLeast = x
      if (x > extent.xMost) extent.xMost = x
      if (y < extent.yLeast) extent.yLeast = y
      if (y > extent.yMost) extent.yMost = y
    }
  }
  return extent
}

/**
 * Return the point at which each line's drawing continues, when every line only grew at its end; null when the
 * chart must be drawn again. Dashed lines count as changed: a dash cannot be resumed in mid-line.
 */
export function findAppended(
  before: readonly CurveLine[],
  after: readonly CurveLine[],
): number[] | null {
  if (before.length !== after.length) return null
  const starts: number[] = []
  for (let at = 0; at < after.length; at++) {
    const old = before[at] as CurveLine
    const line = after[at] as CurveLine
    if (old === line) {
      starts.push(line.values.length)
      continue
    }
    if (!sameStyle(old, line) || !continues(old, line)) return null
    starts.push(Math.max(0, old.values.length - 1))
  }
  return starts
}

function sameStyle(old: CurveLine, line: CurveLine): boolean {
  const dashed = (line.dash?.length ?? 0) > 0 || (old.dash?.length ?? 0) > 0
  const same = old.id === line.id && old.color === line.color && old.weight === line.weight
  return same && old.axis === line.axis && !dashed
}

function continues(old: CurveLine, line: CurveLine): boolean {
  if (old.values === line.values || line.values.length < old.values.length) return false
  for (let index = 0; index < old.values.length; index++) {
    if (!Object.is(old.values[index], line.values[index])) return false
    if (xAt(old, index) !== xAt(line, index)) return false
  }
  return true
}
