import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { sessionCalls } from '../../domain/calls/session.ts'
import { app } from '../../edge/app.ts'
import { type Answer, foundLab, password, send, way } from './lab.ts'

beforeAll(async () => {
  await foundLab('signfull')
})

/** Make the directory fail as workerd does on a full disk: without a reason. Reads may go on. */
function silent(directory: D1Database, fails: (statement: string) => boolean): D1Database {
  const fail = () => Promise.reject(new Error('internal error; reference = 4711'))
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get: (target, name) =>
        name === 'bind' ? (...given: unknown[]) => wrap(target.bind(...given)) : fail,
    })
  return new Proxy(directory, {
    get: (target, name) => {
      if (name === 'prepare') {
        return (text: string) => (fails(text) ? wrap(target.prepare(text)) : target.prepare(text))
      }
      return name === 'batch' ? fail : (Reflect.get(target, name) as unknown)
    },
  })
}

async function signInWith(DIRECTORY: D1Database, given: string): Promise<Answer> {
  const before = way.fetch
  way.fetch = async (url, init) => {
    const context = createExecutionContext()
    const own = { ...(env as unknown as Env), DIRECTORY }
    const response = await app.fetch(new Request(url, init), own, context)
    await waitOnExecutionContext(context)
    return response
  }
  try {
    const body = { username: 'operator-signfull', password: given }
    return await send(sessionCalls.login, { body })
  } finally {
    way.fetch = before
  }
}

it.each([
  ['the right password', password],
  ['a wrong one', 'not the password at all'],
])('attack B10: with %s a directory that fails without a reason is full', async (_, given) => {
  const { DIRECTORY } = env as unknown as Env
  const answer = await signInWith(
    silent(DIRECTORY, () => true),
    given,
  )
  expect(answer.status).toBe(507)
  expect(answer.errors[0]?.code).toBe('store_full')
})
