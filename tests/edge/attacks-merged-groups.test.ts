import { beforeAll, describe, expect, it } from 'vitest'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { scimCalls } from '../../domain/calls/scim.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { changeInside } from './matrix/world.ts'
import { askScim, makeToken, newPerson } from './scim-client.ts'

let lab: Lab
let admin: Sender
let token = ''
beforeAll(async () => {
  lab = await foundLab('merged')
  admin = await lab.as('Administrator')
  token = await makeToken(admin, 'scim')
}, 60_000)

const ask = (method: string, path: string, body?: unknown) =>
  askScim(method, path, body, { as: token })
const provide = async () => String((await ask('POST', '/Users', newPerson())).body['id'])
const makeSwarm = async (name: string) =>
  (await must(admin(swarmCalls.create, { body: { name } }))).data.uuid
const swarmsOf = async (id: string) => {
  const people = (await must(admin(userCalls.search, { body: {} }))).data.data
  return people.find(({ uuid }) => uuid === id)?.swarms.toSorted()
}

const groupOf = new Map<string, string>()

/** Make a group of the directory with a member, whom it gives a swarm. */
async function makeGroup(displayName: string, swarm: string) {
  const member = await provide()
  const members = [{ value: member }]
  const group = String((await ask('POST', '/Groups', { displayName, members })).body['id'])
  groupOf.set(displayName, group)
  const profiles = (await must(admin(profileCalls.search))).data.data
  const manager = profiles.find(({ name }) => name === 'Manager')?.uuid ?? ''
  const body = { profile_uuid: manager, swarms: [swarm] }
  await must(admin(scimCalls.mapGroup, { params: { id: group }, body }))
  expect(await swarmsOf(member)).toEqual([swarm])
  const change = (op: 'add' | 'remove', value: string) =>
    ask('PATCH', `/Groups/${group}`, { Operations: [{ op, path: 'members', value: [{ value }] }] })
  return { member, change }
}

const merge = (from: string, into: string) =>
  must(
    admin(swarmCalls.merge, {
      params: { id: from },
      body: { swarm_uuid: into, reason: 'one team' },
    }),
  )

describe('a group of the directory whose swarm is merged into another one', () => {
  it('A28-3: gives the other one, and takes it from those who leave the group', async () => {
    const [from, into] = [await makeSwarm('Merged away'), await makeSwarm('Merged into')]
    const { member, change } = await makeGroup('Team', from)
    await merge(from, into)
    expect(await swarmsOf(member)).toEqual([into])
    const later = await provide()
    expect((await change('add', later)).status).toBe(200)
    expect(await swarmsOf(later)).toEqual([into])
    await change('remove', member)
    expect(await swarmsOf(member)).toEqual([])
  })

  it('A28-3: takes also the old one, which is kept with what is signed, and gives it to nobody new', async () => {
    const [from, into] = [await makeSwarm('Kept signed'), await makeSwarm('Goes on')]
    const { member, change } = await makeGroup('Signers', from)
    // Put something there that cannot move.
    const run = { analysis_uuid: crypto.randomUUID(), name: 'Run', results_hash: 'a'.repeat(64) }
    const body = {
      user_uuid: crypto.randomUUID(),
      user_name: 'Marie',
      name: 'Kept',
      note: '',
      swarm_uuid: from,
      runs: [run],
      samples: [],
      targets: [],
      calibrator: '',
      inter_run: [],
      method: 'ddcq',
      efficiency: 'given',
      confidence: 0.95,
      version: 1,
      status: 'active',
      hands: [],
      signature: null,
    }
    await changeInside(lab.company, { type: 'put', kind: 'study', uuid: run.analysis_uuid, body })
    await merge(from, into)
    expect(await swarmsOf(member)).toEqual([from, into].toSorted())
    const later = await provide()
    expect((await change('add', later)).status).toBe(200)
    expect(await swarmsOf(later)).toEqual([into])
    await change('remove', member)
    await change('remove', later)
    expect([await swarmsOf(member), await swarmsOf(later)]).toEqual([[], []])
  })

  it('A28-3: takes new members also where its profile and swarm were deleted since', async () => {
    const swarm = await makeSwarm('Deleted later')
    const { member, change } = await makeGroup('Guests', swarm)
    await change('remove', member)
    const body = { name: 'Guest', base: 'Operator' as const, permissions: [] }
    const { uuid: profile } = (await must(admin(profileCalls.create, { body }))).data
    await must(
      admin(scimCalls.mapGroup, {
        params: { id: groupOf.get('Guests') ?? '' },
        body: { profile_uuid: profile, swarms: [swarm] },
      }),
    )
    await must(
      admin(profileCalls.delete, { params: { id: profile }, body: { reason: 'not used' } }),
    )
    await must(admin(swarmCalls.delete, { params: { id: swarm }, body: { reason: 'not used' } }))
    expect((await change('add', member)).status).toBe(200)
    expect(await swarmsOf(member)).toEqual([])
  })
})
