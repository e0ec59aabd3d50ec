/** Questions to the stores and to the directory while requests were answered. */
export interface Asks {
  /** Methods of company stores, each with the company and the name of the question, in their order. */
  stores: { company: string; method: string; question: string }[]
  /** Statements of the directory. */
  statements: string[]
  /** Rows that these statements read, where the directory says so. */
  rows: number
}

export function noAsks(): Asks {
  return { stores: [], statements: [], rows: 0 }
}

/** Count the company stores that were asked, each once. */
export function storesIn({ stores }: Asks): number {
  return new Set(stores.map(({ company }) => company)).size
}

type Method = (...given: unknown[]) => Promise<unknown>

/** Return an environment that notes what is asked of the stores and of the directory. */
export function notingEnv(own: Env, asks: Asks): Env {
  const namespace = new Proxy(own.COMPANY_STORE, {
    get: (target, name) =>
      name === 'getByName'
        ? (company: string) => notingStore(target.getByName(company), company, asks)
        : (Reflect.get(target, name) as unknown),
  })
  return { ...own, COMPANY_STORE: namespace, DIRECTORY: notingDirectory(own.DIRECTORY, asks) }
}

function notingStore<Stub extends object>(stub: Stub, company: string, asks: Asks): Stub {
  return new Proxy(stub, {
    get: (target, name) => {
      // Return no `then`: a store is handed on by asynchronous functions, and is no promise itself.
      if (name === 'then') return undefined
      return (...given: unknown[]) => {
        const [query] = given as [{ name?: string; type?: string } | undefined]
        const question = query?.name ?? query?.type ?? ''
        asks.stores.push({ company, method: String(name), question })
        return (target as Record<string | symbol, Method>)[name]?.(...given)
      }
    },
  })
}

/** Wrap statements: they are bound and run through their proxies, and handed to a batch as they are. */
function notingDirectory(directory: D1Database, asks: Asks): D1Database {
  const inner = new WeakMap<object, D1PreparedStatement>()
  const note = (results: readonly { meta?: { rows_read?: number } }[]) => {
    for (const { meta } of results) asks.rows += meta?.rows_read ?? 0
  }
  const wrap = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    const proxy: D1PreparedStatement = new Proxy(statement, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown
        if (name === 'bind') return (...given: unknown[]) => wrap(target.bind(...given), text)
        if (typeof value !== 'function') return value
        return async (...given: unknown[]) => {
          asks.statements.push(text)
          if (name === 'first') {
            const answer = await target.all()
            note([answer])
            const [column] = given as [string | undefined]
            const row = answer.results[0] ?? null
            return column === undefined || row === null ? row : row[column]
          }
          const answer = (await (value as Method).apply(target, given)) as object
          note([answer])
          return answer
        }
      },
    })
    inner.set(proxy, statement)
    return proxy
  }
  return new Proxy(directory, {
    get: (target, name) => {
      if (name === 'prepare') return (text: string) => wrap(target.prepare(text), text)
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          asks.statements.push(...statements.map(() => 'batch'))
          const answers = await target.batch(statements.map((one) => inner.get(one) ?? one))
          note(answers)
          return answers
        }
      }
      return Reflect.get(target, name) as unknown
    },
  })
}
