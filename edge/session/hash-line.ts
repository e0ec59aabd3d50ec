/**
 * Whoever hashes a password stands in one line, and the first hashes. People at a session go before strangers who sign
 * in, one place for each of them: nobody from outside holds up a signature, and nobody at a session holds up the sign-ins.
 * There is nobody who calls the next one up: a request that is cut off never runs again and could not. Everybody looks
 * where they stand now and then, and that is their sign of life; who has given none for a while stands there no more. Who
 * was only slow comes back to their place.
 */
export interface Place {
  readonly number: number
  /** The person at a session who goes before strangers. */
  readonly person: string | null
  /** Has the memory: nobody goes before who works already. */
  atWork: boolean
  seen: number
}

/** Longer than any wait here, so that nobody is taken for gone who is not. */
const goneMs = 400
const longestLookMs = 80

let joined = 0
let line: Place[] = []

/** @param person at a session, by their uuid; a second place of theirs is one among the strangers. */
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
  if (!line.includes(place)) line.push(place)
  return line.filter((one) => one !== place && comesBefore(one, place)).length
}

function comesBefore(one: Place, other: Place): boolean {
  if (one.atWork !== other.atWork) return one.atWork
  const isPerson = one.person !== null
  if (isPerson !== (other.person !== null)) return isPerson
  return one.number < other.number
}
