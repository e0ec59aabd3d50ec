import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { type SwarmWithMembers, swarmCalls } from '../../domain/calls/swarms.ts'
import type { Swarm } from '../../domain/entities/swarm.ts'
import { readAuditOf } from './audit-of.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makeValidated } from './made-analyses.ts'
import { makePerson } from './people.ts'
import { create, planFor } from './plan.ts'

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('swarms')
  admin = await lab.as('Administrator')
}, 60_000)

const at = (uuid: string) => ({ params: { id: uuid } })
let count = 0
const word = () => `Bench ${(count += 1)}`

async function make(name = word(), sender = admin): Promise<Swarm> {
  return (await must(sender(swarmCalls.create, { body: { name } }))).data
}

async function extended(sender = admin): Promise<SwarmWithMembers[]> {
  const { data } = await must(sender(swarmCalls.search, { query: { extended: '1' } }))
  return data.data
}

describe('swarms', () => {
  it('[CALL-207] [CALL-214] [ENT-044] [PERM-037] are made with a name of their own', async () => {
    expect((await must(admin(swarmCalls.createForm))).data).toEqual({ record: null, options: {} })
    const swarm = await make()
    expect(swarm).toMatchObject({ company_uuid: lab.company })
    const taken = await admin(swarmCalls.create, { body: { name: swarm.name.toLowerCase() } })
    expect(taken.errors[0]).toMatchObject({ field: 'name', reason: 'name_taken' })
    const foreign = await admin(swarmCalls.create, {
      body: { name: word(), company_uuid: crypto.randomUUID() },
    })
    expect([foreign.status, foreign.errors[0]?.field]).toEqual([422, 'company_uuid'])
  })

  it('[CALL-201] [CALL-206] [CALL-213] are read, and renamed', async () => {
    const swarm = await make()
    expect((await must(admin(swarmCalls.get, at(swarm.uuid)))).data).toEqual(swarm)
    await must(admin(swarmCalls.editForm, at(swarm.uuid)))
    const name = word()
    const { data } = await must(admin(swarmCalls.edit, { ...at(swarm.uuid), body: { name } }))
    expect(data).toMatchObject({ name })
  })

  it('[SCREEN-051] says what is in it, and what a merge would leave', async () => {
    const operator = await lab.as('Operator')
    const before = (await must(operator(swarmCalls.uses, at(lab.swarm)))).data
    expect(before).toMatchObject({ people: 4, devices: 1, stays: 0 })
    const manager = await lab.as('Manager')
    await makeValidated(manager, lab.swarm)
    const after = (await must(operator(swarmCalls.uses, at(lab.swarm)))).data
    expect(after.analyses).toBe(before.analyses + 1)
    expect(after.stays).toBe(1)
    expect((await operator(swarmCalls.uses, at(crypto.randomUUID()))).status).toBe(404)
  })

  it('[CALL-215] the extended list has people and devices, as far as one may see them', async () => {
    const [first] = (await extended()).filter(({ uuid }) => uuid === lab.swarm)
    expect(first?.devices).toEqual([{ uuid: lab.device, name: 'bGATE swarms' }])
    expect(first?.users?.map(({ name }) => name)).toContain('Manager of swarms')
    const operator = await lab.as('Operator')
    const [seen] = (await extended(operator)).filter(({ uuid }) => uuid === lab.swarm)
    expect(seen?.devices?.length).toBe(1)
    expect(seen).not.toHaveProperty('users')
    const { data } = await must(operator(swarmCalls.search))
    expect(JSON.stringify(data)).not.toContain('bGATE')
  })

  it('[CALL-202] [CALL-204] [CALL-211] devices: listed, offered and linked', async () => {
    const swarm = await make()
    const form = (await must(admin(swarmCalls.linkProductForm, at(swarm.uuid)))).data
    expect(form).toMatchObject({ options: { devices: [{ value: lab.device }] } })
    const body = { devices: [lab.device] }
    const linked = await must(admin(swarmCalls.linkProduct, { ...at(swarm.uuid), body }))
    expect(linked.data).toMatchObject({ devices: [{ uuid: lab.device }] })
    const { data } = await must(admin(swarmCalls.products, at(swarm.uuid)))
    expect(data).toMatchObject({ total: 1, data: [{ uuid: lab.device }] })
    await must(admin(swarmCalls.linkProduct, { ...at(swarm.uuid), body: { devices: [] } }))
    expect((await must(admin(swarmCalls.products, at(swarm.uuid)))).data).toMatchObject({
      total: 0,
    })
    const unknown = await admin(swarmCalls.linkProduct, {
      ...at(swarm.uuid),
      body: { devices: [lab.device, crypto.randomUUID()] },
    })
    expect(unknown.errors[0]).toMatchObject({ field: 'devices.1', reason: 'device_unknown' })
  })

  it('[CALL-205] [CALL-209] [CALL-212] people: listed, offered and linked, and see what is in it', async () => {
    const swarm = await make()
    const person = await makePerson(admin, lab.company, 'linked')
    const theirs = await signIn('linked', password)
    expect((await theirs(analysisCalls.search)).data).toMatchObject({ total: 0 })
    const form = (await must(admin(swarmCalls.linkUserForm, at(swarm.uuid)))).data
    expect(form.options['users']?.map(({ value }) => value)).toContain(person.uuid)
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const order = { ...at(swarm.uuid), body: { users: [person.uuid] }, headers }
    await must(admin(swarmCalls.linkUser, order))
    await must(admin(swarmCalls.linkUser, order))
    const { data } = await must(admin(swarmCalls.users, at(swarm.uuid)))
    expect(data.data).toMatchObject([{ uuid: person.uuid }])
    const trail = await readAuditOf(lab.company, 'user', person.uuid)
    expect(trail.filter(({ action }) => action === 'user.linkSwarms').length).toBe(1)
  })

  it('[CALL-208] are deleted when nothing is in them, as the GET that is listed too', async () => {
    const swarm = await make()
    const used = await admin(swarmCalls.delete, at(lab.swarm))
    expect(used.errors[0]).toMatchObject({ reason: 'swarm_in_use', params: { devices: 1 } })
    await must(admin({ ...swarmCalls.delete, method: 'GET' }, at(swarm.uuid)))
    expect((await admin(swarmCalls.get, at(swarm.uuid))).status).toBe(404)
  })
})

describe('renaming a swarm', () => {
  it('[CALL-213] gives its analyses the new name, each with its entry; signed ones keep what was signed', async () => {
    const own = await foundLab('rename')
    const boss = await own.as('Administrator')
    const manager = await own.as('Manager')
    const signed = await makeValidated(manager, own.swarm)
    const [open, other] = [
      await create(manager, planFor(own)),
      await create(manager, planFor(own, { swarm_uuid: own.swarm, name: 'Another' })),
    ]
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const order = { ...at(own.swarm), body: { name: 'Bench 1' }, headers }
    await must(boss(swarmCalls.edit, order))
    await must(boss(swarmCalls.edit, order))
    const nameOf = async (uuid: string) =>
      (await must(manager(analysisCalls.get, at(uuid)))).data.swarm_name
    expect([await nameOf(open.uuid), await nameOf(other.uuid)]).toEqual(['Bench 1', 'Bench 1'])
    expect(await nameOf(signed.uuid)).toBe('First')
    const actions = async (uuid: string) =>
      (await readAuditOf(own.company, 'analysis', uuid)).map(({ action }) => action)
    expect(await actions(open.uuid)).toEqual(['analysis.create', 'analysis.swarm_renamed'])
    expect(await actions(signed.uuid)).not.toContain('analysis.swarm_renamed')
    // Expect no second entry for a record that already has the name.
    await must(boss(swarmCalls.edit, { ...at(own.swarm), body: { name: 'Bench 1' } }))
    expect(await actions(open.uuid)).toHaveLength(2)
  })
})

describe('merging swarms', () => {
  const merge = (from: string, swarm_uuid: string, headers = {}) =>
    admin(swarmCalls.merge, { ...at(from), body: { swarm_uuid, reason: 'one bench now' }, headers })

  it('[CALL-203] [CALL-210] moves analyses, protocols, people and devices, each with its entry', async () => {
    const own = await foundLab('merge')
    const boss = await own.as('Administrator')
    const manager = await own.as('Manager')
    const form = (await must(boss(swarmCalls.mergeForm, at(own.swarm)))).data
    expect(form).toMatchObject({ options: { swarm_uuid: [{ value: own.otherSwarm }] } })
    const record = await create(manager, planFor(own))
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const order = {
      ...at(own.swarm),
      body: { swarm_uuid: own.otherSwarm, reason: 'one bench now' },
      headers,
    }
    const done = (await must(boss(swarmCalls.merge, order))).data
    expect(done).toMatchObject({ swarm: { uuid: own.otherSwarm }, kept: 0 })
    expect((done as { moved: number }).moved).toBeGreaterThan(0)
    const moved = (await must(manager(analysisCalls.get, at(record.uuid)))).data
    expect(moved).toMatchObject({ swarm_uuid: own.otherSwarm, swarm_name: 'Second' })
    const { data } = await must(boss(swarmCalls.products, at(own.otherSwarm)))
    expect(data).toMatchObject({ total: 1 })
    expect((await boss(swarmCalls.get, at(own.swarm))).status).toBe(404)
    for (const [kind, uuid, action] of [
      ['analysis', record.uuid, 'analysis.migrate'],
      ['device', own.device, 'device.linkSwarms'],
      ['swarm', own.swarm, 'swarm.delete'],
      ['swarm', own.otherSwarm, 'swarm.merge'],
    ] as const) {
      const trail = await readAuditOf(own.company, kind, uuid)
      expect(trail.at(-1)).toMatchObject({ action, reason: 'one bench now' })
    }
    // Deliver it a second time, which changes nothing.
    await must(boss(swarmCalls.merge, order))
    const trail = await readAuditOf(own.company, 'analysis', record.uuid)
    expect(trail.filter(({ action }) => action === 'analysis.migrate').length).toBe(1)
  })

  it('[VAL-026] a swarm into itself is refused: choose a different swarm', async () => {
    const answer = await merge(lab.swarm, lab.swarm)
    expect([answer.status, answer.errors[0]?.message]).toEqual([422, 'Choose a different swarm'])
    const unknown = await merge(lab.swarm, crypto.randomUUID())
    expect(unknown.errors[0]).toMatchObject({ field: 'swarm_uuid', reason: 'swarm_unknown' })
  })

  it('[VAL-026] and so is moving a record into the swarm it is in', async () => {
    const { data } = await must(admin(protocolCalls.get, at(lab.protocol)))
    const { swarm_uuid } = data
    const answer = await admin(protocolCalls.migrate, { ...at(lab.protocol), body: { swarm_uuid } })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([422, 'same_swarm'])
  })

  it('signed analyses stay where they are, in an archived swarm that everybody of both sees', async () => {
    const own = await foundLab('merge-signed')
    const boss = await own.as('Administrator')
    const signed = await makeValidated(await own.as('Manager'), own.swarm)
    const open = await create(await own.as('Manager'), planFor(own))
    await makePerson(boss, own.company, 'second-bench', {
      profile: 'Manager',
      swarms: [own.otherSwarm],
    })
    const theirs = await signIn('second-bench', password)
    expect((await theirs(analysisCalls.get, at(signed.uuid))).status).toBe(404)
    const body = { swarm_uuid: own.otherSwarm, reason: 'one bench now' }
    const done = await must(boss(swarmCalls.merge, { ...at(own.swarm), body }))
    expect(done.data.kept).toBeGreaterThan(0)
    const after = (await must(theirs(analysisCalls.get, at(signed.uuid)))).data
    expect(after).toEqual(signed)
    const moved = (await must(theirs(analysisCalls.get, at(open.uuid)))).data
    expect(moved.swarm_uuid).toBe(own.otherSwarm)
    expect((await must(boss(swarmCalls.get, at(own.swarm)))).data).toMatchObject({ archived: 1 })
    const again = await boss(swarmCalls.merge, { ...at(own.swarm), body })
    expect(again.errors[0]?.reason).toBe('swarm_archived')
  })
})
