import { app } from './app.ts'
import { isFrozen } from './frozen.ts'
import { deliverDue, forgetMails } from './mail/deliver.ts'
import { deliverWebhooks } from './webhooks/deliver-webhooks.ts'

export { LiveHub } from './live/LiveHub.ts'
export { CompanyStore } from './store/CompanyStore.ts'

export default {
  fetch: app.fetch,
  /** Mail that could not leave is tried again, old mail is removed; webhooks are sent. */
  scheduled: async (_event, env) => {
    // Leave what is queued to the deployment that the region moves to.
    if (isFrozen(env)) return
    await Promise.all([
      deliverDue(env),
      deliverWebhooks(env),
      forgetMails(env.DIRECTORY, Date.now()),
    ])
  },
} satisfies ExportedHandler<Env>
