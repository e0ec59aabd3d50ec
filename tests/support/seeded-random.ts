/** Numbers that are the same for the same seed, everywhere. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `count`. */
  below(count: number): number
  /** From 1 on and rarely large: most changes are small ones. */
  few(most: number): number
  pick<T>(items: readonly T[]): T
}

/** Create a generator of random numbers (Mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * Math.max(1, count))
  return {
    next,
    below,
    few: (most) => 1 + Math.floor(next() * next() * next() * most),
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
  }
}
