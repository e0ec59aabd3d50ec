import { effect } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { t } from '../i18n/intl.ts'
import { paths } from '../paths.ts'
import { firstPage } from './first-page.ts'
import { mode } from './mode.ts'
import { hasOpenWork, isWriting } from './open-work.ts'
import { pageName } from './page-name.ts'
import { account } from './session.ts'
import { showToast } from './toasts.ts'

/**
 * Going offline ends the live connection, says so and opens the offline list; going online begins afresh and leaves
 * the offline list for the analyses (spec §2 "Routing rules", §4 "Network and mode"). A person who works on a page or reads a
 * record stays there and is only told: what was set on it is not lost by a blink of the network.
 * @param steps what the change does to the rest of the state, in this order.
 * @param drawn when the first page stands.
 * @returns ends it.
 */
export function followMode(
  steps: { close: () => void; reopen: () => void },
  drawn: Promise<void> = firstPage,
): () => void {
  let before = mode.peek().state
  // Opened without network: whoever asks for a page by its address, or loads it again, gets it.
  if (before === 'offline' && account.peek()) {
    if (location.pathname === paths.home()) openList()
    // Said when the page stands: the texts of its language may still be on their way.
    void drawn.then(() => mode.peek().state === 'offline' && account.peek() && sayOffline())
  }
  return effect(() => {
    const { state } = mode.value
    if (state === before) return
    before = state
    if (!account.peek()) return
    if (state === 'offline') {
      steps.close()
      leaveForOffline()
    } else {
      steps.reopen()
      showToast('done', t('mode.online'))
      if (location.pathname === paths.offline()) navigate(paths.analyses(), { replace: true })
    }
  })
}

function leaveForOffline(): void {
  const isThere = location.pathname.startsWith(paths.offline())
  if (isThere) return sayOffline()
  if (hasOpenWork() || isWriting() || pageName.peek() !== null) {
    return sayOffline({ label: t('mode.openList'), onPress: openList })
  }
  sayOffline()
  openList()
}

function sayOffline(action?: Parameters<typeof showToast>[2]): void {
  const { value: now } = mode
  showToast('warning', t(`mode.${now.state === 'offline' ? now.cause : 'network'}`), action)
}

function openList(): void {
  navigate(paths.offline())
}
