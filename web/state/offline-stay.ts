import { effect } from '@preact/signals-react'
import { clockSlackMs, offlineStayMs } from '../../domain/catalog/limits.ts'
import { mode, workOnline } from './mode.ts'
import { endSession, offlineUntil, session } from './session.ts'

/** Interval in which an open page checks whether its time without the service is over. */
const lookMs = 60_000

/**
 * Lock the page once the time is over for which a person may work on this machine without the service, and where the clock was
 * turned back so far that it would never be. What was typed stays behind the sign-in, what waits to be sent stays on the disk.
 * @returns ends it.
 */
export function limitOfflineStay(): () => void {
  const look = () => {
    const now = mode.peek()
    if (session.peek().state !== 'in' || now.state !== 'offline' || !isOver()) return
    endSession({ stay: true })
    // End the choice of working offline, as the sign-in needs the service.
    if (now.cause === 'chosen') void workOnline()
  }
  const timer = setInterval(look, lookMs)
  // Look after a sleep of the machine, in which its timers slept too.
  document.addEventListener('visibilitychange', look)
  const end = effect(() => {
    if (mode.value.state === 'offline') look()
  })
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    end()
  }
}

function isOver(): boolean {
  const until = offlineUntil.peek()
  if (until === null) return false
  const now = Date.now()
  return now > until || now < until - offlineStayMs - clockSlackMs
}
