import { SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { fuzzGroup } from '../batteries/security/fuzz.ts'
import { groups, targetsOf } from '../batteries/security/requests.ts'
import { declared, writeServerFields } from '../batteries/security/server-fields.ts'
import { foundWorld, type Transport, type World } from '../batteries/security/world.ts'
import { origin } from './lab.ts'

/** Count the requests of the short form of `npm run battery -- security`: each row of a group at least once. */
const requestsOf = (group: string) => Math.max(8, targetsOf(group).length)

const transport: Transport = async ({ method, path, headers, body }) => {
  const sendable = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    value.replaceAll(/[^\x20-\x7e]/g, '?'),
  ])
  const response = await SELF.fetch(`${origin}${path}`, {
    method,
    headers: sendable,
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

let world: World
beforeAll(async () => {
  world = await foundWorld(transport, 'OPERATOR_SECRET-for-tests-only-0123456789', 'short')
}, 60_000)

describe('fields that only the server writes', () => {
  it('are refused by name in every body that has no such field', async () => {
    const { tried, accepted, undeclared } = await writeServerFields(world, { bySchema: true })
    expect(tried).toBeGreaterThan(5_000)
    expect(accepted).toEqual([])
    expect(undeclared, 'say in tests/batteries/security/server-fields.ts why').toEqual([])
  }, 120_000)

  it('are listed where a body has one on purpose, and nowhere else', async () => {
    const { found } = await writeServerFields(world, { isDry: true })
    expect(new Set(Object.keys(declared))).toEqual(new Set(found))
  })
})

describe('requests made from the description and bent', () => {
  it.each(groups)(
    '%s answers each with an envelope, and never fails',
    async (group) => {
      const requests = requestsOf(group)
      const { sent, findings } = await fuzzGroup(world, group, requests, 11)
      expect(sent).toBe(requests)
      expect(findings).toEqual([])
    },
    120_000,
  )
})
