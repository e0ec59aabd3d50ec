/**
 * A request that hashes a password waits in one line, and the first in it hashes. People at a session go before strangers
 * who sign in, with one place for each person: nobody from outside delays a signature, and nobody at a session delays the
 * sign-ins. No request calls the next one, since a request that is cut off never runs again: each looks at its position
 * from time to time, which is also its sign of life. A place without one for a while is removed; a request that was only
 * slow gets its place back.
 */
export interface Place {
  readonly number: number
  /** The person at a session who goes before strangers. */
  readonly person: string | null
  /** True while its work fills the memory: nobody goes before it. */
  atWork: boolean
  seen: number
}

/** Longer than any wait here, so that a waiting request is never taken for gone. */
const goneMs = 400
const longestLookMs = 80

let joined = 0
let line: Place[] = []

/**
 * Take a place in the line.
 * @param person at a session, by their uuid; a second place of the same person counts as a stranger's.
 */
export function joinLine(person: string | null = null): Place {
  const isFirst = person !== null && !line.some((place) => place.person === person)
  const place = {
    number: joined++,
    person: isFirst ? person : null,
    atWork: false,
    seen: Date.now(),
  }
  line.push(place)
  return place
}

/** Wait until fewer than `first` places are before this one: 1 to be the first. */
export async function comeAmong(place: Place, first: number): Promise<void> {
  for (let before = countBefore(place); before >= first; before = countBefore(place)) {
    const waitMs = Math.min(longestLookMs, 4 * (before - first + 1))
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** Give a sign of life while working. */
export function showLife(place: Place): void {
  countBefore(place)
}

export function leaveLine(place: Place): void {
  line = line.filter((one) => one !== place)
}

function countBefore(place: Place): number {
  place.seen = Date.now()
  line = line.filter((one) => place.seen - one.seen <= goneMs)
  if (!line.includes(place)) line.push(place)
  return line.filter((one) => one !== place && comesBefore(one, place)).length
}

function comesBefore(one: Place, other: Place): boolean {
  if (one.atWork !== other.atWork) return one.atWork
  const isPerson = one.person !== null
  if (isPerson !== (other.person !== null)) return isPerson
  return one.number < other.number
}
