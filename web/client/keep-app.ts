/**
 * Keeps the app on this machine for the time without network: registers the service worker and has it fetch
 * what may be needed later. Called after everything the page itself waits for; again, it changes nothing.
 */
export async function keepApp(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }))
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep')
}
