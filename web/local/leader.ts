/** The leader says this often that it is awake, and is replaced by a tab in sight that has not heard it for long. */
const beatMs = 2000
const silentMs = 7000

export interface Leadership {
  /** Returns true when this tab replicates for all tabs of this browser. */
  leads: () => boolean
  /** Tells the leader, be it this tab or another, that something is to be done. */
  tell: (order: Order, id?: string) => void
  /** A tab that cannot send, as one whose session is over, leaves the lead to the others until it can. */
  setAble: (able: boolean) => void
  stop: () => void
}

export type Order = 'resync' | 'refresh' | 'fetchOlder' | 'poke' | 'retry'

type Message = 'beat' | { order: Order; id: string | undefined }

export interface LeadershipOptions {
  /** Name of the database that the tabs share. */
  name: string
  onLead: () => void
  onFollow: () => void
  onOrder: (order: Order, id?: string) => void
}

/**
 * Lead among the tabs with the same database; the others only save its work. A tab that the browser has frozen keeps
 * its lock: a visible one takes it over. Only work is wasted when two lead for a moment.
 */
export function startLeadership(options: LeadershipOptions): Leadership {
  return new TabLeadership(options)
}

class TabLeadership implements Leadership {
  readonly #options: LeadershipOptions
  readonly #channel: BroadcastChannel
  readonly #timer: ReturnType<typeof setInterval>
  /** Ends the wait for the lead. */
  #queue = new AbortController()
  #stopped = false
  #able = true
  #leading = false
  #heardAt = Date.now()
  #resign: () => void = () => undefined

  constructor(options: LeadershipOptions) {
    this.#options = options
    this.#channel = new BroadcastChannel(`lead-${options.name}`)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data === 'beat') this.#heardAt = Date.now()
      else if (this.#leading) options.onOrder(data.order, data.id)
    })
    this.#timer = setInterval(() => this.#beat(), beatMs)
    this.#begin()
  }

  leads(): boolean {
    return this.#leading
  }

  tell(order: Order, id?: string): void {
    if (this.#leading) this.#options.onOrder(order, id)
    else if (!this.#stopped) this.#channel.postMessage({ order, id } satisfies Message)
  }

  setAble(able: boolean): void {
    if (able === this.#able || this.#stopped) return
    this.#able = able
    this.#heardAt = Date.now()
    if (able) {
      this.#queue = new AbortController()
      return this.#begin()
    }
    this.#queue.abort()
    if ('locks' in navigator) return this.#resign()
    this.#leading = false
    this.#options.onFollow()
  }

  stop(): void {
    this.#stopped = true
    this.#queue.abort()
    clearInterval(this.#timer)
    this.#resign()
    this.#channel.close()
    this.#leading = false
  }

  #begin(): void {
    if ('locks' in navigator) return this.#take(false)
    // Lead in a page that is not secure and has no locks: each tab works for itself.
    this.#leading = true
    this.#options.onLead()
  }

  /** Wait for the lock and lead while it is held; `steal` takes it from a tab that is silent. */
  #take(steal: boolean): void {
    const mine = this.#queue
    const how = steal ? { steal } : { signal: mine.signal }
    void navigator.locks
      .request(this.#options.name, how, () => this.#hold())
      .catch(() => undefined)
      .then(() => {
        // Join the queue again: a tab that did not hear this one has taken the lead.
        if (this.#leading) this.#options.onFollow()
        this.#leading = false
        this.#heardAt = Date.now()
        if (!this.#stopped && this.#able && mine === this.#queue && !steal) this.#take(false)
      })
  }

  /** Lead until the lead is given up; the lock is free when the promise settles. */
  #hold(): Promise<void> | undefined {
    if (this.#stopped || !this.#able) return undefined
    this.#leading = true
    this.#options.onLead()
    return new Promise((resolve) => {
      this.#resign = resolve
    })
  }

  #beat(): void {
    if (this.#leading) return this.#channel.postMessage('beat')
    const isSilent = Date.now() - this.#heardAt > silentMs
    if (!this.#able || document.visibilityState !== 'visible' || !isSilent) return
    this.#heardAt = Date.now()
    this.#take(true)
  }
}
