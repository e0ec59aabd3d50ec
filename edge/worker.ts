import { app } from './app.ts'
import { isFrozen } from './frozen.ts'
import { deliverDue, forgetMails } from './mail/deliver.ts'
import { writeDueEntries } from './session/due-entries.ts'
import { deliverWebhooks } from './webhooks/deliver-webhooks.ts'

export { FleetIndex } from './fleet/FleetIndex.ts'
export { LiveHub } from './live/LiveHub.ts'
export { CompanyStore } from './store/CompanyStore.ts'

export default {
  fetch: app.fetch,
  /** Mail that could not leave is tried again, old mail is removed, webhooks are sent, and entries are written that are still due. */
  scheduled: async (_event, env) => {
    // Leave what is queued to the deployment that the region moves to.
    if (isFrozen(env)) return
    await Promise.all([
      deliverDue(env),
      deliverWebhooks(env),
      forgetMails(env.DIRECTORY, Date.now()),
      writeDueEntries(env, null),
    ])
  },
} satisfies ExportedHandler<Env>
