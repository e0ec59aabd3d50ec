import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { keepSessionWith } from './client/call.ts'
import { startLanguage } from './i18n/intl.ts'
import { watchNetwork } from './state/network.ts'
import { refreshSession, restoreSession } from './state/session.ts'

watchNetwork()
keepSessionWith({ refresh: refreshSession })
await startLanguage()
void restoreSession()

const root = document.getElementById('app')
if (root) createRoot(root).render(<App />)
