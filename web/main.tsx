import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { App, fetchSignedIn } from './App.tsx'
import { keepSessionWith } from './client/call.ts'
import { startLanguage } from './i18n/intl.ts'
import { isOpenPage, paths } from './paths.ts'
import { mode, noteAnswer, watchMode } from './state/mode.ts'
import { needNewVersion } from './state/new-version.ts'
import { account, refreshSession, restoreSession } from './state/session.ts'

watchMode()
keepSessionWith({
  refresh: refreshSession,
  who: () => account.peek()?.uuid ?? null,
  isOffline: () => mode.peek().state === 'offline',
  noteAnswer,
  outdated: needNewVersion,
})
// At once, beside the question who is there: mostly somebody is.
if (!isOpenPage(location.pathname)) fetchSignedIn()
// Whoever sets a password by a link is nobody yet (spec §2 "Routing rules").
if (!location.pathname.includes(paths.setPassword())) askWhoIsThere()

// Not awaited here: another language's file imports this one (what the bundler puts into it), and each would wait for the other.
void startLanguage().then(() => {
  const root = document.getElementById('app')
  if (root) createRoot(root).render(<App />)
})

/** The login page stands without the answer: there it is asked once the page can be seen. */
function askWhoIsThere(): void {
  if (location.pathname !== paths.login()) void restoreSession()
  else requestAnimationFrame(() => setTimeout(() => void restoreSession()))
}
