import { beforeAll, describe, expect, it } from 'vitest'
import { foundLab } from './lab.ts'
import { countAsks } from './count-asks.ts'
import { askScim, type Json, makeToken, newPerson } from './scim-client.ts'

let token = ''
const ids: string[] = []
const ask = (method: string, path: string, body?: unknown) =>
  askScim(method, path, body, { as: token })

beforeAll(async () => {
  const lab = await foundLab('scimcost')
  token = await makeToken(await lab.as('Administrator'), 'scim')
  for (let at = 0; at < 12; at++) {
    const userName = `cost-${at}`
    const emails = [{ value: `${userName}@scim.example` }]
    const made = await ask('POST', '/Users', newPerson({ userName, emails, externalId: `x-${at}` }))
    ids.push(String(made.body['id']))
  }
  const members = ids.slice(0, 6).map((value) => ({ value }))
  await ask('POST', '/Groups', { displayName: 'Half of them', members })
}, 120_000)

/** Find people by a filter, with what that asked of the store beyond who is asking. */
async function find(filter: string) {
  const path = `/Users?filter=${encodeURIComponent(filter)}`
  const { value, asks } = await countAsks(() => ask('GET', path))
  const found = (value.body['Resources'] as Json[]).map(({ userName }) => userName)
  const reads = asks.stores.filter(({ method }) => ['get', 'list', 'ask'].includes(method))
  return { found, reads, asks }
}

describe('what a request of an identity provider reads', () => {
  it.each([
    ['userName eq "COST-3"'],
    ['externalId eq "x-3" and active eq true'],
    ['emails.value eq "cost-3@scim.example"'],
    ['emails eq "Cost-3@scim.example"'],
  ])('%s reads one person, not all', async (filter) => {
    const { found, reads } = await find(filter)
    expect(found).toEqual(['cost-3'])
    expect(reads.map(({ method }) => method)).toEqual(['ask'])
    expect(reads[0]?.question).toBe('peopleOf')
  })

  it('either of two keys reads these two', async () => {
    const either = await find(`id eq "${ids[4]}" or userName eq "cost-5" or userName eq "nobody"`)
    expect(either.found).toEqual(['cost-4', 'cost-5'])
    expect(either.reads.map(({ question }) => question)).toEqual(['peopleOf'])
  })

  it('nobody of that name reads nobody', async () => {
    expect((await find('userName eq "nobody"')).reads).toEqual([])
  })

  it('a page without a filter reads that page, says how many there are, and leaves out who was deleted', async () => {
    await ask('DELETE', `/Users/${ids[0]}`)
    const { value, asks } = await countAsks(() => ask('GET', '/Users?startIndex=5&count=3'))
    const all = (await ask('GET', '/Users')).body
    const names = (body: Json) => (body['Resources'] as Json[]).map(({ userName }) => userName)
    expect(names(all)).not.toContain('cost-0')
    expect(names(value.body)).toEqual(names(all).slice(4, 7))
    expect([value.body['totalResults'], all['totalResults']]).toEqual([15, 15])
    expect(value.body['itemsPerPage']).toBe(3)
    const reads = asks.stores.filter(({ method }) => method !== 'authenticateKey')
    expect(reads.filter(({ method }) => ['list', 'get'].includes(method))).toEqual([])
  })

  it('groups of a person come by the person, also after a move between groups', async () => {
    const { body } = await ask('GET', `/Users/${ids[1]}`)
    expect((body['groups'] as Json[]).map(({ display }) => display)).toEqual(['Half of them'])
    const { asks } = await countAsks(() => ask('GET', `/Users/${ids[9]}`))
    expect(asks.rows).toBeLessThan(40)
    expect((await ask('GET', `/Users/${ids[9]}`)).body['groups']).toEqual([])
  })

  it('members of a group are looked up in one question', async () => {
    const members = ids.slice(1).map((value) => ({ value }))
    const made = () => ask('POST', '/Groups', { displayName: 'Nearly all', members })
    const { value, asks } = await countAsks(made)
    expect(value.status).toBe(201)
    expect(asks.stores.filter(({ method }) => method === 'get')).toEqual([])
    // Expect one question for all of them, and one for each as their rights are written.
    const asked = asks.stores.filter(({ question }) => question === 'peopleOf')
    expect(asked.length).toBeLessThanOrEqual(1 + members.length)
  })
})
