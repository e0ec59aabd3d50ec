/// <reference lib="dom" />

declare global {
  interface Window {
    /** Time at which each cycle was on screen, in milliseconds since 1970. */
    cyclesShown: Record<number, number>
    /** Time at which its reading was at the page's socket. */
    cyclesHeard: Record<number, number>
    /** Time at which the edge published it, by the event's own time. */
    cyclesTold: Record<number, number>
    /** Delays of timers, in milliseconds. */
    timersLate: number[]
  }
}

/**
 * Run in the page before anything else. Notes when the running view has painted that so many cycles are measured. It must
 * not use anything from outside itself: its text is what is sent to the page.
 */
export function watchCycles(): void {
  window.cyclesShown = {}
  window.cyclesHeard = {}
  window.cyclesTold = {}
  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols)
      this.addEventListener('message', ({ data }) => {
        if (!(data instanceof ArrayBuffer)) return
        const text = new TextDecoder().decode(data)
        const cycle = Number(/"phase":"AMP","index":(\d+)/.exec(text)?.[1] ?? 0)
        if (cycle === 0) return
        window.cyclesHeard[cycle] ??= performance.timeOrigin + performance.now()
        window.cyclesTold[cycle] ??= Date.parse(/"at":"([^"]+)"/.exec(text)?.[1] ?? '')
      })
    }
  }
  let last = 0
  const look = () => {
    const text = document.querySelector('main dl')?.textContent ?? ''
    const cycle = Number(/Cycle (\d+) of/.exec(text)?.[1] ?? 0)
    if (cycle <= last) return
    last = cycle
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      // Measure at the first task after the frame's work, when it has been handed to the screen.
      port1.onmessage = () => {
        window.cyclesShown[cycle] = performance.timeOrigin + performance.now()
      }
      port2.postMessage(null)
    })
  }
  new MutationObserver(look).observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
  })
}

/** Run in a page that does nothing else: note how late its timers come, which says how busy the machine is. */
export function watchTimers(): void {
  window.timersLate = []
  const wait = () => {
    const asked = performance.now()
    setTimeout(() => {
      window.timersLate.push(performance.now() - asked - 50)
      wait()
    }, 50)
  }
  wait()
}
