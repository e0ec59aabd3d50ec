import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

/** Two years, as the lists of the browsers ask; the same is set in web/public/_headers. */
const strictTransport = 'max-age=63072000; includeSubDomains'

/** Headers of every API reply; those of the page's files are in web/public/_headers. */
export const secureHeaders = createMiddleware(async function headers(c, next) {
  await next()
  // Leave a switched-protocol reply (the live socket) alone, whose headers cannot be changed.
  if (c.res.status === 101) return
  setOnOwn(c, 'X-Content-Type-Options', 'nosniff')
  c.res.headers.set('Referrer-Policy', 'no-referrer')
  // Send it by https only: over http it counts for nothing, and a local machine has no certificate.
  if (c.req.url.startsWith('https:')) {
    c.res.headers.set('Strict-Transport-Security', strictTransport)
  }
  setUnlessThere(c, 'Cross-Origin-Resource-Policy', 'same-origin')
  setUnlessThere(c, 'Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  setUnlessThere(c, 'Cache-Control', 'no-store')
})

/**
 * Set the first header. An answer that is passed on from a Durable Object, a bucket or a fetch refuses it: a copy has headers of
 * its own. All others are sent as they were made, since a copy of each would take time at every call.
 */
function setOnOwn(c: Context, name: string, value: string): void {
  try {
    c.res.headers.set(name, value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const passed = c.res
    c.res = undefined
    c.res = new Response(passed.body, passed)
    c.res.headers.set(name, value)
  }
}

function setUnlessThere(c: Context, name: string, value: string): void {
  if (!c.res.headers.has(name)) c.res.headers.set(name, value)
}
