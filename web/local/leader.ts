/** The leader says this often that it is awake, and is replaced by a tab in sight that has not heard it for long. */
const beatMs = 2000
const silentMs = 7000

export interface Leadership {
  /** Whether this tab replicates for all of this browser's. */
  leads: () => boolean
  /** Tells the leader, be it this tab or another, that something is to be done. */
  tell: (order: Order, id?: string) => void
  stop: () => void
}

export type Order = 'resync' | 'refresh' | 'poke' | 'retry'

type Message = 'beat' | { order: Order; id: string | undefined }

/**
 * One of the tabs with the same database leads; the others only save its work. A tab that the browser has frozen
 * keeps its lock: a visible one takes it away. Nothing but work is lost when two lead for a moment.
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
  let leading = false
  let heardAt = Date.now()
  let resign: () => void = () => undefined

  const take = (steal: boolean) => {
    const hold = () => {
      if (stopping.signal.aborted) return undefined
      leading = true
      onLead()
      return new Promise<void>((resolve) => {
        resign = resolve
      })
    }
    const { signal } = stopping
    const held = navigator.locks.request(name, steal ? { steal } : { signal }, hold)
    void held
      .catch(() => undefined)
      .then(() => {
        // Taken away by a tab that did not hear this one: it stands in the queue again.
        if (leading) onFollow()
        leading = false
        heardAt = Date.now()
        if (!stopping.signal.aborted && !steal) take(false)
      })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'beat') heardAt = Date.now()
    else if (leading) onOrder(data.order, data.id)
  })
  const timer = setInterval(() => {
    if (leading) channel.postMessage('beat')
    else if (document.visibilityState === 'visible' && Date.now() - heardAt > silentMs) {
      heardAt = Date.now()
      take(true)
    }
  }, beatMs)
  if ('locks' in navigator) take(false)
  else {
    // A page that is not secure has none: each tab works for itself.
    leading = true
    onLead()
  }
  return {
    leads: () => leading,
    tell: (order, id) => {
      if (leading) onOrder(order, id)
      else if (!stopping.signal.aborted) channel.postMessage({ order, id } satisfies Message)
    },
    stop: () => {
      stopping.abort()
      clearInterval(timer)
      resign()
      channel.close()
      leading = false
    },
  }
}
