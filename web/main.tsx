import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { startLanguage } from './i18n/intl.ts'
import { restoreSession } from './state/session.ts'
import { wireState } from './state/wiring.ts'

wireState()
await startLanguage()
void restoreSession()

const root = document.getElementById('app')
if (root) createRoot(root).render(<App />)

if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/sw.js')
