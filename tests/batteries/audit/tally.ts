/** Number of changes of one kind that were made to a trail, and those that no check noticed. */
export interface Tally {
  name: string
  tried: number
  missed: string[]
}

export function newTally(name: string): Tally {
  return { name, tried: 0, missed: [] }
}

export function count(tally: Tally, noticed: boolean, what: () => string): void {
  tally.tried += 1
  if (!noticed) tally.missed.push(what())
}
