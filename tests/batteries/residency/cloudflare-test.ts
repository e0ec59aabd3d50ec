/**
 * Stands in for the module of this name when the edge tests' own preparations run in plain Node, against a real
 * deployment over the network: what they send goes where `transport` says. Bindings are out of reach from here.
 */
type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export const transport: { fetch: Fetch } = {
  fetch: () => Promise.reject(new Error('no transport yet')),
}

export const SELF = { fetch: (url: string, init?: RequestInit) => transport.fetch(url, init) }

export const env: object = new Proxy(
  {},
  {
    get(_, name) {
      throw new Error(`${String(name)} is inside the worker`)
    },
  },
)

function inside(): never {
  throw new Error('this is done inside the worker')
}

export const applyD1Migrations = inside
export const evictDurableObject = inside
export const runDurableObjectAlarm = inside
export const runInDurableObject = inside
export const createExecutionContext = inside
export const waitOnExecutionContext = inside
