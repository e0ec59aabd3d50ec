/**
 * Stands in for the module of this name when the edge tests' own preparations run in plain Node, against a worker in
 * workerd: what they send goes over the network, and into the stores they reach by the bindings of that worker.
 */
type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Transport and bindings of the stand-in, set once the worker runs. */
export const transport: { fetch: Fetch; bindings: Record<string, unknown> } = {
  fetch: () => Promise.reject(new Error('no transport yet')),
  bindings: {},
}

export const SELF = { fetch: (url: string, init?: RequestInit) => transport.fetch(url, init) }

/** Call into a store (tests/edge/open/worker.ts): on the object itself, on its storage or on its database. */
export interface Inside {
  on: 'store' | 'storage' | 'sql'
  method: string
  given: unknown[]
}

interface Stub {
  fetch: Fetch
}

export const env: object = new Proxy(
  {},
  {
    get: (_, name) =>
      name === 'COMPANY_STORE' ? { getByName: openStore } : transport.bindings[String(name)],
  },
)

/** Open a company's store, whose methods are called as the edge calls them. */
function openStore(company: string): object {
  const { COMPANY_STORE: stores } = transport.bindings as {
    COMPANY_STORE: { idFromName: (name: string) => unknown; get: (id: unknown) => Stub }
  }
  const stub = stores.get(stores.idFromName(company))
  return callable((method, given) => callInside(stub, { on: 'store', method, given }), {
    insideOf: stub,
  })
}

async function callInside(stub: Stub, inside: Inside): Promise<unknown> {
  const answer = await stub.fetch('https://inside', {
    method: 'POST',
    body: JSON.stringify(inside),
  })
  if (!answer.ok) throw new Error(`${inside.method}: ${await answer.text()}`)
  return ((await answer.json()) as { outcome: unknown }).outcome
}

/** Parts of the directory that are used here. */
export interface Directory {
  prepare: (text: string) => Statement
  batch: (statements: Statement[]) => Promise<{ results: unknown[] }[]>
}

interface Statement {
  bind: (...given: unknown[]) => Statement
  first: (column: string) => Promise<unknown>
  run: () => Promise<unknown>
}

export function openDirectory(): Directory {
  return transport.bindings['DIRECTORY'] as Directory
}

/** Return the rows of a query in a company's store. */
export async function queryStore(company: string, ...given: unknown[]): Promise<unknown> {
  const { insideOf } = openStore(company) as { insideOf: Stub }
  return callInside(insideOf, { on: 'sql', method: 'exec', given })
}

/** Make an object of which every member is a method. It is no promise, though all of its methods answer with one. */
function callable(call: (method: string, given: unknown[]) => unknown, own: object = {}): object {
  return new Proxy(own, {
    get: (target, name) => {
      if (name in target || name === 'then') return Reflect.get(target, name)
      return (...given: unknown[]) => call(String(name), given)
    },
  })
}

/**
 * Do inside the store what `act` does to the object and its storage. All of it is done when this ends; what a query answers
 * is read by `queryStore`.
 */
export async function runInDurableObject<Outcome>(
  { insideOf: stub }: { insideOf: Stub },
  act: (store: object, state: { storage: object }) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const going: Promise<unknown>[] = []
  const on = (target: Inside['on']) => (method: string, given: unknown[]) => {
    const done = callInside(stub, { on: target, method, given })
    going.push(done)
    return done
  }
  const sql = callable(on('sql'))
  const outcome = await act(callable(on('store')), { storage: callable(on('storage'), { sql }) })
  await Promise.all(going)
  return outcome
}
