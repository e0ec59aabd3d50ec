import type { ServerResponse } from 'node:http'
import type { HostEventData, HostEventName } from '../domain/desktop-bridge.ts'
import type { Tell } from './device-registry.ts'

/** The host's events on their way to the pages (server-sent events). */
export interface EventStream {
  tell: Tell
  /** Add a page to the listeners; it first receives the present state. */
  join(response: ServerResponse): void
  close(): void
}

/**
 * Create a stream of events for pages.
 * @param options.standing sends the present state to a new page.
 * @param options.onAlone called when no page has listened for some seconds: a reload takes less.
 */
export function createEventStream(options: {
  standing(tell: Tell): void
  onAlone(): void
  aloneMs?: number
}): EventStream {
  const { standing, onAlone, aloneMs = 5_000 } = options
  const listeners = new Set<ServerResponse>()
  let alone: NodeJS.Timeout | undefined
  let isOver = false
  return {
    tell(name, data) {
      for (const listener of listeners) write(listener, name, data)
    },
    join(response) {
      clearTimeout(alone)
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
      listeners.add(response)
      response.on('close', () => {
        listeners.delete(response)
        if (listeners.size === 0 && !isOver) alone = setTimeout(onAlone, aloneMs)
      })
      standing((name, data) => write(response, name, data))
    },
    close() {
      isOver = true
      for (const listener of listeners) listener.end()
      listeners.clear()
      clearTimeout(alone)
    },
  }
}

function write<Name extends HostEventName>(
  response: ServerResponse,
  name: Name,
  data: HostEventData<Name>,
): void {
  response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
