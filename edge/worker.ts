import { app } from './app.ts'

export { LiveHub } from './live/LiveHub.ts'
export { CompanyStore } from './store/CompanyStore.ts'

export default { fetch: app.fetch } satisfies ExportedHandler<Env>
