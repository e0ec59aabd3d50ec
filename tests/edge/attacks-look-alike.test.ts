import { beforeAll, describe, expect, it } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { type Answer, foundLab, type Lab, must, type Sender } from './lab.ts'
import { sendHeld } from './held.ts'
import { makeDevice } from './material-bodies.ts'
import { changeInside } from './matrix/world.ts'
import { makeCompany, makePerson } from './people.ts'

let lab: Lab
let admin: Sender
let provider: Sender
beforeAll(async () => {
  lab = await foundLab('alike', { isProvider: 'Y' })
  admin = await lab.as('Administrator')
  provider = await lab.as('SuperAdmin')
}, 60_000)

const refusal = ({ status, errors }: Answer) => [status, errors[0]?.field, errors[0]?.reason]
let count = 0
const nameUser = (username: string) =>
  admin(userCalls.create, {
    body: {
      username,
      name: `Somebody number ${++count}`,
      email: `someone${count}@lab.example`,
      profile_uuid: ordinaryProfile(lab.company, 'Operator'),
      swarms: [],
    },
  })

describe('attack A13: user names that look alike', () => {
  it('attack A13: are refused within the company', async () => {
    await must(nameUser('manager'))
    await must(nameUser('coco'))
    for (const username of ['manager.', 'manager\u02bc', '\u2019manager', 'Manager-']) {
      expect([username, ...refusal(await nameUser(username))]).toEqual([
        username,
        409,
        'username',
        'name_alike',
      ])
    }
    // Write all of it in Cyrillic: a single script that looks like the Latin name.
    expect(refusal(await nameUser('\u0441\u043e\u0441\u043e'))).toEqual([
      409,
      'username',
      'name_alike',
    ])
    expect(refusal(await nameUser('coc\u03bf'))).toEqual([422, 'username', 'one_script'])
    await must(nameUser('admin'))
    expect(refusal(await nameUser('admi\u0307n'))).toEqual([409, 'username', 'name_alike'])
    // Leave a refused person's name and address free for others.
    await must(nameUser('manager2'))
  })

  it('attack A13: are refused also when they are only punctuation', async () => {
    for (const username of ['.', '..', '-', '\u2026']) {
      expect([username, ...refusal(await nameUser(username))]).toEqual([
        username,
        422,
        'username',
        'name_marks_only',
      ])
    }
    const made = await makePerson(admin, lab.company, 'dotted')
    const answer = await admin(userCalls.edit, {
      params: { id: made.uuid },
      body: { name: '\u2026' },
    })
    expect(refusal(answer)).toEqual([422, 'name', 'name_marks_only'])
  })

  it('attack A13: that were alike before stay, and their other fields can be changed', async () => {
    const made = await makePerson(admin, lab.company, 'older')
    const profile_uuid = ordinaryProfile(lab.company, 'Operator')
    const { uuid: _uuid, created_at: _at, updated_at: _later, ...fields } = made
    // Write around the rules, as for a record from before them.
    const body = { ...fields, username: 'older.', name: 'Person of before', profile_uuid }
    const uuid = crypto.randomUUID()
    await changeInside(lab.company, { type: 'put', kind: 'user', uuid, body })
    for (const id of [uuid, made.uuid]) {
      const { data } = await must(admin(userCalls.edit, { params: { id }, body: { phone: '+49' } }))
      expect(data.phone).toBe('+49')
    }
  })
})

describe('attack A13: devices and companies that look alike', () => {
  it('attack A13: a device is not named like another of the company; an older one stays', async () => {
    const [one, other] = [
      await makeDevice(lab.company, { name: 'bCUBE 0010' }),
      await makeDevice(lab.company, { name: 'bCUBE 00l0' }),
    ]
    const edit = (id: string, body: object) => admin(deviceCalls.edit, { params: { id }, body })
    await must(edit(other.uuid, { swarms: [lab.swarm] }))
    await must(edit(other.uuid, { name: 'Second bench' }))
    for (const name of ['bCUBE OO10', 'bcube  0010', 'b\u0421UBE 0010']) {
      expect(refusal(await edit(other.uuid, { name }))).toEqual([409, 'name', 'name_taken'])
    }
    expect(refusal(await edit(other.uuid, { name: '...' }))).toEqual([
      422,
      'name',
      'name_marks_only',
    ])
    await must(edit(one.uuid, { name: 'First bench' }))
    await must(edit(other.uuid, { name: 'bCUBE OO10' }))
  })

  it('attack A13: a company is not named like another of the region; a closed one does not count', async () => {
    const first = await makeCompany(provider, 'Helix Diagnostics')
    const create = (name: string) => provider(companyCalls.create, { body: { name } })
    for (const name of ['HELIX  diagnostics', 'He1ix Diagnostics', 'H\u0435lix Diagnostics']) {
      expect([name, ...refusal(await create(name))]).toEqual([name, 409, 'name', 'name_taken'])
    }
    expect(refusal(await create('---'))).toEqual([422, 'name', 'name_marks_only'])
    const second = await makeCompany(provider, 'Other laboratory')
    const edit = (id: string, name: string) =>
      provider(companyCalls.edit, { params: { id }, body: { name } })
    expect(refusal(await edit(second, 'Helix diagnostics'))).toEqual([409, 'name', 'name_taken'])
    // Allow a company its own name in other letters.
    await must(edit(first, 'HELIX Diagnostics'))
    await must(provider(companyCalls.delete, { params: { id: first }, body: {} }))
    await must(edit(second, 'Helix diagnostics'))
  })

  it('names of signs only are refused, and a letter or digit among signs is enough', async () => {
    const create = (name: string) => provider(companyCalls.create, { body: { name } })
    for (const name of ['+++', '$ €', '©', '☂☂']) {
      expect([name, ...refusal(await create(name))]).toEqual([name, 422, 'name', 'name_marks_only'])
    }
    await must(create('C++'))
    await must(create('3°'))
  })

  it('fourth attack D5: names of letters that are drawn as signs are refused, wherever people choose by name', async () => {
    const device = await makeDevice(lab.company, { name: 'Signs bench' })
    const made = await makePerson(admin, lab.company, 'signs')
    const at = (uuid: string) => ({ params: { id: uuid } })
    for (const name of ['\u01c3\u01c3\u01c3', '\u02b9\u02b9', '\u02d0', '\u1427\u1427']) {
      const answers = [
        await admin(swarmCalls.create, { body: { name } }),
        await admin(profileCalls.create, { body: { name, base: 'Operator', permissions: [] } }),
        await provider(companyCalls.create, { body: { name } }),
        await admin(deviceCalls.edit, { ...at(device.uuid), body: { name } }),
        await admin(userCalls.edit, { ...at(made.uuid), body: { name } }),
      ]
      for (const answer of answers) {
        expect([name, ...refusal(answer)]).toEqual([name, 422, 'name', 'name_marks_only'])
      }
      expect((await nameUser(name)).status).toBe(422)
    }
    for (const name of ['\u0660\u0660', '\u4e00', '\u05d0\u05d1', 'C\u01c3']) {
      await must(admin(swarmCalls.create, { body: { name } }))
    }
  })

  it('fourth attack D5: so it is of somebody who is not active', async () => {
    const [left, other] = [
      await makePerson(admin, lab.company, 'leftone'),
      await makePerson(admin, lab.company, 'stays'),
    ]
    const edit = (body: object) => admin(userCalls.edit, { params: { id: left.uuid }, body })
    await must(edit({ active: 'N' }))
    expect(refusal(await edit({ name: '+++' }))).toEqual([422, 'name', 'name_marks_only'])
    expect(refusal(await edit({ name: other.name }))).toEqual([409, 'name', 'name_alike'])
    await must(edit({ phone: '+49' }))
    await must(edit({ name: 'Somebody who left' }))
  })

  it('look-alike names at the same moment: of two companies that are founded one is refused', async () => {
    const create = (name: string) => provider(companyCalls.create, { body: { name } })
    const { answer, wasHeld } = await sendHeld(
      () => create('Rosalind Institute'),
      { directory: (statement) => statement.includes('INSERT INTO companies') },
      () => must(create('R0salind institute')),
    )
    expect(wasHeld).toBe(true)
    expect(refusal(answer)).toEqual([409, 'name', 'name_taken'])
    // Accept a name that looks like none of them, which only has to be compared once more.
    const other = await sendHeld(
      () => create('Meitner Institute'),
      { directory: (statement) => statement.includes('INSERT INTO companies') },
      () => must(create('Hahn Institute')),
    )
    expect(other.answer.status).toBe(200)
  })

  it('look-alike names at the same moment: of two companies that are renamed one is refused, and stays unchanged', async () => {
    const [one, two] = [
      await makeCompany(provider, 'Noether House'),
      await makeCompany(provider, 'Hilbert House'),
    ]
    const edit = (id: string, name: string) =>
      provider(companyCalls.edit, { params: { id }, body: { name } })
    const { answer, wasHeld } = await sendHeld(
      () => edit(one, 'Gauss House'),
      { directory: (statement) => statement.includes('UPDATE companies SET name') },
      () => must(edit(two, 'GAUSS house')),
    )
    expect(wasHeld).toBe(true)
    expect(refusal(answer)).toEqual([409, 'name', 'name_taken'])
    const { data } = await must(provider(companyCalls.editForm, { params: { id: one } }))
    expect(data.record?.name).toBe('Noether House')
  })

  it('a name that the record refuses is free for other companies', async () => {
    const one = await makeCompany(provider, 'Curie House')
    const stale = await provider(companyCalls.edit, {
      params: { id: one },
      body: { name: 'Joliot House', base: '2020-01-01T00:00:00.000Z' },
    })
    expect(stale.errors[0]?.code).toBe('stale')
    await makeCompany(provider, 'Joliot House')
  })
})
