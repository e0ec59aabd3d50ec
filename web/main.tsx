import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { keepSessionWith } from './client/call.ts'
import { startLanguage } from './i18n/intl.ts'
import { paths } from './paths.ts'
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
// Not awaited here: another language's file imports this one (what the bundler puts into it), and each would wait for the other.
void startLanguage().then(() => {
  // Whoever sets a password by a link is nobody yet (spec §2 "Routing rules").
  if (!location.pathname.includes(paths.setPassword())) void restoreSession()
  const root = document.getElementById('app')
  if (root) createRoot(root).render(<App />)
})
