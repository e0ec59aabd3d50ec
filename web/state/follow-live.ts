import { effect } from '@preact/signals-react'
import { device as deviceEntity } from '../../domain/entities/device.ts'
import type { DeviceNotice } from '../../domain/live/event.ts'
import { visiting } from '../client/visiting.ts'
import { refreshInbox } from './inbox.ts'
import {
  type LiveHooks,
  openLive,
  probeLive,
  refreshLive,
  subscribeTopic,
  wakeLive,
} from './live.ts'
import { unanswered } from './mode.ts'
import { noticeToast } from './notice-toast.ts'
import { records, resyncRecords } from './records.ts'
import { endSession, refreshSession, session } from './session.ts'
import { showToastOf } from './toasts.ts'
import { hasOpenWork } from './unsaved.ts'

const hooks: LiveHooks = {
  onHint: resyncRecords,
  onReceived: refreshInbox,
  onNotice: showNotice,
  onError: ({ uuid, error: text }) =>
    showNotice(uuid, { kind: 'error', analysis_uuid: null, text }, false),
  // Sign out after 401 from the live stream: clear the state and show /login (spec §2, decisions R7). A person with
  // unsaved work signs in again over their page.
  onRefused: () => endSession({ stay: hasOpenWork() }),
  // Refresh the session: either it is still valid and the socket follows, or the refresh reports its end.
  onEnded: () => void refreshSession({ background: true }),
}

/** Open the live bus of the signed-in person; an open one stays. */
export function connectLive(): void {
  // Listen to nothing in a visit: the bus is of the own company, and pages pull when they are looked at and after each change.
  if (visiting) return
  openLive(hooks)
}

/**
 * Give the live bus what it needs of the rest of the state: the devices it listens to, a refreshed session, and calls without
 * an answer. Called once.
 */
export function followLive(): void {
  let stop: (() => void) | null = null
  effect(() => {
    const source = records.value
    stop?.()
    stop = null
    if (!source) return
    void import('../live/own-devices.ts').then(({ hearOwnDevices }) => {
      if (records.peek() === source) stop = hearOwnDevices(source.model, subscribeTopic)
    })
  })

  let before = session.peek()
  effect(() => {
    const { value: now } = session
    // Refresh also when signed in again over locked pages: a socket that rests since it was refused wakes by it.
    const wasOpen = before.state === 'in' || before.state === 'locked'
    const isRefresh = now !== before && now.state === 'in' && wasOpen
    before = now
    if (isRefresh) refreshLive()
  })

  effect(() => {
    if (unanswered.value > 0) probeLive()
    else wakeLive()
  })
}

function nameOf(uuid: string): string | undefined {
  const devices = records.peek()?.model.list(deviceEntity.kind).get() ?? []
  const found = devices.find((one) => one['uuid'] === uuid)
  return found?.['name'] as string | undefined
}

function showNotice(uuid: string, notice: DeviceNotice, gateway: boolean): void {
  showToastOf(uuid, noticeToast(notice, nameOf(uuid), gateway))
}
