import { afterEach, expect, test, vi } from 'vitest'
import { hashOf, loadBlob } from '../../web/local/blobs.ts'

const user = 'tests'
const bytes = new TextEncoder().encode('a curve file')
const analysis = '00000000-0000-4000-8000-000000000001'

afterEach(async () => {
  vi.restoreAllMocks()
  await caches.delete(`blobs-${user}`)
})

test('a kept file is used when it still fits its hash, and nothing is fetched', async () => {
  const hash = await hashOf(bytes)
  const cache = await caches.open(`blobs-${user}`)
  await cache.put(`/blob/${hash}`, new Response(bytes))
  const fetched = vi.spyOn(globalThis, 'fetch')
  const order = { user, analysis, hash, signal: new AbortController().signal }
  expect(await loadBlob(order)).toEqual(bytes)
  expect(fetched).not.toHaveBeenCalled()
})

test('a damaged copy is thrown away and asked for again', async () => {
  const hash = await hashOf(bytes)
  const cache = await caches.open(`blobs-${user}`)
  await cache.put(`/blob/${hash}`, new Response('something else'))
  const order = { user, analysis, hash, signal: new AbortController().signal }
  // Expect it to ask again, which fails as no service answers in this test; using the copy would not.
  await expect(loadBlob(order)).rejects.toThrow()
  expect(await cache.match(`/blob/${hash}`)).toBeUndefined()
})
