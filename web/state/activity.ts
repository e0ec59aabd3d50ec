import { mode } from './mode.ts'
import { refreshSession, session } from './session.ts'

/** The edge's idle end is half an hour after the last call; one in this time is enough to move it. */
const everyMs = 4 * 60_000

/**
 * Keep the session alive while a person works, also on a page that makes no call for long: a plate being laid out, a
 * text being written. The page's own background calls do not (`background` in client/call.ts). Called once.
 */
export function keepAliveByActs(): void {
  let told = Date.now()
  const tell = () => {
    if (Date.now() - told < everyMs) return
    if (session.peek().state !== 'in' || mode.peek().state === 'offline') return
    told = Date.now()
    void refreshSession()
  }
  for (const act of ['pointerdown', 'keydown']) {
    document.addEventListener(act, tell, { capture: true, passive: true })
  }
}
