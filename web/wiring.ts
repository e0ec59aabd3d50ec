import { effect, untracked } from '@preact/signals-react'
import { keepApp } from './client/keep-app.ts'
import { chooseDatePattern } from './i18n/format.ts'
import { inDesktop } from './host/host.ts'
import { t } from './i18n/intl.ts'
import { fetchDialogs } from './parts/dialog/Dialog.tsx'
import { skipComposing } from './parts/keys/skip-composing.ts'
import { skipHeld } from './parts/keys/skip-held.ts'
import { keepAliveByActs } from './state/activity.ts'
import { firstPage } from './state/first-page.ts'
import { tellLeftOrders } from './state/left-orders.ts'
import { connectLive, followLive } from './state/follow-live.ts'
import { followAlarmMarks } from './state/alarm-marks.ts'
import { refreshSettings } from './state/message-choices.ts'
import { followInbox, forgetInbox, refreshInbox } from './state/inbox.ts'
import { closeLive } from './state/live.ts'
import { forgetPerson } from './state/personal.ts'
import { followMode } from './state/follow-mode.ts'
import { newVersion, watchVersion } from './state/new-version.ts'
import { limitOfflineStay } from './state/offline-stay.ts'
import {
  closeRecords,
  openRecords,
  records,
  recordsReady,
  refreshRecords,
  resyncRecords,
} from './state/records.ts'
import { account, followOtherTabs, refreshSession, session } from './state/session.ts'
import { forgetMessages, showToast } from './state/toasts.ts'
import { followVisits } from './state/visit.ts'
import { holdsForms, watchTyping } from './state/unsaved.ts'

let wired = false

/**
 * Wire the state as soon as a person is signed in, before anything is drawn for them.
 * @param fetchList fetches the list that is opened without network.
 */
export function wireWhenSignedIn(fetchList: () => Promise<void>): void {
  effect(() => {
    if (account.value) untracked(() => wireState(fetchList))
  })
}

/**
 * Wire every effect that one part of the state has on another, in order (spec §4 "Network and mode", "Socket"): signed
 * in → open the account's records, then the live bus; signed out → close both; a hint from the bus or a network that
 * comes back → pull. All such effects begin here. Called once a person is signed in; the login page needs none of it.
 */
export function wireState(fetchList: () => Promise<void>): void {
  if (wired) return
  wired = true

  // Listen first: others act on the keys that are left.
  skipComposing()
  skipHeld()

  effect(() => {
    const pattern = account.value?.preferences.date_format
    if (pattern) chooseDatePattern(pattern)
  })

  followVisits()
  followAlarmMarks()
  followInbox()
  followAccount()

  followMode({
    close: closeLive,
    reopen: () => {
      void refreshSession({ background: true })
      resyncRecords()
      connectLive()
    },
    fetchList,
  })

  // Load it in the desktop shell only.
  if (inDesktop()) {
    void import('./follow-host.ts').then(
      ({ followHost }) => followHost(),
      () => undefined,
    )
  }

  limitOfflineStay()
  followOtherTabs()
  watchVersion()
  watchTyping()
  tellKeptForms()

  effect(() => {
    // Send the data of this machine from a tab that the service accepts.
    const able = session.value.state === 'in' && newVersion.value?.needed !== true
    records.value?.setAble(able)
  })

  followLock()
  followLive()
  keepAliveByActs()

  document.addEventListener('visibilitychange', () => {
    // Look after a sleep, in which the page may have missed hints, and may still lead its sisters (stack: frozen leader tab).
    if (document.visibilityState !== 'visible') return
    refreshRecords()
    if (recordsReady.peek()) refreshInbox()
  })
}

/** Open the records and the bus of the account that is signed in, and close those of the one before. */
function followAccount(): void {
  let opened: string | null = null
  let person: string | null = null
  effect(() => {
    const { value: who } = account
    if (person !== null && person !== who?.uuid) forgetPerson()
    person = who?.uuid ?? null
    const key = who && `${who.uuid}-${who.company_uuid}-${who.scope}`
    if (key === opened) return
    if (opened) {
      forgetMessages()
      forgetInbox()
    }
    opened = key
    // Close it also from one account to the next: the bus belongs to whom it was opened for.
    closeLive()
    if (!who) {
      // Leave them also with the next account: what this one pulled is not the next one's to see.
      void closeRecords({ leave: true })
      return
    }
    void firstPage.then(async () => {
      if (opened !== key) return
      tellLeftOrders(who.uuid)
      const done = openRecords(who, () => void refreshSession({ background: true }))
      // Connect also where records cannot be pulled, which is no reason never to try, and to say so.
      await done.finally(() => setTimeout(() => opened === key && connectLive(), 5000))
    })
  })

  effect(() => {
    if (!recordsReady.value) return
    const key = opened
    // Load large parts once people see the records they wait for: the bus's client, and the app itself for the time without network. Without the
    // latter it still works; it only does not open offline.
    whenDrawn(() => {
      if (key !== null && opened === key) {
        refreshInbox()
        void refreshSettings()
        connectLive()
      }
      keepApp().catch(() => undefined)
      fetchDialogs().catch(() => undefined)
      import('./lan/keep-pass.ts').then(
        ({ followLanPass }) => followLanPass(),
        () => undefined,
      )
    })
  })
}

/** Close the bus while the session is over, and fetch what was missed when it is not any more. */
function followLock(): void {
  let locked = false
  effect(() => {
    const { state } = session.value
    // Fetch what was missed meanwhile after a sign-in over locked pages.
    if (state === 'in' && locked) {
      resyncRecords()
      connectLive()
    }
    locked = state === 'locked'
    // Close the live connection where nobody is signed in (spec §8 "401").
    if (locked) closeLive()
  })
}

/** Do it when what has just come should be drawn and the browser is idle, and never more than 1.2 s from now. */
function whenDrawn(task: () => void): void {
  setTimeout(() => {
    // Go on at once in Safari, which has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: 900 })
    else task()
  }, 300)
}

/** Fill the forms that were open before a reload, as they are opened again. */
function tellKeptForms(): void {
  if (!holdsForms()) return
  void import('./state/kept-forms.ts').then(({ returnForms }) => {
    const names = returnForms((form) => showToast('info', t('version.filled', { form })))
    if (names.length > 0) showToast('warning', t('version.waiting', { forms: names.join(', ') }))
  })
}
