import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import worker from '../../edge/worker.ts'
import { type Asks, noAsks, notingEnv } from './bench/asks.ts'
import { way } from './lab.ts'

/** Send requests through the worker, and tell what they asked until they were answered: what goes on afterwards is not counted. */
export async function countAsks<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; asks: Asks }> {
  const asks = noAsks()
  const before = way.fetch
  const contexts: ExecutionContext[] = []
  let noted = asks
  way.fetch = async (url, init) => {
    const context = createExecutionContext()
    contexts.push(context)
    return worker.fetch(new Request(url, init), notingEnv(env as unknown as Env, asks), context)
  }
  try {
    const value = await work()
    noted = { ...asks, stores: [...asks.stores], statements: [...asks.statements] }
    await Promise.all(contexts.map((context) => waitOnExecutionContext(context)))
    return { value, asks: noted }
  } finally {
    way.fetch = before
  }
}
