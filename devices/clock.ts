/** Time as the parts of a device see it; tests put their own in its place. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Call `act` once after `ms`; the returned function takes it back. */
  after(ms: number, act: () => void): () => void
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
