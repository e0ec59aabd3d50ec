/** Position in a round through wells, one by one. */
export interface WellStep {
  /** Index of the well. */
  well: number
  /** Counts from 1. */
  position: number
  count: number
  previous: number | null
  next: number | null
}

/**
 * Return the wells to go through: several selected ones, or with a single one all that have results, so that one steps
 * from it to its neighbour. Null if nothing is selected or no selected well has a result.
 * @param wells indices of all wells with results, in the order of the plate.
 * @param at the well looked at; another one than those gone through counts as the first.
 */
export function stepWells(
  wells: readonly number[],
  selected: ReadonlySet<number>,
  at: number | null,
): WellStep | null {
  if (selected.size === 0) return null
  const [only] = selected
  const list = selected.size > 1 ? [...selected].toSorted((a, b) => a - b) : wells
  const wanted = selected.size > 1 ? at : (only ?? null)
  const found = wanted === null ? -1 : list.indexOf(wanted)
  // Show a chosen well even without results: its card says that there are none.
  if (found < 0 && selected.size === 1 && only !== undefined) {
    return { well: only, position: 1, count: 1, previous: null, next: null }
  }
  const place = Math.max(0, found)
  const well = list[place]
  if (well === undefined) return null
  return {
    well,
    position: place + 1,
    count: list.length,
    previous: list[place - 1] ?? null,
    next: list[place + 1] ?? null,
  }
}
