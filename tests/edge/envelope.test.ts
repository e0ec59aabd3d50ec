import { SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { contract } from '../../domain/contract.ts'
import { foundLab, origin, password, type Sender, signIn } from './lab.ts'
import { harmless } from './matrix/substitute.ts'

const rows = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, row]): [string, Call] => [`${group}.${name}`, row]),
)
/** Ids to remove are no list of records and have no pages: trash bin. */
const searches = rows.filter(
  ([, row]) => row.safe && row.path.endsWith('/search') && row.path !== '/trashbin/search',
)

let person: Sender
beforeAll(async () => {
  await foundLab('envelope', { isProvider: 'Y', developer: 'Y' })
  person = await signIn('SuperAdmin-envelope', password)
})

/** Return the reply as received, without the parsing that the other tests do. */
async function replyOf(row: Call): Promise<{ status: number; body: Record<string, unknown> }> {
  const { params = {}, body } = harmless(row)
  const path = row.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const response = await SELF.fetch(`${origin}/v3${path}`, {
    method: row.method,
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Sec-Fetch-Site': 'same-origin',
      ...(body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(row.method === 'POST'
      ? { body: body instanceof FormData ? body : JSON.stringify(body ?? {}) }
      : {}),
  })
  return { status: response.status, body: await response.json() }
}

describe('the envelope', () => {
  it.each(rows)('[ENV-001] [ENV-002] [ENV-003] of %s', async (_, row) => {
    const { body } = await replyOf(row)
    expect(typeof body['ok']).toBe('boolean')
    if (body['ok'] === true) {
      expect(body).toHaveProperty('data')
      expect(Object.keys(body).sort()).toEqual(['data', 'ok'])
      return
    }
    const errors = body['errors'] as { message: unknown; code: unknown }[]
    expect(errors.length).toBeGreaterThan(0)
    for (const { message, code } of errors) {
      expect([typeof message, typeof code]).toEqual(['string', 'string'])
    }
  })

  it('[ENV-001] [ENV-003] of a call that does not exist', async () => {
    const response = await SELF.fetch(`${origin}/v3/no/such/call`)
    expect(await response.json()).toEqual({
      ok: false,
      errors: [{ code: 'not_found', message: 'No such call' }],
    })
  })
})

describe('a list', () => {
  it.each(searches)('[ENV-005] of %s is in data.data, with data.pages', async (_, row) => {
    const answer = await person(row, row.body ? { body: {} } : {})
    expect([answer.status, answer.errors]).toEqual([200, []])
    // Assert the type, which is known only as the test runs, as the row is.
    const { data, pages } = answer.data as { data: unknown; pages: unknown }
    expect(Array.isArray(data)).toBe(true)
    expect(typeof pages).toBe('number')
  })
})
