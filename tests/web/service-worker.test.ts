// The browser of the worker is replaced: one whose disk is full gives each of its answers once, and cannot be had in a test.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync(new URL('../../web/public/sw.js', import.meta.url), 'utf8')

type Hear = (event: { request: object; respondWith: (answer: Promise<Response>) => void }) => void

/** Ask a worker, in a browser with these caches, for a file that the service has. */
async function ask(path: string, caches: object): Promise<string> {
  const heard = new Map<string, Hear>()
  const origin = 'https://bapp.example'
  const file = () => new Response('file', { headers: { 'content-type': 'text/javascript' } })
  runInNewContext(script, {
    self: { addEventListener: (name: string, hear: Hear) => heard.set(name, hear) },
    BroadcastChannel: class {},
    location: { origin },
    URL,
    caches,
    fetch: () => Promise.resolve(file()),
  })
  const request = { method: 'GET', mode: 'cors', url: origin + path }
  const { promise, resolve } = Promise.withResolvers<Response>()
  heard.get('fetch')?.({ request, respondWith: resolve })
  return (await promise).text()
}

const full = () => Promise.reject(new DOMException('Quota exceeded.', 'QuotaExceededError'))
const match = () => Promise.resolve(undefined)

test('A29-24: a part of the app that has come is given to the page where the browser keeps nothing more', async () => {
  const fullCaches = { match, open: () => Promise.resolve({ match, put: full }) }
  const noCaches = { match: full, open: full }
  for (const caches of [fullCaches, noCaches])
    for (const path of ['/assets/index-one.js', '/start.js'])
      expect([path, await ask(path, caches)]).toEqual([path, 'file'])
})
