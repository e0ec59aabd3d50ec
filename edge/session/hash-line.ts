/**
 * Whoever hashes a password stands in one line, and the first hashes. There is nobody who calls the next one up: a
 * request that is cut off never runs again and could not. Everybody looks where they stand now and then, and that is
 * their sign of life; who has given none for a while stands there no more. Who was only slow comes back to their place.
 */
export interface Place {
  readonly number: number
  seen: number
}

/** Longer than any wait here, so that nobody is taken for gone who is not. */
const goneMs = 400
const longestLookMs = 80

let joined = 0
let line: Place[] = []

export function joinLine(): Place {
  const place = { number: joined++, seen: Date.now() }
  line.push(place)
  return place
}

/** Waits until fewer than so many stand before this place: 1 for the first. */
export async function comeAmong(place: Place, first: number): Promise<void> {
  for (let before = countBefore(place); before >= first; before = countBefore(place)) {
    const waitMs = Math.min(longestLookMs, 4 * (before - first + 1))
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** A sign of life of who works meanwhile, for others to see. */
export function showLife(place: Place): void {
  countBefore(place)
}

export function leaveLine(place: Place): void {
  line = line.filter((one) => one !== place)
}

function countBefore(place: Place): number {
  place.seen = Date.now()
  line = line.filter((one) => place.seen - one.seen <= goneMs)
  if (!line.includes(place)) {
    line.push(place)
    line.sort((one, other) => one.number - other.number)
  }
  return line.indexOf(place)
}
