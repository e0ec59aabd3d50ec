import { createExecutionContext, env } from 'cloudflare:test'
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
