import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { userCalls } from '../../domain/calls/users.ts'
import { signInOf } from '../../edge/directory/sign-in.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { sendHeld } from './held.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { chooseByLink, chooseOwn, firstPassword } from './people.ts'

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('lost-answers')
  admin = await lab.as('Administrator')
}, 60_000)

const personOf = (username: string) => ({
  username,
  name: `Person ${username}`,
  email: `${username}@lab.example`,
  profile_uuid: ordinaryProfile(lab.company, 'Administrator'),
  swarms: [],
})

async function findPerson(username: string) {
  const people = (await must(admin(userCalls.search, { body: {} }))).data.data
  const person = people.find((one) => one.username === username)
  return { uuid: person?.uuid, login: person && (await signInOf(env.DIRECTORY, person.uuid)) }
}

/** Let the store carry out one change of a kind, and lose its answer. */
async function losing<Answer>(type: string, send: () => Promise<Answer>): Promise<Answer> {
  const { change } = CompanyStore.prototype
  let isLost = false
  const spy = vi.spyOn(CompanyStore.prototype, 'change').mockImplementation(async function (
    this: CompanyStore,
    given: { type: string },
    ...rest: never[]
  ) {
    const answer = await (change as (...given: unknown[]) => unknown).call(this, given, ...rest)
    if (isLost || given.type !== type) return answer
    isLost = true
    throw new Error('the answer is lost')
  } as never)
  try {
    return await send()
  } finally {
    spy.mockRestore()
    expect(isLost).toBe(true)
  }
}

describe('somebody who is added while the answer of the store is lost', () => {
  it('A29-3: has a way in, and the order given once more finds them', async () => {
    const body = { ...personOf('added'), password: firstPassword }
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const order = () => admin(userCalls.create, { body, headers })
    expect((await losing('record.create', order)).status).toBe(500)
    const { uuid, login } = await findPerson('added')
    expect(login?.company_uuid).toBe(lab.company)
    await chooseOwn('added')
    expect((await must(order())).data.uuid).toBe(uuid)
  })

  it('A29-3: has a way in also where several are invited, and can be sent the link', async () => {
    const invited = { people: [personOf('invited-1'), personOf('invited-2')] }
    const order = () => admin(userCalls.inviteMany, { body: invited })
    expect((await losing('user.invite', order)).status).toBe(500)
    const { uuid = '', login } = await findPerson('invited-2')
    expect(login?.company_uuid).toBe(lab.company)
    await must(admin(userCalls.resetPassword, { params: { id: uuid } }))
    await chooseByLink('invited-2@lab.example')
  })

  it('A29-3: keeps it where the order is refused, and was carried out by another delivery meanwhile', async () => {
    const body = personOf('twice')
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const order = () => admin(userCalls.create, { body, headers })
    const { answer } = await sendHeld(
      order,
      {
        store: (method, [given]) =>
          method === 'change' && (given as { type: string }).type === 'record.create',
      },
      async () => {
        await must(order())
        throw new Error('broken off')
      },
    )
    expect(answer.status).toBe(500)
    expect((await findPerson('twice')).login?.company_uuid).toBe(lab.company)
  })
})

it('a person who could not be made leaves the names to others', async () => {
  const refused = await admin(userCalls.create, {
    body: { ...personOf('free'), profile_uuid: crypto.randomUUID() },
  })
  expect(refused.errors[0]?.reason).toBe('profile_unknown')
  await must(admin(userCalls.create, { body: personOf('free') }))
})

it('A29-3: the order of somebody who was deleted since gives them no way in', async () => {
  const headers = { 'Operation-Id': crypto.randomUUID() }
  const order = () => admin(userCalls.create, { body: personOf('deleted'), headers })
  const { uuid } = (await must(order())).data
  await must(admin(userCalls.delete, { params: { id: uuid }, body: { reason: 'left' } }))
  const again = await order()
  expect([again.status, await signInOf(env.DIRECTORY, uuid)]).toEqual([200, null])
})
