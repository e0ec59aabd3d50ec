import { Fault } from '../../domain/fault.ts'
import { isOutside } from '../session/provider-fetch.ts'

type Settings = Pick<Env, 'WEBHOOK_HOSTS' | 'ENVIRONMENT'>

/**
 * List the hosts that this deployment sends webhooks to; none where the operator has named none. A leading dot includes all
 * subdomains. A worker cannot check which address the platform resolves a name to, so the operator lists the hosts.
 */
export function listHosts({ WEBHOOK_HOSTS: hosts, ENVIRONMENT }: Settings): string[] {
  const listed = (hosts ?? '').split(',').map((host) => host.trim().toLowerCase())
  // Allow a receiver on the same machine for a developer.
  return [...listed, ...(ENVIRONMENT === 'local' ? ['127.0.0.1'] : [])].filter(Boolean)
}

/** Return the reason that an address is not sent to; null for one that is. */
export function refuseAddress(
  settings: Settings,
  text: string,
): 'webhook_address' | 'webhook_host' | null {
  const isLocal = settings.ENVIRONMENT === 'local'
  // Judge the address in the plain notation in which the URL parser writes every other (decimal, octal, hexadecimal, IPv6).
  if (!isOutside(text, isLocal)) return 'webhook_address'
  const { hostname, port, protocol, hash } = new URL(text)
  if (hash !== '' || (protocol === 'https:' && port !== '')) return 'webhook_address'
  const name = hostname.replace(/\.+$/, '')
  const isKnown = listHosts(settings).some((host) =>
    host.startsWith('.') ? name.endsWith(host) && name.length > host.length : name === host,
  )
  return isKnown ? null : 'webhook_host'
}

/** @throws Fault `invalid` for an address that nothing is sent to. */
export function checkAddress(settings: Settings, text: string): URL {
  const reason = refuseAddress(settings, text)
  if (reason === null) return new URL(text)
  throw new Fault(
    'invalid',
    reason === 'webhook_host'
      ? 'This deployment does not send to that host'
      : 'A webhook is a public https address on port 443',
    { field: 'url', reason },
  )
}
