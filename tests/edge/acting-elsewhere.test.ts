import { beforeAll, describe, expect, it } from 'vitest'
import { partnerCalls } from '../../domain/calls/partners.ts'
import { type Account, sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { readAuditOf } from './audit-of.ts'
import { must, password, type Sender, signIn, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { makeCompany, makePerson } from './people.ts'

let world: World
let provider: Sender
let admin: Sender
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
  admin = await world.lab.as('Administrator')
}, 60_000)

const at = (uuid: string) => ({ params: { id: uuid } })
const into = (company: string) => ({ headers: { 'X-Company': company } })

async function account(sender: Sender): Promise<Account> {
  return (await must(sender(sessionCalls.me))).data
}

describe('moving a person to another company', () => {
  const move = (sender: Sender, id: string, company_uuid: string, headers = {}) =>
    sender(userCalls.migrate, { ...at(id), body: { company_uuid, reason: 'moved' }, headers })

  it('[CALL-023] [CALL-024] takes the login along, ends sessions and flags, and both companies have it in their trail', async () => {
    const { lab, underling } = world
    const person = await makePerson(admin, lab.company, 'mover', { profile: 'Manager' })
    await must(admin(userCalls.setReviewer, { ...at(person.uuid), body: {} }))
    const theirs = await signIn('mover', password)
    const form = await must(
      provider(userCalls.migrateForm, { ...at(person.uuid), ...into(lab.company) }),
    )
    const { options } = form.data
    const offered = options['company_uuid']?.map(({ value }) => value)
    expect(offered).toContain(underling.company)
    expect(offered).not.toContain(lab.company)
    const headers = await visiting(provider, lab.company)
    await must(move(provider, person.uuid, underling.company, headers))
    expect((await theirs(sessionCalls.me)).status).toBe(401)
    const now = await account(await signIn('mover', password))
    expect(now).toMatchObject({
      uuid: person.uuid,
      company_uuid: underling.company,
      profile: 'Manager',
      reviewer: 'N',
      partner: 'N',
      swarms: [],
    })
    const left = await readAuditOf(lab.company, 'user', person.uuid)
    const came = await readAuditOf(underling.company, 'user', person.uuid)
    expect([left.at(-1)?.action, came[0]?.action]).toEqual(['user.leave', 'user.arrive'])
    expect(came[0]?.actor.via).toBe('provider')
    // Move the person back again, under the same id.
    await must(
      move(provider, person.uuid, lab.company, await visiting(provider, underling.company)),
    )
    expect((await account(await signIn('mover', password))).company_uuid).toBe(lab.company)
  })

  it('a partner moves people between itself and its underlings, nobody elsewhere', async () => {
    const { partner, underling, lab } = world
    const theirs = await partner.as('SuperAdmin')
    const person = await makePerson(theirs, partner.company, 'partner-mover')
    await must(move(theirs, person.uuid, underling.company))
    await must(
      move(theirs, person.uuid, partner.company, await visiting(theirs, underling.company)),
    )
    const foreign = await move(theirs, person.uuid, lab.company)
    const missing = await move(theirs, person.uuid, crypto.randomUUID())
    expect([foreign.status, foreign.errors]).toEqual([404, missing.errors])
    const same = await move(theirs, person.uuid, partner.company)
    expect(same.errors[0]?.reason).toBe('same_company')
  })

  it('nobody gets a profile of the provider without its being said', async () => {
    const { lab, home } = world
    const person = await makePerson(admin, lab.company, 'to-provider')
    const answer = await move(
      provider,
      person.uuid,
      home.company,
      await visiting(provider, lab.company),
    )
    expect(answer.errors[0]).toMatchObject({ field: 'profile_uuid', reason: 'required' })
  })

  it('an ordinary company moves nobody', async () => {
    const person = await makePerson(admin, world.lab.company, 'stayer')
    expect((await move(admin, person.uuid, world.underling.company)).status).toBe(404)
    const form = await must(admin(userCalls.migrateForm, at(person.uuid)))
    expect(form.data.options).toEqual({ company_uuid: [] })
  })
})

describe('acting in another company', () => {
  it('leaves the person, the way and the role in the target’s trail', async () => {
    const { partner, underling, lab } = world
    const theirs = await partner.as('SuperAdmin')
    const person = await makePerson(theirs, underling.company, 'made-from-outside', {
      headers: await visiting(theirs, underling.company),
    })
    const [entry] = await readAuditOf(underling.company, 'user', person.uuid)
    expect(entry?.actor).toMatchObject({
      name: 'SuperAdmin of partner',
      via: 'partner',
      role: 'SuperAdmin',
      zone: 'Europe/Rome',
    })
    await signIn('made-from-outside', password)
    const foreign = await theirs(userCalls.search, into(lab.company))
    const missing = await theirs(userCalls.search, into(crypto.randomUUID()))
    expect([foreign.status, foreign.errors]).toEqual([404, missing.errors])
    await must(provider(userCalls.search, into(lab.company)))
    expect((await admin(userCalls.search, into(underling.company))).status).toBe(404)
  })

  it('[CALL-038] [CALL-039] [CALL-040] [PERM-033] is for promoted people of the partner, and no more after they are declassed', async () => {
    const { partner, underling } = world
    const top = await partner.as('SuperAdmin')
    const person = await makePerson(top, partner.company, 'acting', { profile: 'Administrator' })
    const theirs = await signIn('acting', password)
    const reach = () => theirs(userCalls.search, into(underling.company))
    expect((await reach()).status).toBe(404)
    await must(top({ ...userCalls.promoteToPartner, method: 'GET' }, at(person.uuid)))
    expect((await reach()).status).toBe(200)
    const again = await top(userCalls.promoteToPartner, at(person.uuid))
    expect(again.errors[0]?.reason).toBe('wrong_state')
    await must(top(userCalls.declassFromPartnerForm, at(person.uuid)))
    expect((await reach()).status).toBe(200)
    await must(top(userCalls.declassFromPartner, { ...at(person.uuid), body: {} }))
    expect((await reach()).status).toBe(404)
  })

  it('[ENT-043] a declassed company reaches nobody, also after it is a partner again', async () => {
    const id = await makeCompany(provider, 'Short Partner')
    const under = await makeCompany(provider, 'Short Underling')
    await must(provider(partnerCalls.promote, at(id)))
    const body = { underlings: [under] }
    await must(provider(partnerCalls.setUnderlings, { ...at(id), body }))
    const headers = await visiting(provider, id)
    const person = await makePerson(provider, id, 'short', {
      profile: 'Administrator',
      headers,
    })
    await must(provider(userCalls.promoteToPartner, { ...at(person.uuid), headers }))
    const theirs = await signIn('short', password)
    const reach = () => theirs(userCalls.search, into(under))
    await must(reach())
    await must(provider(partnerCalls.declass, at(id)))
    expect((await reach()).status).toBe(404)
    await must(provider(partnerCalls.promote, at(id)))
    await must(provider(partnerCalls.setUnderlings, { ...at(id), body }))
    expect((await reach()).status).toBe(404)
    expect((await account(theirs)).partner).toBe('N')
  })
})
