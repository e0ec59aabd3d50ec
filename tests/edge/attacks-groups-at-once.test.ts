import { beforeAll, describe, expect, it } from 'vitest'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { scimCalls } from '../../domain/calls/scim.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { sendHeld } from './held.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { askHeld, askScim, makeToken, newPerson } from './scim-client.ts'

let lab: Lab
let admin: Sender
let token = ''
let manager = ''
let operator = ''
beforeAll(async () => {
  lab = await foundLab('at-once')
  admin = await lab.as('Administrator')
  token = await makeToken(admin, 'scim')
  const profiles = (await must(admin(profileCalls.search))).data.data
  manager = profiles.find(({ name }) => name === 'Manager')?.uuid ?? ''
  operator = profiles.find(({ name }) => name === 'Operator')?.uuid ?? ''
}, 60_000)

const ask = (method: string, path: string, body?: unknown) =>
  askScim(method, path, body, { as: token })
const change = (op: 'add' | 'remove', group: string, value: string) =>
  ask('PATCH', `/Groups/${group}`, { Operations: [{ op, path: 'members', value: [{ value }] }] })

/** Make a group that gives a profile and a swarm. */
async function makeGroup(
  displayName: string,
  swarm: string,
  members: string[],
  profile_uuid = manager,
): Promise<string> {
  const body = { displayName, members: members.map((value) => ({ value })) }
  const id = String((await ask('POST', '/Groups', body)).body['id'])
  const mapped = { profile_uuid, swarms: [swarm] }
  await must(admin(scimCalls.mapGroup, { params: { id }, body: mapped }))
  return id
}

async function rightsOf(id: string) {
  const people = (await must(admin(userCalls.search, { body: {} }))).data.data
  const person = people.find(({ uuid }) => uuid === id)
  return { isManager: person?.profile_uuid === manager, swarms: person?.swarms }
}

const none = { isManager: false, swarms: [] }
const isGiving = {
  store: (method: string, [given]: unknown[]) =>
    method === 'change' && (given as { type: string }).type === 'user.follow_groups',
}

describe('somebody whom a directory takes out of groups at once', () => {
  it('A28-5: has the rights of none of them', async () => {
    const person = String((await ask('POST', '/Users', newPerson())).body['id'])
    const one = await makeGroup('One', lab.swarm, [person])
    const two = await makeGroup('Two', lab.otherSwarm, [person])
    await askHeld(
      () => change('remove', one, person),
      isGiving,
      () => change('remove', two, person),
    )
    expect(await rightsOf(person)).toEqual(none)
  })

  it('A28-5: nor those that an administrator gives the group meanwhile', async () => {
    const person = String((await ask('POST', '/Users', newPerson())).body['id'])
    const group = await makeGroup('Mapped meanwhile', lab.swarm, [person])
    const body = { profile_uuid: manager, swarms: [lab.otherSwarm] }
    const { wasHeld } = await sendHeld(
      () => admin(scimCalls.mapGroup, { params: { id: group }, body }),
      isGiving,
      () => change('remove', group, person),
    )
    expect([wasHeld, await rightsOf(person)]).toEqual([true, none])
  })

  it('A28-5: nor those of a group that they are put into while the directory deletes them', async () => {
    const person = String((await ask('POST', '/Users', newPerson())).body['id'])
    const group = await makeGroup('First', lab.swarm, [person])
    const other = await makeGroup('Second', lab.otherSwarm, [])
    const { status } = await askHeld(
      () => ask('DELETE', `/Users/${person}`),
      isGiving,
      () => change('add', other, person),
    )
    const members = (await ask('GET', `/Groups/${other}`)).body['members']
    expect([status, members, group === other]).toEqual([204, [], false])
    expect(await rightsOf(person)).toEqual(none)
  })
})

const provide = async () => String((await ask('POST', '/Users', newPerson())).body['id'])

describe('a group that a directory deletes while it puts somebody into it', () => {
  it('A29-1: leaves them nothing where they come before it is removed', async () => {
    const person = await provide()
    const group = await makeGroup('Deleted', lab.swarm, [])
    const { status } = await askHeld(
      () => ask('DELETE', `/Groups/${group}`),
      { directory: (text) => text.startsWith('DELETE FROM scim_groups') },
      () => change('add', group, person),
    )
    expect([status, (await ask('GET', `/Groups/${group}`)).status]).toEqual([204, 404])
    expect(await rightsOf(person)).toEqual(none)
  })

  it('A29-1: leaves them nothing where they come after', async () => {
    const person = await provide()
    const group = await makeGroup('Gone', lab.swarm, [])
    const { status } = await askHeld(
      () => change('add', group, person),
      isGiving,
      () => ask('DELETE', `/Groups/${group}`),
    )
    expect([status, await rightsOf(person)]).toEqual([404, none])
  })
})

describe('groups that a directory renames at once: the first by name gives the profile', () => {
  const rename = (group: string, value: string) =>
    ask('PATCH', `/Groups/${group}`, {
      Operations: [{ op: 'replace', path: 'displayName', value }],
    })
  const isRenaming = { directory: (text: string) => text.includes('OR IGNORE scim_groups') }

  it('A29-2: counts the names that they have in the end', async () => {
    const person = await provide()
    const one = await makeGroup('Aa', lab.swarm, [person])
    const two = await makeGroup('Bb', lab.swarm, [person], operator)
    await askHeld(
      () => rename(one, 'Cc'),
      isRenaming,
      () => rename(two, 'Dd'),
    )
    expect((await rightsOf(person)).isManager).toBe(true)
  })

  it('A29-2: for those who are put into it meanwhile', async () => {
    const person = await provide()
    const one = await makeGroup('Ee', lab.swarm, [])
    await makeGroup('Ff', lab.swarm, [person], operator)
    await askHeld(
      () => rename(one, 'Gg'),
      isRenaming,
      () => change('add', one, person),
    )
    expect((await rightsOf(person)).isManager).toBe(false)
  })

  it('A29-2: and not a name that another group has taken meanwhile', async () => {
    const person = await provide()
    const one = await makeGroup('Hh', lab.swarm, [person])
    await makeGroup('Ii', lab.swarm, [person], operator)
    const { status } = await askHeld(
      () => rename(one, 'Jj'),
      isRenaming,
      () => ask('POST', '/Groups', { displayName: 'jj' }),
    )
    expect([status, (await rightsOf(person)).isManager]).toEqual([409, true])
  })
})
