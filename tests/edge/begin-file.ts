import { applyD1Migrations, createExecutionContext, env, reset } from 'cloudflare:test'
import worker from '../../edge/worker.ts'
import { way } from './lab.ts'

/** The part of Vitest by which the plugin loads the worker (`importModule` in its test-internal.mjs). */
interface Loader {
  moduleRunner: { import(id: string, ...options: unknown[]): Promise<unknown> }
}

askOnceForWorker()
// Files share a process, which takes seconds to start. Each begins with nothing stored, and a Directory of the present shape.
await reset()
await applyD1Migrations(env.DIRECTORY, env.TEST_MIGRATIONS)

// Hand requests to the worker itself: through the platform's door each cost a millisecond more. The matrix of calls, and
// what tests send by SELF, goes through the door, where each request has a context of its own.
way.fetch = async (url, init) =>
  worker.fetch(new Request(url, init), env as unknown as Env, createExecutionContext())

/**
 * Load the worker once a file. At every request and every call of a Durable Object the plugin asks the process outside for
 * the worker's module, which was a sixth of the processor time.
 */
function askOnceForWorker(): void {
  const { __vitest_mocker__: loader } = globalThis as { __vitest_mocker__?: Loader }
  if (loader === undefined) return
  const { moduleRunner } = loader
  const { import: load } = Object.getPrototypeOf(moduleRunner) as Loader['moduleRunner']
  let loaded: Promise<unknown> | undefined
  moduleRunner.import = (id, ...options) =>
    id.endsWith('/edge/worker.ts')
      ? (loaded ??= load.call(moduleRunner, id, ...options))
      : load.call(moduleRunner, id, ...options)
}
