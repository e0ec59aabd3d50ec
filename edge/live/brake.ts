interface Rate {
  /** Requests allowed at once, after a pause. */
  burst: number
  perSecond: number
}

interface Bucket {
  left: number
  at: number
  isStopped: boolean
}

const mostNames = 4096

/** Holds each sender to a rate: a bucket that fills by time and gives one for each message. */
export class Brake {
  readonly #rate: Rate
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate
    this.#now = now
  }

  /** `first` is the first message that is too many since the sender kept to its rate: it is said once. */
  ask(name: string): 'yes' | 'first' | 'no' {
    const { burst, perSecond } = this.#rate
    const at = this.#now()
    const before = this.#buckets.get(name) ?? { left: burst, at, isStopped: false }
    // Take nothing out of the bucket for a clock that was set back.
    const passed = Math.max(0, at - before.at)
    const filled = Math.min(burst, before.left + (passed / 1000) * perSecond)
    // Trust only a bucket that is full again to have kept to its rate.
    const isStopped = before.isStopped && filled < burst
    const pass = filled >= 1 ? 'yes' : isStopped ? 'no' : 'first'
    // Clear the buckets only for a new name: a known one takes no further room, and nobody's count begins again.
    if (this.#buckets.size >= mostNames && !this.#buckets.has(name)) this.#buckets.clear()
    this.#buckets.set(name, {
      left: pass === 'yes' ? filled - 1 : filled,
      at,
      isStopped: isStopped || pass === 'first',
    })
    return pass
  }
}
