import { AsyncLocalStorage } from 'node:async_hooks'
import type { LocalCode } from './local-code.ts'

/** Functions of the browser that the page's own client uses. */
export interface BrowserOfCall {
  isOnLine: () => boolean
  fetch: (url: string, init: RequestInit) => Promise<Response>
  refresh: () => Promise<boolean>
}

const here = new AsyncLocalStorage<BrowserOfCall>()

/** Run what a page does: several browsers share this process, and the client's code has one. */
export function inBrowser<Value>(browser: BrowserOfCall, work: () => Value): Value {
  return here.run(browser, work)
}

function browser(): BrowserOfCall {
  const known = here.getStore()
  if (!known) throw new Error('no page makes this call')
  return known
}

/** Install the globals that `web/client/call.ts` reads, once per process. */
export function installBrowser(): void {
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: {
      get onLine() {
        return browser().isOnLine()
      },
    },
  })
  Object.assign(globalThis, {
    fetch: (url: string, init: RequestInit) => browser().fetch(url, init),
    matchMedia: () => ({ matches: false }),
  })
}

/** Keep the session, once for each loaded version of the page. */
export function keepSession(keepSessionWith: LocalCode['keepSessionWith']): void {
  keepSessionWith({ refresh: () => browser().refresh(), who: () => null })
}
