import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

/** Two years, as the lists of the browsers ask; the same stands in web/public/_headers. */
const strictTransport = 'max-age=63072000; includeSubDomains'

/** Headers of every API reply; those of the page's files stand in web/public/_headers. */
export const secureHeaders = createMiddleware(async function headers(c, next) {
  await next()
  // A switched-protocol reply (the live socket) has headers that cannot be changed.
  if (c.res.status === 101) return
  // So has every answer that is passed on from a Durable Object, a bucket or a fetch: a copy has headers of its own.
  const passed = c.res
  c.res = undefined
  c.res = new Response(passed.body, passed)
  c.res.headers.set('X-Content-Type-Options', 'nosniff')
  c.res.headers.set('Referrer-Policy', 'no-referrer')
  // Said over http it counts for nothing, and a machine of one's own has no certificate.
  if (new URL(c.req.url).protocol === 'https:') {
    c.res.headers.set('Strict-Transport-Security', strictTransport)
  }
  setUnlessThere(c, 'Cross-Origin-Resource-Policy', 'same-origin')
  setUnlessThere(c, 'Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  setUnlessThere(c, 'Cache-Control', 'no-store')
})

function setUnlessThere(c: Context, name: string, value: string): void {
  if (!c.res.headers.has(name)) c.res.headers.set(name, value)
}
