/** Interval in which a visible page checks for a new version. */
const askEachMs = 10 * 60_000

/**
 * Keep the app on this machine for the time without network: registers the service worker and has it fetch
 * what may be needed later. Called after everything the page itself waits for; again, it changes nothing.
 */
export async function keepApp(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }))
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep')
  askForNew()
}

let asking = false

/** Let the service worker check for a new version from time to time, because a page that stays open never reloads. */
function askForNew(): void {
  if (asking) return
  asking = true
  const { serviceWorker } = navigator
  let last = Date.now()
  const ask = (leastMs: number) => {
    if (document.visibilityState !== 'visible' || Date.now() - last < leastMs) return
    last = Date.now()
    serviceWorker.controller?.postMessage('check')
  }
  setInterval(() => ask(askEachMs), 60_000)
  document.addEventListener('visibilitychange', () => ask(60_000))
  addEventListener('online', () => ask(60_000))
  // Ask again when another service worker came with another version.
  serviceWorker.addEventListener('controllerchange', () => ask(0))
}
