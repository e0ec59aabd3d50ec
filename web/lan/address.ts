import { lanLabel, usualLanPort } from '../../domain/lan/lan-call.ts'

/**
 * Return the origin of a device in the local network, by its hostname (spec §7). A bare name is searched in the domain
 * in which devices advertise themselves (RFC 6762); the page may call that one, and no other (`connect-src`). Null for
 * a name that no network resolves.
 */
export function lanOrigin(hostname: string): string | null {
  const name = hostname.toLowerCase().replace(/\.local$/, '')
  return lanLabel.test(name) ? `http://${name}.local:${usualLanPort}` : null
}
