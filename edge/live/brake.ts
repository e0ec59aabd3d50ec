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
    // A clock that was set back takes nothing out of the bucket.
    const passed = Math.max(0, at - before.at)
    const filled = Math.min(burst, before.left + (passed / 1000) * perSecond)
    // Only a bucket that is full again has kept to its rate.
    const isStopped = before.isStopped && filled < burst
    const pass = filled >= 1 ? 'yes' : isStopped ? 'no' : 'first'
    // One that is known takes no further room: with as many as fit nobody's count begins again.
    if (this.#buckets.size >= mostNames && !this.#buckets.has(name)) this.#buckets.clear()
    this.#buckets.set(name, {
      left: pass === 'yes' ? filled - 1 : filled,
      at,
      isStopped: isStopped || pass === 'first',
    })
    return pass
  }
}
