import { createExecutionContext, env } from 'cloudflare:test'
import { DurableObject } from 'cloudflare:workers'
import { afterAll, beforeAll } from 'vitest'
import worker from '../../edge/worker.ts'
import { way } from './lab.ts'

/** The part of Vitest by which the plugin loads the worker (`importModule` in its test-internal.mjs). */
interface Loader {
  moduleRunner: { import(id: string, ...options: unknown[]): Promise<unknown> }
}

/**
 * Load the worker once for the tests of a file. At every request and every call of a Durable Object the plugin asks the
 * process outside for the worker's module, which was a sixth of the processor time of a file with thousands of requests.
 */
export function keepWorker(): void {
  const { __vitest_mocker__: loader } = globalThis as { __vitest_mocker__?: Loader }
  if (loader === undefined) return
  const { moduleRunner } = loader
  const load = moduleRunner.import.bind(moduleRunner)
  const before = moduleRunner.import
  beforeAll(() => {
    let loaded: Promise<unknown> | undefined
    moduleRunner.import = (id, ...options) =>
      id.endsWith('/edge/worker.ts') ? (loaded ??= load(id, ...options)) : load(id, ...options)
  })
  afterAll(() => {
    moduleRunner.import = before
  })
}

/** Prototype that the plugin puts in place of a class of Durable Objects, with its way to the tested object behind one of them. */
type Shape = Record<symbol, (this: object) => unknown>

/** Names of the ways by which a class is reached, of every binding in wrangler.toml that has one. */
const bindings = ['COMPANY_STORE', 'LIVE_HUB', 'FLEET_INDEX'] as const

/**
 * Look up the tested object behind a Durable Object once in its life. The plugin does it at every call, through another
 * Durable Object: three quarters of the time of a call that does little. Only an object itself shows what the plugin has made of
 * its class, so one of each is asked.
 */
export async function keepObjects(): Promise<void> {
  const all: object & { keepObjects?: () => void } = DurableObject.prototype
  if (all.keepObjects) return
  const known = new WeakMap<object, unknown>()
  all.keepObjects = function (this: object) {
    const shape = Object.getPrototypeOf(this) as Shape
    const name = Object.getOwnPropertySymbols(shape).find(
      ({ description }) => description === 'kEnsureInstance',
    )
    const lookUp = name && shape[name]
    if (!lookUp)
      throw new Error('the plugin looks up the objects behind its own in another way now')
    shape[name] = function (this: object) {
      return known.get(this) ?? keep(this)
    }
    const keep = async (object: object) => {
      const found = await lookUp.call(object)
      known.set(object, found)
      return found
    }
  }
  for (const name of bindings) {
    const one = (env as unknown as Env)[name].getByName('any') as unknown as {
      keepObjects(): Promise<void>
    }
    await one.keepObjects()
  }
}

/**
 * Hand the requests of a file to the worker itself: through the platform's door each costs a millisecond more. Each row of the
 * contract comes through that door in tests/scripts/residency-rows.test.ts.
 */
export function handToWorker(): void {
  const before = way.fetch
  beforeAll(() => {
    way.fetch = async (url, init) =>
      worker.fetch(new Request(url, init), env as unknown as Env, createExecutionContext())
  })
  afterAll(() => {
    way.fetch = before
  })
}
