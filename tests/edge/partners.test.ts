import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { type NamedCompany, partnerCalls } from '../../domain/calls/partners.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { findCompany } from '../../edge/directory/companies.ts'
import { releaseUnderlings } from '../../edge/directory/underlings.ts'
import { readAuditOf } from './audit-of.ts'
import { must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { changeInside, makeWorld } from './matrix/world.ts'
import { makeCompany } from './people.ts'

let world: World
let provider: Sender
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
}, 60_000)

const at = (uuid: string) => ({ params: { id: uuid } })
const into = (company: string) => ({ headers: { 'X-Company': company } })
let count = 0
const make = () => makeCompany(provider, `Company ${(count += 1)}`)

async function makePartner(underlings: string[] = []): Promise<string> {
  const id = await make()
  await must(provider(partnerCalls.promote, at(id)))
  if (underlings.length > 0) {
    await must(provider(partnerCalls.setUnderlings, { ...at(id), body: { underlings } }))
  }
  return id
}

async function recordOf(company: string) {
  const { data } = await must(provider(companyCalls.editForm, at(company)))
  return data.record
}

const uuids = (list: readonly NamedCompany[]) => list.map(({ uuid }) => uuid)

describe('partners', () => {
  it('[CALL-216] [CALL-218] [STATE-061] [PERM-032] eligible companies are promoted', async () => {
    const id = await make()
    const eligible = async () => {
      const { data } = await must(provider(partnerCalls.listEligible, { query: { limit: '500' } }))
      return uuids(data.data)
    }
    const before = await eligible()
    expect(before).toContain(id)
    for (const never of [world.home, world.partner, world.underling])
      expect(before).not.toContain(never.company)
    const reason = 'contract of March'
    await must(provider(partnerCalls.promote, { ...at(id), body: { reason } }))
    expect(await eligible()).not.toContain(id)
    expect((await recordOf(id))?.isPartner).toBe('Y')
    expect((await readAuditOf(id, 'company', id)).at(-1)).toMatchObject({
      action: 'company.promote',
      reason,
    })
  })

  it('[CALL-219] [STATE-062] are declassed, as the GET that is listed, and their underlings are free', async () => {
    const under = await make()
    const id = await makePartner([under])
    await must(provider({ ...partnerCalls.declass, method: 'GET' }, at(id)))
    expect(await recordOf(id))?.toMatchObject({ isPartner: 'N', underlings: [] })
    expect(await findCompany(env.DIRECTORY, under)).toMatchObject({ partner_uuid: null })
    expect((await provider(partnerCalls.get, at(id))).status).toBe(404)
  })

  it('[CALL-217] [CALL-221] [CALL-223] are read by the provider, each by itself', async () => {
    const { partner, underling, lab } = world
    const theirs = await partner.as('SuperAdmin')
    const own = (await must(theirs(partnerCalls.get, at(partner.company)))).data
    expect(uuids(own.underlings)).toEqual([underling.company])
    const { data } = await must(theirs(partnerCalls.search))
    expect(uuids(data.data)).toEqual([partner.company])
    const under = await must(theirs(partnerCalls.underlings, at(partner.company)))
    expect(uuids(under.data.data)).toEqual([underling.company])
    const other = await makePartner()
    for (const row of [partnerCalls.get, partnerCalls.underlings]) {
      const foreign = await theirs(row, at(other))
      const missing = await theirs(row, at(crypto.randomUUID()))
      expect([foreign.status, foreign.errors]).toEqual([404, missing.errors])
    }
    const all = await must(provider(partnerCalls.search, { query: { limit: '500' } }))
    const seen = uuids(all.data.data)
    expect(seen).toEqual(expect.arrayContaining([partner.company, other]))
    expect(seen).not.toContain(lab.company)
    expect((await (await lab.as('SuperAdmin'))(partnerCalls.search)).status).toBe(403)
  })

  it('[CALL-220] [CALL-222] [ENT-043] have exactly the underlings that are set', async () => {
    const [first, second] = [await make(), await make()]
    const id = await makePartner([first])
    const form = (await must(provider(partnerCalls.setUnderlingsForm, at(id)))).data
    const offered = form.options.underlings.map(({ value }) => value)
    expect(offered).toEqual(expect.arrayContaining([first, second]))
    expect(offered).not.toContain(world.underling.company)
    const put = (underlings: string[]) =>
      provider(partnerCalls.setUnderlings, { ...at(id), body: { underlings } })
    const now = (await must(put([second]))).data
    expect(uuids(now.underlings)).toEqual([second])
    expect((await recordOf(id))?.underlings).toEqual([second])
    for (const [wrong, reason] of [
      [world.underling.company, 'wrong_state'],
      [world.partner.company, 'wrong_state'],
      [world.home.company, 'wrong_state'],
      [id, 'wrong_state'],
      [crypto.randomUUID(), 'company_unknown'],
    ] as const) {
      const refused = await put([second, wrong])
      expect(refused.errors[0]).toMatchObject({ field: 'underlings.1', reason })
    }
    expect((await recordOf(id))?.underlings).toEqual([second])
  })

  it('reach their underlings at once, and no longer once they are released', async () => {
    const { partner, underling } = world
    const fresh = await make()
    const theirs = await partner.as('SuperAdmin')
    const reach = () => theirs(userCalls.search, into(fresh))
    expect((await reach()).status).toBe(404)
    const put = (underlings: string[]) =>
      must(provider(partnerCalls.setUnderlings, { ...at(partner.company), body: { underlings } }))
    await put([underling.company, fresh])
    expect((await reach()).status).toBe(200)
    await put([underling.company])
    expect((await reach()).status).toBe(404)
  })
})

describe('every state and action of a company', () => {
  it('is decided by the same table at the edge: only what it allows is done', async () => {
    const { home, partner, underling } = world
    const plain = await make()
    const refused: [string, string, string][] = [
      ['promote', home.company, 'provider'],
      ['promote', partner.company, 'partner'],
      ['promote', underling.company, 'underling'],
      ['declass', home.company, 'provider'],
      ['declass', plain, 'plain'],
      ['declass', underling.company, 'underling'],
      ['setUnderlings', home.company, 'provider'],
      ['setUnderlings', plain, 'plain'],
      ['setUnderlings', underling.company, 'underling'],
    ]
    for (const [name, id, state] of refused) {
      const row = partnerCalls[name as 'promote' | 'declass' | 'setUnderlings']
      const body = name === 'setUnderlings' ? { underlings: [] } : {}
      const answer = await provider(row, { ...at(id), body })
      expect([name, answer.errors[0]?.reason, answer.errors[0]?.params?.['state']]).toEqual([
        name,
        'wrong_state',
        state,
      ])
    }
  })
})

describe('a failure in between', () => {
  it('of a promotion leaves no reach, and asking again finishes it', async () => {
    const id = await make()
    // Write the record, but not the directory.
    await changeInside(id, { type: 'company.promote', uuid: id, reason: '' })
    expect(await findCompany(env.DIRECTORY, id)).toMatchObject({ partner: 0 })
    await must(provider(partnerCalls.promote, at(id)))
    expect(await findCompany(env.DIRECTORY, id)).toMatchObject({ partner: 1 })
  })

  it('of a declassing leaves no reach, and asking again finishes it', async () => {
    const under = await make()
    const id = await makePartner([under])
    // Write the directory, but not the record.
    await releaseUnderlings(env.DIRECTORY, id, [])
    await env.DIRECTORY.prepare('UPDATE companies SET partner = 0 WHERE uuid = ?1').bind(id).run()
    expect((await recordOf(id))?.isPartner).toBe('Y')
    await must(provider(partnerCalls.declass, at(id)))
    expect(await recordOf(id))?.toMatchObject({ isPartner: 'N', underlings: [] })
  })
})
