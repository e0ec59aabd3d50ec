// The worker of a region in the battery: the product's own, whose store also does from outside what the edge tests' preparations
// do by `runInDurableObject`. Only a process that holds the bindings reaches it: the service forwards no request to a store.
import { CompanyStore as Store } from '../../../edge/store/CompanyStore.ts'
import worker from '../../../edge/worker.ts'
import type { GatheredAnswer, GatheredRequest } from '../../batteries/residency/gather-requests.ts'
import type { Inside } from '../../batteries/residency/cloudflare-test.ts'

export { FleetIndex } from '../../../edge/fleet/FleetIndex.ts'
export { LiveHub } from '../../../edge/live/LiveHub.ts'

/** The product's own worker, which is also asked several requests that are sent as one. */
export default {
  ...worker,
  async fetch(request: Request, bindings: Env, context: ExecutionContext): Promise<Response> {
    const ask = (one: Request) => worker.fetch(one as never, bindings, context)
    if (new URL(request.url).pathname !== '/gathered') return ask(request)
    const gathered = await request.json<GatheredRequest[]>()
    const answers = gathered.map(async ({ url, ...init }): Promise<GatheredAnswer> => {
      const answer = await ask(new Request(url, init))
      return { status: answer.status, headers: [...answer.headers], body: await answer.text() }
    })
    return Response.json(await Promise.all(answers))
  },
}

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
