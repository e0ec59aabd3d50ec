// The worker of a region in the battery: the product's own, whose store also does from outside what the edge tests' preparations
// do by `runInDurableObject`. Only a process that holds the bindings reaches it: the service forwards no request to a store.
import { CompanyStore as Store } from '../../../edge/store/CompanyStore.ts'
import type { Inside } from '../../batteries/residency/cloudflare-test.ts'

export { LiveHub } from '../../../edge/live/LiveHub.ts'
export { default } from '../../../edge/worker.ts'

type Methods = Record<string, (...given: unknown[]) => unknown>

export class CompanyStore extends Store {
  override async fetch(request: Request): Promise<Response> {
    const { on, method, given } = await request.json<Inside>()
    const { storage } = this.ctx
    const target = { store: this, storage, sql: storage.sql }[on] as unknown as Methods
    const outcome = await target[method]?.(...given)
    const rows = on === 'sql' ? (outcome as SqlStorageCursor<never>).toArray() : outcome
    return Response.json({ outcome: rows ?? null })
  }
}
