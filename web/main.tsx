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
  visitOver: () =>
    void import('./state/visit.ts').then(({ endVisit }) => endVisit({ tell: false })),
})
/** So long a page waits with its first drawing for what it is made of; a word of waiting is drawn after that. */
const patienceMs = 200

// At once, beside the question who is there: mostly somebody is.
const fetching = isOpenPage(location.pathname) ? null : fetchSignedIn()
// Skip the question while a password is set by a link: that person has no session yet (spec §2 "Routing rules").
const asking = location.pathname.includes(paths.setPassword()) ? null : askWhoIsThere()

// Not awaited here: another language's file imports this one (what the bundler puts into it), and each would wait for the other.
void startLanguage().then(async () => {
  if (fetching) await Promise.race([Promise.all([fetching, asking]), wait(patienceMs)])
  const root = document.getElementById('app')
  if (root) createRoot(root).render(<App />)
})

/** Ask for the session, on the login page only after the first paint: that page does not need the answer. */
async function askWhoIsThere(): Promise<void> {
  if (location.pathname === paths.login()) {
    await new Promise(requestAnimationFrame)
    await wait(0)
  }
  await restoreSession()
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
