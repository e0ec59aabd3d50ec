/** Waiting times between tries: doubling, capped, and spread so that a fleet does not come back as one. */
export interface BackOff {
  /** Milliseconds to wait before the next try. */
  next(): number
  reset(): void
}

export function createBackOff(firstMs: number, longestMs: number, random = Math.random): BackOff {
  let tries = 0
  return {
    next() {
      const whole = Math.min(longestMs, firstMs * 2 ** tries)
      tries += 1
      return whole * (0.5 + random() / 2)
    },
    reset() {
      tries = 0
    },
  }
}
