import { shellMinutes } from '../domain/live/command.ts'
import type { Bench } from './bench.ts'
import { readSetting, removeSetting, type Store, writeSetting } from './store.ts'

/** A shell that nobody closes closes by itself: after this many minutes where the order says nothing. */
const usualMinutes = 30
/** No order keeps it open for longer. */
const mostMinutes = Math.max(...shellMinutes)

const setting = 'remote_shell_until'

/** Opens or closes the remote shell (decisions D16). Opening an open one gives it the time of the new order. */
export function switchShell(
  { store, clock, notice }: Bench,
  { action, minutes = usualMinutes }: { action: 'start' | 'stop'; minutes?: number | undefined },
): string | null {
  if (action === 'stop') {
    removeSetting(store, setting)
    notice('shell_closed', '')
    return null
  }
  const until = new Date(clock.now() + Math.min(minutes, mostMinutes) * 60_000).toISOString()
  writeSetting(store, setting, until)
  notice('shell_opened', until)
  return until
}

/** Return the time at which the open remote shell closes; null when it is closed. */
export function shellUntil(store: Store, now: number): string | null {
  const until = readSetting(store, setting)
  return until !== null && Date.parse(until) > now ? until : null
}
