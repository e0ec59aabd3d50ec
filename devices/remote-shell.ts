import type { Bench } from './bench.ts'
import { readSetting, removeSetting, type Store, writeSetting } from './store.ts'

/** A shell that nobody closes closes by itself. */
export const shellMs = 30 * 60_000

const setting = 'remote_shell_until'

/** Opens or closes the remote shell (decisions D16). Opening an open one gives it its whole time again. */
export function switchShell(
  { store, clock, notice }: Bench,
  action: 'start' | 'stop',
): string | null {
  if (action === 'stop') {
    removeSetting(store, setting)
    notice('shell_closed', '')
    return null
  }
  const until = new Date(clock.now() + shellMs).toISOString()
  writeSetting(store, setting, until)
  notice('shell_opened', until)
  return until
}

/** Until when the remote shell is open; null when it is closed. */
export function shellUntil(store: Store, now: number): string | null {
  const until = readSetting(store, setting)
  return until !== null && Date.parse(until) > now ? until : null
}
