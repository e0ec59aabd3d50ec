import type { PageAsk } from '../../domain/sync/asks.ts'
import { Fault } from '../../domain/fault.ts'
import { faultOf, isSilence } from './back-off.ts'
import type { Clock, Page, Service } from './ports.ts'

/** Longest wait for other streams that ask in the same moment (ms): they have only to read their marks. */
const gatherMs = 20

interface Waiting {
  ask: PageAsk
  resolve: (page: Page | Promise<Page>) => void
  reject: (error: unknown) => void
}

/**
 * Make one call of what all streams ask for at once: after the start of a page, and after each hint. A page that the answer
 * does not bring is asked for alone, so that none waits for another one.
 */
export class Gather {
  readonly #service: Pick<Service, 'pull' | 'pulls'>
  readonly #clock: Clock
  readonly #limit: number
  /** Streams that may ask; 1 with an edge that answers one at a time. */
  #size: number
  #waiting: Waiting[] = []
  /** Streams that ask once alone: a call with them got no answer, which may be too long for the way. */
  readonly #alone = new Set<string>()

  /** @param limit records in a page. @param size streams that may ask. */
  constructor(
    service: Pick<Service, 'pull' | 'pulls'>,
    clock: Clock,
    { limit, size }: { limit: number; size: number },
  ) {
    this.#service = service
    this.#clock = clock
    this.#limit = limit
    this.#size = size
  }

  /**
   * Return a page, by one call with what others ask for meanwhile. @throws what `Service.pull` throws.
   * @param limit records in it: pages that are made smaller, after one that failed, are asked for alone.
   */
  fetch(ask: PageAsk, limit: number): Promise<Page> {
    const isAlone = this.#alone.delete(keyOf(ask)) || this.#size < 2 || limit !== this.#limit
    if (isAlone) return this.#fetchAlone(ask, limit)
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting
      waiting.push({ ask, resolve, reject })
      if (waiting.length === this.#size) void this.#send()
      else if (waiting.length === 1) {
        void this.#clock.wait(gatherMs).then(() => {
          if (waiting === this.#waiting) void this.#send()
        })
      }
    })
  }

  /** Ask for nothing that still waits for others. */
  end(): void {
    const over = new Fault('offline', 'Pulling has ended')
    for (const { reject } of this.#waiting) reject(over)
    this.#waiting = []
  }

  async #send(): Promise<void> {
    const asked = this.#waiting
    this.#waiting = []
    const pages = await this.#fetchAll(asked.map(({ ask }) => ask)).catch((error: unknown) => {
      for (const { reject } of asked) reject(error)
      return null
    })
    for (const [at, { ask, resolve }] of asked.entries()) {
      if (pages) resolve(pages[at] ?? this.#fetchAlone(ask))
    }
  }

  /** Return what one call brings; nothing where it cannot be made of several. */
  async #fetchAll(asks: readonly PageAsk[]): Promise<(Page | null)[]> {
    if (asks.length < 2) return []
    try {
      return await this.#service.pulls(asks, this.#limit)
    } catch (error) {
      if (isSilence(error)) for (const ask of asks) this.#alone.add(keyOf(ask))
      const { code } = faultOf(error)
      // Ask for single pages of a service from before this call, and where the answer cannot be made: they say which it is.
      if (['not_found', 'method_refused', 'invalid'].includes(code)) this.#size = 1
      else if (code !== 'internal') throw error
      return []
    }
  }

  #fetchAlone({ kinds, ...place }: PageAsk, limit = this.#limit): Promise<Page> {
    return this.#service.pull(kinds, { ...place, limit })
  }
}

function keyOf({ kinds, home }: PageAsk): string {
  return `${kinds.join()}@${home ?? ''}`
}
