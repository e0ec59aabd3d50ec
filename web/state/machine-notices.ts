import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Received } from '../../domain/calls/notifications.ts'
import { keepItem } from '../keep-item.ts'

const key = 'machine-notices'

const wanted = signal(globalThis.localStorage?.getItem(key) === 'on')

/** True when this browser is to tell of new messages by itself while another window is in front. */
export const machineNotices: ReadonlySignal<boolean> = wanted

/** Turn it on, which asks the browser by the click of a person, or off. */
export async function setMachineNotices(on: boolean): Promise<'done' | 'refused' | 'missing'> {
  if (on && !('Notification' in globalThis)) return 'missing'
  if (on && (await Notification.requestPermission()) !== 'granted') return 'refused'
  wanted.value = on
  // Ignore a missing storage: it holds until the page is left.
  keepItem(key, on ? 'on' : 'off')
  return 'done'
}

/** Messages that were there when the page was opened, or have been told since: of one account. */
const told = new Map<string, Set<string>>()

/**
 * Return the unread messages that have come since the last call, the newest first; none at the first call for an account: what
 * waited before the page was opened is in the tray.
 */
export function takeFresh(of: string, messages: readonly Received[]): Received[] {
  const known = told.get(of)
  told.set(of, new Set([...(known ?? []), ...messages.map(({ uuid }) => uuid)]))
  return known ? messages.filter(({ uuid, read_at }) => !read_at && !known.has(uuid)) : []
}
