import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { app } from '../../edge/app.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { type Answer, way } from './lab.ts'

/**
 * Point at which a request is held: before the first matching call of a company's store, or statement of the directory.
 */
export type Point =
  | { store: (method: string, given: unknown[]) => boolean }
  | { directory: (statement: string) => boolean }

/** Before whatever asks for the right again: all that a signed-in person writes passes one of these. */
export const beforeWrite: Point = {
  store: (method, [query]) =>
    [
      'change',
      'merge',
      'launch',
      'command',
      'deviceCommand',
      'markRead',
      'noteOpened',
      'confirm',
      'keepRehearsed',
    ].includes(method) ||
    (method === 'ask' && typeof query === 'object' && query !== null && 'by' in query),
}

export interface Held<Data> {
  answer: Answer<Data>
  /** True if the request reached the point at all. */
  wasHeld: boolean
}

/**
 * Send one request through the app itself and stop it at a point inside, where `meanwhile` happens; then it goes on.
 * @param meanwhile is given the request that is under way.
 */
export async function sendHeld<Data>(
  send: () => Promise<Answer<Data>>,
  point: Point,
  meanwhile: (request: Request) => Promise<unknown>,
): Promise<Held<Data>> {
  let wasHeld = false
  const before = way.fetch
  way.fetch = async (url, init) => {
    const request = new Request(url, init)
    // Send the requests of `meanwhile` the ordinary way.
    way.fetch = before
    const pause = async () => {
      if (wasHeld) return
      wasHeld = true
      await meanwhile(request)
    }
    const context = createExecutionContext()
    const response = await app.fetch(request.clone(), heldEnv(point, pause), context)
    await waitOnExecutionContext(context)
    return response
  }
  try {
    return { answer: await send(), wasHeld }
  } finally {
    way.fetch = before
  }
}

function heldEnv(point: Point, pause: () => Promise<void>): Env {
  const own = env as unknown as Env
  if ('directory' in point) {
    return { ...own, DIRECTORY: heldDirectory(own.DIRECTORY, point.directory, pause) }
  }
  const namespace = new Proxy(own.COMPANY_STORE, {
    get: (target, name) =>
      name === 'getByName'
        ? (company: string) => heldStore(target.getByName(company), point.store, pause)
        : (Reflect.get(target, name) as unknown),
  })
  return { ...own, COMPANY_STORE: namespace }
}

type Method = (...given: unknown[]) => Promise<unknown>

function heldStore<Stub extends object>(
  stub: Stub,
  fits: (method: string, given: unknown[]) => boolean,
  pause: () => Promise<void>,
): Stub {
  return new Proxy(stub, {
    get: (target, name) => {
      // Return no `then`: a store is handed on by asynchronous functions, and is no promise itself.
      if (name === 'then') return undefined
      return async (...given: unknown[]) => {
        if (fits(String(name), given)) await pause()
        return (target as Record<string | symbol, Method>)[name]?.(...given)
      }
    },
  })
}

/** Hold statements by their text; a batch is held when one of it fits. */
function heldDirectory(
  directory: D1Database,
  fits: (statement: string) => boolean,
  pause: () => Promise<void>,
): D1Database {
  const held = new WeakSet<object>()
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy: D1PreparedStatement = new Proxy(statement, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown
        if (name === 'bind') {
          return (...given: unknown[]) => wrap(target.bind(...given))
        }
        if (name === 'inner') return target
        return typeof value === 'function'
          ? async (...given: unknown[]) => {
              await pause()
              return (value as Method).apply(target, given)
            }
          : value
      },
    })
    held.add(proxy)
    return proxy
  }
  const inner = (one: D1PreparedStatement) =>
    held.has(one) ? (one as unknown as { inner: D1PreparedStatement }).inner : one
  return new Proxy(directory, {
    get: (target, name) => {
      if (name === 'prepare') {
        return (text: string) => (fits(text) ? wrap(target.prepare(text)) : target.prepare(text))
      }
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          if (statements.some((one) => held.has(one))) await pause()
          return target.batch(statements.map(inner))
        }
      }
      return Reflect.get(target, name) as unknown
    },
  })
}

/** Return company and hash of the session whose cookie a request carries. */
export function sessionOf(request: Request): { company: string; hash: string } {
  const [, company = '', secret = ''] =
    /__Host-bapp=([^.]+)\.([^;]+)/.exec(request.headers.get('Cookie') ?? '') ?? []
  return { company, hash: sha256Hex(secret) }
}
