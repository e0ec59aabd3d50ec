import { createMiddleware } from 'hono/factory'

/** Headers of every API reply; those of the page's files stand in web/public/_headers. */
export const secureHeaders = createMiddleware(async function headers(c, next) {
  await next()
  // A switched-protocol reply (the live socket) has headers that cannot be changed.
  if (c.res.status === 101) return
  c.res.headers.set('X-Content-Type-Options', 'nosniff')
  c.res.headers.set('Referrer-Policy', 'no-referrer')
  c.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  c.res.headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
})
