/** How many changes of one kind were made to a trail, and which of them nobody noticed. */
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
