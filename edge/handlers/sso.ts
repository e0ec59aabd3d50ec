import type { ssoCalls } from '../../domain/calls/sso.ts'
import { Fault } from '../../domain/fault.ts'
import type { Handlers } from '../mount.ts'
import { signHelpDeskToken } from '../session/help-desk.ts'

export const sso: Handlers<typeof ssoCalls> = {
  generate: async (_, { env, account, origin }) => {
    const { HELPDESK_URL: url, HELPDESK_KEY: key } = env
    if (!url || !key) {
      throw new Fault('refused', 'This deployment has no help desk', { reason: 'help_desk_off' })
    }
    const { token, expires_at } = await signHelpDeskToken(key, {
      issuer: origin,
      audience: new URL(url).origin,
      subject: account.uuid,
      name: account.name,
      email: account.email,
    })
    return { token, url, expires_at }
  },
}
