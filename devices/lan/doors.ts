import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { Fault } from '../../domain/fault.ts'
import { lanHeaders } from '../../domain/lan/lan-call.ts'

/** Checks of a request before its authentication. */
export interface Doors {
  /** Origins of the product's pages; nobody else's page may read an answer. */
  origins: ReadonlySet<string>
  hostname: () => string
}

/**
 * Write the headers by which a browser lets our page read the answer, also from a page of the internet to the local
 * network (Private Network Access, Local Network Access). None for other pages.
 */
export function crossOriginHeaders(request: IncomingMessage, { origins }: Doors) {
  const { origin } = request.headers
  const headers: OutgoingHttpHeaders = { Vary: 'Origin', 'Cache-Control': 'no-store' }
  if (origin === undefined || !origins.has(origin)) return headers
  headers['Access-Control-Allow-Origin'] = origin
  if (request.method !== 'OPTIONS') return headers
  headers['Access-Control-Allow-Methods'] = 'POST'
  headers['Access-Control-Allow-Headers'] = ['Content-Type', ...Object.values(lanHeaders)].join(
    ', ',
  )
  headers['Access-Control-Max-Age'] = '600'
  if (request.headers['access-control-request-private-network'] === 'true')
    headers['Access-Control-Allow-Private-Network'] = 'true'
  return headers
}

/**
 * @throws Fault `forbidden` for another site's page, and for a name that is not this device's: a page that had its own
 * name point here would else be of the same origin as the device (DNS rebinding). An address is nobody's name.
 */
export function checkDoor(request: IncomingMessage, { origins, hostname }: Doors): void {
  const { origin, host = '' } = request.headers
  if (origin !== undefined && !origins.has(origin)) {
    throw new Fault('forbidden', 'Not from this page', { reason: 'origin_refused' })
  }
  const name = host.replace(/:\d+$/, '').toLowerCase()
  const own = hostname().toLowerCase()
  const names = [own, `${own}.local`, `${own}.localhost`, 'localhost']
  if (names.includes(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0) return
  throw new Fault('forbidden', 'This is another device', { reason: 'host_refused' })
}
