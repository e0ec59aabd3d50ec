import { effect } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { t } from '../i18n/intl.ts'
import { paths } from '../paths.ts'
import { firstPage } from './first-page.ts'
import { mode } from './mode.ts'
import { isWriting } from './open-work.ts'
import { hasOpenWork } from './unsaved.ts'
import { pageName } from './page-name.ts'
import { account } from './session.ts'
import { showToast } from './toasts.ts'

/**
 * Follow the mode: going offline ends the live connection, shows a message and opens the offline list; going online
 * reconnects and leaves the offline list for the analyses (spec §2 "Routing rules", §4 "Network and mode"). A person
 * who works on a page or reads a record stays there and receives only the message: a short loss of the network must not
 * lose their settings.
 * @param steps changes to the rest of the state, in this order; `fetchList` fetches the offline list, and fails where it is not on
 *   this machine yet.
 * @param drawn resolves when the first page is drawn.
 * @returns ends it.
 */
export function followMode(
  steps: { close: () => void; reopen: () => void; fetchList: () => Promise<void> },
  drawn: Promise<void> = firstPage,
): () => void {
  let before = mode.peek().state
  // Keep the page that a person opens by its address or reloads without network.
  if (before === 'offline' && account.peek()) {
    if (location.pathname === paths.home()) openList()
    // Show the message after the first page: the texts of its language may still be on their way.
    void drawn.then(() => mode.peek().state === 'offline' && account.peek() && sayOffline())
  }
  return effect(() => {
    const { state } = mode.value
    if (state === before) return
    before = state
    if (!account.peek()) return
    if (state === 'offline') {
      steps.close()
      leaveForOffline(steps.fetchList)
    } else {
      steps.reopen()
      showToast('done', t('mode.online'))
      if (location.pathname === paths.offline()) navigate(paths.analyses(), { replace: true })
    }
  })
}

function leaveForOffline(fetchList: () => Promise<void>): void {
  const isThere = location.pathname.startsWith(paths.offline())
  if (isThere) return sayOffline()
  if (isAtWork()) return sayOffline({ label: t('mode.openList'), onPress: openList })
  sayOffline()
  const { href } = location
  const isLeft = () => location.href !== href || mode.peek().state === 'online' || isAtWork()
  // Stay where the list is not on this machine yet: the page that is open says more than one that cannot be opened.
  void fetchList().then(
    () => isLeft() || openList(),
    () => undefined,
  )
}

const isAtWork = () => hasOpenWork() || isWriting() || pageName.peek() !== null

function sayOffline(action?: Parameters<typeof showToast>[2]): void {
  const { value: now } = mode
  showToast('warning', t(`mode.${now.state === 'offline' ? now.cause : 'network'}`), action)
}

function openList(): void {
  navigate(paths.offline())
}
