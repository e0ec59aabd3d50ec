import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { applicationCalls } from '../../domain/calls/applications.ts'
import { bkitCalls } from '../../domain/calls/bkits.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Protocol } from '../../domain/entities/protocol.ts'
import { beforeWrite, sendHeld } from './held.ts'
import { type Answer, foundLab, must, type Sender } from './lab.ts'
import { makeCertificate } from './made-analyses.ts'
import { makeBkit, makeDevice } from './material-bodies.ts'
import type { World } from './matrix/example.ts'
import { makeWorld, storeOf } from './matrix/world.ts'
import { makePerson } from './people.ts'
import {
  made,
  makeApplication,
  makeProtocol,
  makePublished,
  makeRecipe,
  publishedBody,
} from './method-bodies.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'

let world: World
let provider: Sender
let manager: Sender
let admin: Sender
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
  manager = await world.lab.as('Manager')
  admin = await world.lab.as('Administrator')
}, 60_000)

const at = (id: string, body?: unknown) => ({ params: { id }, body })
const refusalOf = ({ status, errors }: Answer) => [status, errors[0]?.code, errors[0]?.reason]
const stale = [409, 'stale', 'changed_meanwhile']

describe('seventh attack A7-1: a protocol whose recipe two people change at once', () => {
  const read = async (id: string): Promise<Protocol> =>
    (await must(manager(protocolCalls.get, at(id)))).data
  const editHeld = (id: string, body: object, meanwhile: object) =>
    sendHeld(
      () => manager(protocolCalls.edit, at(id, body)),
      beforeWrite,
      () => must(manager(protocolCalls.edit, at(id, meanwhile))),
    )

  it('seventh attack A7-1: is never one recipe with the kind of another', async () => {
    const [recipe, published] = await Promise.all([
      makeRecipe(manager, 'Own'),
      makePublished(provider, 'Published'),
    ])
    const id = await makeProtocol(manager, 'Between two', recipe)
    const { answer, wasHeld } = await editHeld(
      id,
      { recipe_uuid: recipe, name: 'Renamed' },
      { recipe_uuid: published },
    )
    expect(wasHeld).toBe(true)
    expect(refusalOf(answer)).toEqual(stale)
    const { name, recipe_uuid, recipe_kind } = await read(id)
    expect([name, recipe_uuid, recipe_kind]).toEqual(['Between two', published, 'GLOBAL_RECIPE'])
  })

  it('seventh attack A7-1: gets no plates that its new recipe does not run on', async () => {
    const small = { ...publishedBody('Small plates'), cartridge_types: ['Wells16'] }
    const [wide, narrow] = await Promise.all([
      makePublished(provider, 'All plates'),
      made(provider, globalRecipeCalls.create, small),
    ])
    const id = await makeProtocol(manager, 'Plates', wide)
    await must(manager(protocolCalls.edit, at(id, { cartridge_types: ['Wells16'] })))
    const { answer } = await editHeld(
      id,
      { cartridge_types: ['Wells16', 'Wells96'] },
      { recipe_uuid: narrow },
    )
    expect(refusalOf(answer)).toEqual(stale)
    expect((await read(id)).cartridge_types).toEqual(['Wells16'])
  })
})

describe('seventh attack A7-3: devices that an account does not see, in swarms', () => {
  it('seventh attack A7-3: [PERM-005] are not named, and stay in them when the list is sent', async () => {
    const closed = await foundLab('closed', { cfx96_enabled: 'N' })
    const sender = await closed.as('Administrator')
    const cube = await makeDevice(closed.company, {
      name: 'Cube',
      deviceType: 'bcube',
      cartridge_type: 'Wells16',
      wavelengths: ['FAM'],
    })
    const { data } = await must(sender(swarmCalls.search, { query: { extended: '1' } }))
    const form = await must(sender(swarmCalls.linkProductForm, at(closed.swarm)))
    expect(JSON.stringify([data, form.data])).not.toContain('bGATE')
    const seen = form.data.record?.devices?.map(({ uuid }) => uuid)
    const body = { devices: [cube.uuid], seen }
    const linked = await must(sender(swarmCalls.linkProduct, at(closed.swarm, body)))
    expect(linked.data.devices?.map(({ uuid }) => uuid)).toEqual([cube.uuid])
    await must(sender(swarmCalls.linkProduct, at(closed.swarm, { devices: [] })))
    const hidden = await storeOf(closed.company).get('device', closed.device, {
      kinds: ['device'],
      swarms: [],
    })
    expect(hidden.ok && hidden.value.swarms).toEqual([closed.swarm])
  })
})

describe('seventh attack A7-2: a list that is sent whole', () => {
  const edit = (row: Call, sender: Sender, id: string, body: object) => sender(row, at(id, body))

  it('seventh attack A7-2: of a kit takes no recipe away that somebody else has linked', async () => {
    const [first, second] = await Promise.all([
      makePublished(provider, 'First'),
      makePublished(provider, 'Second'),
    ])
    const { uuid, updated_at: base } = await makeBkit(provider, 'Linked twice')
    await must(edit(bkitCalls.link, provider, uuid, { recipe_uuids: [first], base }))
    const late = await edit(bkitCalls.link, provider, uuid, { recipe_uuids: [second], base })
    expect(refusalOf(late)).toEqual(stale)
  })

  it('seventh attack A7-2: of a person or a device takes no swarm away', async () => {
    const { swarm, otherSwarm, device } = world.lab
    const { data: people } = await must(admin(userCalls.search))
    const person = people.data.find(({ name }) => name.startsWith('Operator'))
    const { data: known } = await must(admin(deviceCalls.get, at(device)))
    for (const [row, id, base] of [
      [userCalls.link, person?.uuid ?? '', person?.updated_at],
      [deviceCalls.link, device, known.updated_at],
    ] as const) {
      await must(edit(row, admin, id, { swarms: [swarm, otherSwarm], base }))
      expect(refusalOf(await edit(row, admin, id, { swarms: [swarm], base }))).toEqual(stale)
    }
  })

  it('seventh attack A7-2: of a swarm takes no member away that came meanwhile', async () => {
    const { data: swarm } = await must(admin(swarmCalls.create, { body: { name: 'Two at once' } }))
    const { data: people } = await must(admin(userCalls.search))
    const [first = '', second = ''] = people.data.map(({ uuid }) => uuid)
    const join = (users: string[], seen: string[]) =>
      edit(swarmCalls.linkUser, admin, swarm.uuid, { users, seen })
    await must(join([first], []))
    expect(refusalOf(await join([second], []))).toEqual(stale)
    // Send it again, as after a lost answer: it says the same as the first time.
    await must(join([first], []))
    const both = await must(join([first, second], [first]))
    expect(both.data).toMatchObject({ users: { length: 2 } })
  })
})

describe('seventh attack A7-4: handing a certificate on', () => {
  it('seventh attack A7-4: does not put the earlier note over another one', async () => {
    const { uuid, updated_at: base } = await makeCertificate(manager, world.lab.swarm)
    const corrected = at(uuid, { note: 'Lot 7, not lot 1', base })
    await must(admin(certificateCalls.edit, corrected))
    const late = await manager(certificateCalls.request, at(uuid, { note: 'Draft', base }))
    expect(refusalOf(late)).toEqual(stale)
    const { data } = await must(manager(certificateCalls.status, at(uuid)))
    expect(data.status).toBe('Pending')
  })
})

it('seventh attack A7-5: what somebody has changed since is not removed by who takes its making back', async () => {
  const id = await makeApplication(manager, 'Copied')
  const { data: known } = await must(manager(applicationCalls.get, at(id)))
  await must(admin(applicationCalls.edit, at(id, { name: 'Worked on' })))
  const removed = await manager(applicationCalls.delete, at(id, { base: known.updated_at }))
  expect(refusalOf(removed)).toEqual(stale)
  await must(manager(applicationCalls.get, at(id)))
})

it('seventh attack A7-15: an address that is refused as changed meanwhile was never in the directory', async () => {
  const { uuid, updated_at: base } = await makePerson(admin, world.lab.company, 'readdressed')
  await must(admin(userCalls.edit, at(uuid, { phone: '0432 55' })))
  const { answer, wasHeld } = await sendHeld(
    () => admin(userCalls.edit, at(uuid, { email: 'elsewhere@lab.example', base })),
    { directory: (statement) => statement.includes('UPDATE logins') },
    async () => undefined,
  )
  expect([...refusalOf(answer), wasHeld]).toEqual([...stale, false])
  const { data: known } = await must(admin(userCalls.editForm, at(uuid)))
  const headers = { 'Operation-Id': crypto.randomUUID() }
  const order = { email: 'moved@lab.example', base: known.record?.updated_at }
  for (const _delivery of ['first', 'repeated']) {
    const { data } = await must(admin(userCalls.edit, { ...at(uuid, order), headers }))
    expect(data.email).toBe('moved@lab.example')
  }
})
