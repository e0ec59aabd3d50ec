/** Height of a label of 12 px with its margin, in pixels. */
export const labelHeight = 15

/**
 * Place labels so that none covers another: each wants its lower edge at its own line, and
 * those too close to each other are pushed up, the lowest staying where it is. A pile that would
 * leave the field at the top moves down as a whole. Answers in the order asked.
 */
export function placeLabels(lines: readonly number[], top: number, bottom: number): number[] {
  const order = lines.map((_, at) => at).toSorted((a, b) => at(lines, b) - at(lines, a))
  const placed = [...lines]
  let ceiling = bottom + labelHeight
  for (const index of order) {
    ceiling = Math.min(at(lines, index), ceiling - labelHeight)
    placed[index] = ceiling
  }
  let floor = top
  for (const index of order.toReversed()) {
    floor += labelHeight
    if (at(placed, index) >= floor) break
    placed[index] = floor
  }
  return placed
}

function at(values: readonly number[], index: number): number {
  return values[index] as number
}
