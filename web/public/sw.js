// Keeps what the app is made of on this machine, so that it opens without network. Nothing of the API is here: it belongs to the
// account that is signed in, and the page keeps it by account (web/local/).

const shellCache = 'shell'
// Earlier versions kept files of analyses here, of all accounts together.
const blobsBefore = 'blobs'
const index = '/index.html'
const manifest = '/asset-manifest.json'
// List of the previous version's files: its tabs may stay open for days.
const manifestBefore = '/asset-manifest.before.json'
const navigationMs = 4000

// All tabs of this browser (web/state/new-version.ts).
const tabs = new BroadcastChannel('version')

self.addEventListener('install', () => self.skipWaiting())

// A page with somebody signed in asks for it (web/client/keep-app.ts).
self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepOnce())
  if (event.data === 'check') event.waitUntil(lookForNew())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), caches.delete(blobsBefore)]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  // The desktop shell's own: its events never end, and its start is no page.
  if (pathname.startsWith('/desktop/') || pathname.startsWith('/v3/') || pathname.startsWith('/scim/')) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(openPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(shellCache, request))
  else event.respondWith(freshFirst(request))
})

/** Return true for a file: a proxy that stops it, or a network that wants a sign-in, answers with a page of its own. */
function isFile(answer) {
  return answer.ok && !answer.headers.get('content-type')?.startsWith('text/html')
}

/** The name holds the hash of the content: a file that is kept is right for ever. */
async function keptFirst(name, request) {
  const kept = await findKept(request)
  if (kept && isFile(kept)) return kept
  const answer = await fetch(request)
  if (isFile(answer)) await keep(name, request, answer.clone())
  return answer
}

const findKept = ({ url }) => caches.match(url).catch(() => undefined)

/** Keep what has come where there is room: the page has it also where the browser keeps nothing more, or nothing at all. */
async function keep(name, { url }, answer) {
  const cache = await caches.open(name).catch(() => null)
  await cache?.put(url, answer).catch(() => undefined)
}

/** Keep a file. @throws Error where something else came in its place. */
async function keepFile(cache, url) {
  const answer = await fetch(url)
  if (!isFile(answer)) throw new Error(`${url} is no file`)
  await cache.put(url, answer)
}

async function freshFirst(request) {
  const answer = await fetch(request).catch(async (error) => {
    const kept = await findKept(request)
    if (kept) return kept
    throw error
  })
  if (isFile(answer)) void keep(shellCache, request, answer.clone())
  return answer
}

/** Every address of the app is the same page. A newer one is taken when the service answers in time. */
async function openPage(event) {
  try {
    const answer = await fetch(event.request, { signal: AbortSignal.timeout(navigationMs) })
    if (answer.ok) {
      const text = await answer.clone().text()
      event.waitUntil(keepIfNew(text))
      return answer
    }
    // The service is there and ill: the page that is kept says more than its error would.
    return (await caches.match(index)) ?? answer
  } catch (error) {
    const kept = await caches.match(index)
    if (kept) return kept
    throw error
  }
}

let renewing = null

/**
 * Pages that open while a new version is fetched wait for that one fetch: on a slow line, one for each would hold up all. Tell
 * the tabs also of one that is kept already: the message sent when it came may have reached none of them, or was never sent.
 */
async function keepIfNew(text) {
  if (!buildOf(text)) return
  const kept = await caches.match(index)
  if (!kept) return
  if ((await kept.text()) !== text) {
    renewing ??= keepShell().finally(() => (renewing = null))
    await renewing
  }
  tellTabs(text)
}

/**
 * Check for a new version from a page that stays open for days without loading another. Report also a version that was
 * stored while it slept.
 */
async function lookForNew() {
  const answer = await fetch('/', { cache: 'no-cache' }).catch(() => null)
  if (!answer?.ok) return
  const text = await answer.text()
  await keepIfNew(text)
  tellTabs(text)
}

/** Return the name of a version's first file, by its page; nothing for a page that is not the app's. */
function buildOf(text) {
  return /<script[^>]+src="(\/assets\/[^"]+)"/.exec(text)?.[1]
}

/** Tell the tabs which version is ready, by the name of its first file: a tab of that version ignores it. */
function tellTabs(text) {
  const build = buildOf(text)
  if (build) tabs.postMessage({ kind: 'ready', build })
}

let keeping = null

/** However many pages ask for it: one after the other was loaded while the service was gone. */
function keepOnce() {
  keeping ??= keepWhole().finally(() => (keeping = null))
  return keeping
}

/** Again after a while where the line or the service failed: until it is whole the app does not open without network. */
async function keepWhole() {
  for (let wait = 2000; wait < 70_000; wait *= 2) {
    if (await keepShell().catch(() => false)) return
    await new Promise((done) => setTimeout(done, wait))
  }
}

/**
 * Fetches the page and everything it may load later. What the version before needs stays until the next one.
 * Gives whether all of it came.
 */
async function keepShell() {
  let isWhole = true
  const missed = () => (isWhole = false)
  const cache = await caches.open(shellCache)
  const last = await cache.match(manifest)
  const listed = await fetch(manifest, { cache: 'no-cache' }).catch(() => null)
  // Nobody there, or somebody else than the service: nothing else would come either.
  if (!listed || !isFile(listed)) return false
  const now = await readAssets(listed.clone())
  // Kept again, the same version is not the one before.
  if (last && (await last.clone().text()) !== (await listed.clone().text())) await cache.put(manifestBefore, last)
  const before = await readAssets(await cache.match(manifestBefore))
  for (const url of now) {
    // One by one: the page that is opening needs the line more than we do.
    const kept = await cache.match(url)
    if (!kept || !isFile(kept)) await keepFile(cache, url).catch(missed)
  }
  for (const url of ['/start.js', '/layers.css', '/icon.svg']) await keepFile(cache, url).catch(missed)
  await cache.put(manifest, listed)
  const page = await fetch('/', { cache: 'no-cache' })
  if (!page.ok || !buildOf(await page.clone().text())) return false
  await cache.put(index, page)
  const needed = new Set([...before, ...now])
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (now.length > 0 && pathname.startsWith('/assets/') && !needed.has(pathname)) await cache.delete(url)
  }
  return isWhole && now.length > 0
}

async function readAssets(answer) {
  if (!answer) return []
  try {
    const entries = Object.values(await answer.json())
    const files = entries.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
    return [...new Set(files.map((file) => `/${file}`))]
  } catch {
    return []
  }
}
