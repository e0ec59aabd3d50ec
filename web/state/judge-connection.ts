import type { LiveState } from './live.ts'

/**
 * `failing`: the line is there, and calls are not answered or fail. `paused`: calls are answered, and nothing comes by itself.
 * `lost`: neither.
 */
export type Connection = 'online' | 'connecting' | 'paused' | 'failing' | 'lost' | 'offline'

/** A call may fail for reasons of its own; so many in a row are the service's. */
const failingFrom = 2

/** Judge the connection to the service by the live bus and by the outcome of the last calls. */
export function judgeConnection(seen: {
  mode: 'online' | 'offline'
  live: { state: LiveState; since: number }
  calls: { failing: number; answeredAt: number }
}): Connection {
  const { mode, live, calls } = seen
  if (mode === 'offline') return 'offline'
  if (live.state === 'lost')
    return calls.failing === 0 && calls.answeredAt >= live.since ? 'paused' : 'lost'
  if (calls.failing >= failingFrom) return 'failing'
  return live.state === 'connected' ? 'online' : 'connecting'
}
