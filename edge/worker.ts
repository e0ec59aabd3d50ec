import { app } from './app.ts'
import { isFrozen } from './frozen.ts'
import { deliverDue } from './mail/deliver.ts'

export { LiveHub } from './live/LiveHub.ts'
export { CompanyStore } from './store/CompanyStore.ts'

export default {
  fetch: app.fetch,
  /** Mail that could not leave is tried again. */
  scheduled: async (_event, env) => {
    // Leave queued mails to the deployment that the region moves to.
    if (!isFrozen(env)) await deliverDue(env)
  },
} satisfies ExportedHandler<Env>
