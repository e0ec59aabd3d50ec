import type { Context } from 'hono'

/**
 * Addresses under `/api/` belong to the help desk, which has moved to a host of its own: the browser is sent there with the
 * same path and question (spec section 2, decisions D55). The host is the configured one, never of the request; without
 * one the page says that nothing is found. What would change something is not forwarded.
 */
export function relocateHelpDesk(c: Context<{ Bindings: Env }>): Response {
  const { pathname, search } = new URL(c.req.url)
  const { HELPDESK_URL: desk } = c.env
  if (!desk) return c.redirect('/404', 302)
  const address = new URL(desk)
  address.username = ''
  address.password = ''
  address.hash = ''
  // Setting a path cannot reach the host, also when it begins with two slashes.
  address.pathname = pathname
  address.search = search
  return c.redirect(address.href, 302)
}
