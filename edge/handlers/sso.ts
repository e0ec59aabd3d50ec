import type { ssoCalls } from '../../domain/calls/sso.ts'
import { Fault } from '../../domain/fault.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { allowHelpDesk } from '../session/help-desk-hosts.ts'
import { signHelpDeskToken } from '../session/help-desk.ts'

export const sso: Handlers<typeof ssoCalls> = {
  generate: async ({ body }, { env, account, origin, own, by }) => {
    const { HELPDESK_URL: url, HELPDESK_KEY: key } = env
    if (!url || !key) {
      throw new Fault('refused', 'This deployment has no help desk', { reason: 'help_desk_off' })
    }
    const { return_to: wanted } = body
    const back = wanted === undefined ? null : allowHelpDesk(env, wanted)
    await unwrap(own.confirm(by))
    const { token, expires_at } = await signHelpDeskToken(key, {
      issuer: origin,
      audience: new URL(url).origin,
      subject: account.uuid,
      name: account.name,
      email: account.email,
    })
    return { token, url: back ? withReturn(url, back) : url, expires_at }
  },
}

function withReturn(url: string, back: URL): string {
  const address = new URL(url)
  address.searchParams.set('return_to', back.href)
  return address.href
}
