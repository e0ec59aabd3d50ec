import { effect } from '@preact/signals-react'
import { keepApp } from '../client/keep-app.ts'
import { chooseDatePattern } from '../i18n/format.ts'
import { hasText, t } from '../i18n/intl.ts'
import { keepAliveByActs } from './activity.ts'
import { closeLive, openLive } from './live.ts'
import { network } from './network.ts'
import { closeRecords, database, openRecords, recordsReady, resyncRecords } from './records.ts'
import { account, refreshSession, session } from './session.ts'
import { showToast } from './toasts.ts'
import type { DeviceNotice } from '../../domain/live/event.ts'
import { device as deviceEntity } from '../../domain/entities/device.ts'

let wired = false

/**
 * Every effect that one part of the state has on another, in order (spec §4 "Network and mode", "Socket"):
 * signed in → open the account's records, then the live bus; signed out → close both; a hint from the bus or a
 * network that comes back → pull. Nowhere else does a change of one state file touch another. Called once
 * somebody is signed in; the login page needs none of it.
 */
export function wireState(): void {
  if (wired) return
  wired = true

  const connect = () =>
    openLive({
      onHint: resyncRecords,
      onNotice: (device, notice) => void showNotice(device, notice),
    })

  effect(() => {
    const pattern = account.value?.preferences.date_format
    if (pattern) chooseDatePattern(pattern)
  })

  let opened: string | null = null
  effect(() => {
    const { value: who } = account
    const key = who && `${who.uuid}-${who.scope}`
    if (key === opened) return
    opened = key
    // Also from one account to the next: the bus belongs to whom it was opened for.
    void closeLive()
    if (!who) {
      void closeRecords()
      return
    }
    void openRecords(who.uuid, who.scope, () => void refreshSession({ background: true })).finally(
      () =>
        // Records that cannot be pulled are no reason never to try, and to say so.
        setTimeout(() => opened === key && connect(), 5000),
    )
  })

  effect(() => {
    if (!recordsReady.value) return
    const key = opened
    // Large downloads come once people see the records they wait for: the bus's client, and the app itself
    // for the time without network. Without the latter it still works; it only does not open offline.
    whenDrawn(() => {
      if (key !== null && opened === key) connect()
      keepApp().catch(() => undefined)
    })
  })

  let before = network.peek()
  effect(() => {
    const { value: reach } = network
    const isBack = reach === 'online' && before === 'offline'
    before = reach
    if (!isBack || !account.peek()) return
    void refreshSession({ background: true })
    resyncRecords()
    connect()
  })

  let locked = false
  effect(() => {
    const { state } = session.value
    // Signed in again over locked pages: what was missed meanwhile is fetched.
    if (state === 'in' && locked) {
      resyncRecords()
      connect()
    }
    locked = state === 'locked'
  })

  keepAliveByActs()

  document.addEventListener('visibilitychange', () => {
    // A page that slept may have missed hints, and may still lead its sisters (stack: frozen leader tab).
    if (document.visibilityState === 'visible') resyncRecords()
  })
}

/** Does it when what has just come should be drawn and the browser is idle, and never more than 1.2 s from now. */
function whenDrawn(task: () => void): void {
  setTimeout(() => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: 900 })
    else task()
  }, 300)
}

/** An event of a device is told with the device's name (spec §8). */
async function showNotice(uuid: string, { kind, text }: DeviceNotice): Promise<void> {
  const found = await database.peek()?.devices.findOne(`${deviceEntity.kind}|${uuid}`).exec()
  const name = (found?.toJSON().body['name'] as string | undefined) ?? t('device.unknown')
  const key = `notice.${kind}`
  const message = hasText(key) ? t(key, { device: name }) : text
  showToast(kind === 'error' ? 'error' : 'info', message)
}
