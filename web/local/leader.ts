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

export type Order = 'resync' | 'refresh' | 'poke' | 'retry'

type Message = 'beat' | { order: Order; id: string | undefined }

/**
 * Lead among the tabs with the same database; the others only save its work. A tab that the browser has frozen keeps
 * its lock: a visible one takes it over. Only work is wasted when two lead for a moment.
 */
export function startLeadership(options: {
  name: string
  onLead: () => void
  onFollow: () => void
  onOrder: (order: Order, id?: string) => void
}): Leadership {
  const { name, onLead, onFollow, onOrder } = options
  const channel = new BroadcastChannel(`lead-${name}`)
  const stopping = new AbortController()
  /** Ends the wait for the lead. */
  let queue = new AbortController()
  let able = true
  let leading = false
  let heardAt = Date.now()
  let resign: () => void = () => undefined

  const take = (steal: boolean) => {
    const hold = () => {
      if (stopping.signal.aborted || !able) return undefined
      leading = true
      onLead()
      return new Promise<void>((resolve) => {
        resign = resolve
      })
    }
    const mine = queue
    const { signal } = mine
    const held = navigator.locks.request(name, steal ? { steal } : { signal }, hold)
    void held
      .catch(() => undefined)
      .then(() => {
        // Join the queue again: a tab that did not hear this one has taken the lead.
        if (leading) onFollow()
        leading = false
        heardAt = Date.now()
        if (!stopping.signal.aborted && able && mine === queue && !steal) take(false)
      })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'beat') heardAt = Date.now()
    else if (leading) onOrder(data.order, data.id)
  })
  const timer = setInterval(() => {
    if (leading) channel.postMessage('beat')
    else if (able && document.visibilityState === 'visible' && Date.now() - heardAt > silentMs) {
      heardAt = Date.now()
      take(true)
    }
  }, beatMs)
  const begin = () => {
    if ('locks' in navigator) return take(false)
    // A page that is not secure has none: each tab works for itself.
    leading = true
    onLead()
  }
  begin()
  return {
    leads: () => leading,
    tell: (order, id) => {
      if (leading) onOrder(order, id)
      else if (!stopping.signal.aborted) channel.postMessage({ order, id } satisfies Message)
    },
    setAble: (now) => {
      if (now === able || stopping.signal.aborted) return
      able = now
      heardAt = Date.now()
      if (able) {
        queue = new AbortController()
        return begin()
      }
      queue.abort()
      if ('locks' in navigator) return resign()
      leading = false
      onFollow()
    },
    stop: () => {
      stopping.abort()
      queue.abort()
      clearInterval(timer)
      resign()
      channel.close()
      leading = false
    },
  }
}
