import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import '../../web/styles/tokens.css'
import '../../web/styles/base.css'

/** Draw something on the test's page and take it away again when the test is over. */
export function mount(content: ReactNode): HTMLElement {
  const holder = document.createElement('div')
  document.body.append(holder)
  const root = createRoot(holder)
  onTestFinished(() => {
    root.unmount()
    holder.remove()
  })
  flushSync(() => root.render(content))
  return holder
}
