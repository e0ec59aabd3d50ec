import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { contract } from '../../domain/contract.ts'
import { type BaseProfile, defaultProfiles } from '../../domain/permissions.ts'
import { foundLab, type Lab, send, type Sender } from './lab.ts'

const rows = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, row]): [string, Call] => [`${group}.${name}`, row]),
)
const ofAccounts = rows.filter(([, row]) => (row.caller ?? 'account') === 'account')
const nowhere = { id: '00000000-0000-4000-8000-000000000000', hash: '0'.repeat(64) }

let lab: Lab
let other: Lab
beforeAll(async () => {
  lab = await foundLab('contract')
  other = await foundLab('neighbour')
})

describe('every call of the contract', () => {
  it('is listed once', () => {
    const places = rows.map(([, row]) => `${row.method} ${row.path}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it.each(ofAccounts)(
    '%s turns away who is not signed in, before reading anything',
    async (_, row) => {
      const answer = await send(row, { params: nowhere, ...(row.body ? { body: {} } : {}) })
      expect([answer.status, answer.errors[0]?.code]).toEqual([401, 'not_signed_in'])
    },
  )

  it.each(ofAccounts)('[TRANS-013] %s turns away a page of another origin', async (_, row) => {
    const operator = await lab.as('Operator')
    const answer = await operator(row, {
      params: nowhere,
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(answer.errors[0]?.code).toBe('method_refused')
    const bare = await operator(row, { params: nowhere, headers: { 'X-Requested-With': '' } })
    expect(bare.errors[0]?.code).toBe('method_refused')
  })

  it.each(ofAccounts.filter(([, row]) => lacking(row)))(
    '%s names the permission that is missing',
    async (_, row) => {
      const sender = await lab.as(lacking(row) as BaseProfile)
      const answer = await sender(row, { params: nowhere, ...(row.body ? { body: {} } : {}) })
      expect([answer.status, answer.errors[0]?.code]).toEqual([403, 'forbidden'])
      expect(answer.errors[0]?.params).toEqual({ permission: row.needs })
    },
  )

  it.each(ofAccounts.filter(([, row]) => row.body))(
    '%s answers a broken body with field and code',
    async (_, row) => {
      const sender = await lab.as('SuperAdmin')
      const answer = await sender(row, { params: nowhere, query: {}, body: { no_such_field: 1 } })
      expect([answer.status, answer.errors[0]?.code]).toEqual([422, 'invalid'])
      expect(answer.errors[0]?.field).toBeTruthy()
    },
  )

  it.each(ofAccounts.filter(([, row]) => row.path.includes(':id')))(
    '%s takes only a uuid for an id',
    async (_, row) => {
      const sender = await lab.as('SuperAdmin')
      const answer = await sender(row, {
        params: { ...nowhere, id: 'not-a-uuid' },
        ...(row.body ? { body: {} } : {}),
      })
      expect(answer.errors[0]).toMatchObject({ code: 'invalid', field: 'params.id' })
    },
  )

  it.each(rows.filter(([, row]) => row.caller === 'operator'))(
    '%s is as if it were not there',
    async (_, row) => {
      expect((await send(row, { body: {} })).status).toBe(404)
      expect(
        (await send(row, { body: {}, headers: { Authorization: 'Operator guess' } })).status,
      ).toBe(404)
    },
  )

  it.each(rows.filter(([, row]) => row.caller === 'device'))(
    '%s turns away an unknown device',
    async (_, row) => {
      const wrong = `Device ${lab.device}.${'A'.repeat(43)}`
      const answer = await send(row, {
        params: nowhere,
        ...(row.body ? { body: {} } : {}),
        headers: { Authorization: wrong },
      })
      expect(answer.status).toBe(401)
    },
  )
})

describe("another company's records", () => {
  const reads = ofAccounts.filter(
    ([name, row]) => row.method === 'GET' && row.path.includes('/get/:id') && name,
  )
  it.each(reads)('%s answers for one exactly as for a missing one', async (_, row) => {
    const sender: Sender = await other.as('SuperAdmin')
    const foreign = await sender(row, { params: { id: foreignIds(row) } })
    const missing = await sender(row, { params: nowhere })
    expect(foreign.status).toBe(404)
    expect(foreign.errors).toEqual(missing.errors)
  })

  function foreignIds(row: Call): string {
    if (row.path.startsWith('/recipes')) return lab.recipe
    if (row.path.startsWith('/protocols')) return lab.protocol
    if (row.path.startsWith('/products')) return lab.device
    if (row.path.startsWith('/swarms')) return lab.swarm
    return nowhere.id
  }
})

/** A profile that lacks what a row needs, if there is one. */
function lacking(row: Call): BaseProfile | undefined {
  const { needs } = row
  if (needs === null) return undefined
  return (Object.keys(defaultProfiles) as BaseProfile[]).find(
    (name) => !defaultProfiles[name].includes(needs),
  )
}
