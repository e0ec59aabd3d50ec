import { Fault } from '../../domain/fault.ts'

type Settings = Pick<Env, 'HELPDESK_URL' | 'HELPDESK_HOSTS'>

/** List the hosts that people may be forwarded to; none unless the deployment has a help desk. */
function helpDeskHosts({ HELPDESK_URL: url, HELPDESK_HOSTS: more }: Settings): string[] {
  if (!url) return []
  const others = (more ?? '').split(',').map((host) => host.trim().toLowerCase())
  return [new URL(url).host, ...others.filter(Boolean)]
}

/**
 * Return an address from outside if it is one of the help desk's (decisions D55), so that no person is redirected to
 * any other.
 * @throws Fault `invalid` with reason `help_desk_host`.
 */
export function allowHelpDesk(settings: Settings, text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : null
  const isPlain =
    address?.protocol === 'https:' && address.username === '' && address.password === ''
  if (address && isPlain && helpDeskHosts(settings).includes(address.host)) return address
  throw new Fault('invalid', 'That is no address of the help desk', {
    field: 'return_to',
    reason: 'help_desk_host',
  })
}
