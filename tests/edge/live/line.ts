import { browserLike, openSocket } from './connect-live.ts'

/** Line between a page and the hub, which a test can disturb. */
export interface Line {
  /** Open it, as a page's `new WebSocket` would. */
  open(): Promise<WebSocket>
  /** Return the number of openings. */
  opened(): number
  /** From now on nothing gets through, in either direction, and nobody says so. */
  hang(): void
  /** Let everything through again, on lines opened from now on. */
  mend(): void
  /** The service's end closes it with this code. */
  close(code: number, reason?: string): void
}

/** Make a line to the company's hub that can fail on demand; the hub and both sockets are real. */
export function makeLine(company: string): Line {
  let count = 0
  let hangs = false
  let end: WebSocket | undefined
  return {
    async open() {
      count += 1
      const hub = await openSocket(company)
      const [near, far] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket]
      const mine = { hangs }
      near.binaryType = 'arraybuffer'
      far.binaryType = 'arraybuffer'
      far.addEventListener('message', ({ data }) => {
        if (!hangs && !mine.hangs) hub.send(data)
      })
      hub.addEventListener('message', ({ data }) => {
        if (!hangs && !mine.hangs) far.send(data)
        else mine.hangs = true
      })
      hub.addEventListener('close', ({ code, reason }) => {
        if (!hangs) far.close(code === 1006 || code === 1005 ? 1001 : code, reason)
      })
      far.addEventListener('close', () => hub.close())
      far.accept()
      hub.accept()
      end = far
      return browserLike(near) as unknown as WebSocket
    },
    opened: () => count,
    hang() {
      hangs = true
    },
    mend() {
      hangs = false
    },
    close: (code, reason = '') => end?.close(code, reason),
  }
}
