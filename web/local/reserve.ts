import type { Room } from './document-store.ts'

/** Kept on the disk for the day it is full: enough for weeks of what a lab writes by hand. */
const reserveBytes = 8 * 2 ** 20

const cacheName = 'reserve'
/** Number of parts of the reserve: writing it in one piece would block the page. */
const parts = 16
const address = (part: number) => `/reserve/${part}`

/** The reserve is only taken where it leaves others room. */
const leastFree = 8 * reserveBytes

/**
 * Make room for waiting operations when the disk is full: first the reserve, then data that can be pulled again from
 * the edge, coldest first.
 * @param steps that free something; each is taken once until the reserve is filled again.
 */
export function makeRoom(
  steps: readonly (() => Promise<void>)[],
): Room & { fill: () => Promise<void> } {
  const all = [dropReserve, ...steps]
  let next = 0
  return {
    make: async () => {
      const step = all[next]
      next += 1
      if (!step) return false
      await step().catch(() => undefined)
      // Wait a moment, after which the browser counts what was given back.
      await new Promise((resolve) => setTimeout(resolve, 100))
      return true
    },
    fill: async () => {
      if (await fillReserve()) next = 0
    },
  }
}

async function dropReserve(): Promise<void> {
  await caches.delete(cacheName)
}

/** Fill the reserve. Returns true when it is there now. */
async function fillReserve(): Promise<boolean> {
  try {
    const cache = await caches.open(cacheName)
    if (await cache.match(address(parts - 1))) return true
    const { quota = 0, usage = 0 } = await navigator.storage.estimate()
    if (quota - usage < leastFree) return false
    for (let part = 0; part < parts; part++) {
      await cache.put(address(part), new Response(makeNoise(reserveBytes / parts)))
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    return true
  } catch {
    return false
  }
}

/** Make bytes that a file system cannot compress. */
function makeNoise(bytes: number): Blob {
  const noise = crypto.getRandomValues(new Uint8Array(65_536))
  return new Blob(Array.from({ length: bytes / noise.length }, () => noise))
}

/** Drop files and answers stored for offline use: all of them can be fetched again. */
export async function dropKeptFiles(): Promise<void> {
  const names = await caches.keys()
  const kept = names.filter((name) => /^(blobs|answers)-/.test(name))
  await Promise.all(kept.map((name) => caches.delete(name)))
}
