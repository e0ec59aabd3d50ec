/// <reference lib="dom" />

declare global {
  interface Window {
    /** One entry for each live update: when its frame was on screen, and how long after the message that was. */
    liveUpdates: { shownAt: number; tookMs: number }[]
  }
}

/**
 * Run in the page before anything else. Notes when a message with readings arrives on a socket, and when the frame in
 * which a curve was drawn after it has been painted. It looks at the browser's own parts only, so what it measures is the
 * product as it is shipped. It must not use anything from outside itself: its text is what is sent to the page.
 */
export function watchLiveUpdates(): void {
  window.liveUpdates = []
  let heardAt: number | null = null
  let painting = false

  const isReadings = (data: unknown) =>
    data instanceof ArrayBuffer && new TextDecoder().decode(data).includes('"kind":"readings"')
  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols)
      this.addEventListener('message', (event) => {
        const at = performance.now()
        if (isReadings(event.data)) heardAt ??= at
      })
    }
  }

  const stroke = CanvasRenderingContext2D.prototype.stroke
  CanvasRenderingContext2D.prototype.stroke = function (path?: Path2D) {
    if (heardAt !== null && !painting) {
      painting = true
      const since = heardAt
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        // Measure at the first task after the frame's work, when it has been handed to the screen.
        port1.onmessage = () => {
          window.liveUpdates.push({ shownAt: performance.now(), tookMs: performance.now() - since })
          heardAt = null
          painting = false
        }
        port2.postMessage(null)
      })
    }
    Reflect.apply(stroke, this, path ? [path] : [])
  }
}
