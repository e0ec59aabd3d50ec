import type { developerCalls } from '../../domain/calls/notifications.ts'
import { Fault } from '../../domain/fault.ts'
import { readOutbox } from '../mail/outbox.ts'
import type { Handlers } from '../mount.ts'
import { showKeptMail } from '../session/reset.ts'

/** Environments of developers; elsewhere nobody may read mails (decisions D92). */
const environments = ['local', 'develop', 'qa', 'staging']

export const developer: Handlers<typeof developerCalls> = {
  outbox: async ({ query }, context) => {
    const { env, company } = context
    if (!environments.includes(env.ENVIRONMENT)) throw new Fault('not_found', 'No such call')
    const page = await readOutbox(env.DIRECTORY, company, query)
    const data = await Promise.all(page.data.map((mail) => showKeptMail(mail, context)))
    return { ...page, data }
  },
}
