import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { mailsTo } from './browser-page.ts'
import { foundLab, type Lab, must, send, type Sender } from './lab.ts'
import { makePerson } from './people.ts'
import { askScim, beginPeople, makeToken } from './scim-client.ts'

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('here')
  admin = await lab.as('Administrator')
  const other = await foundLab('elsewhere')
  const theirs = await other.as('Administrator')
  await makePerson(theirs, other.company, 'stranger')
  const gone = await makePerson(theirs, other.company, 'gone-stranger')
  await must(theirs(userCalls.delete, { params: { id: gone.uuid }, body: { reason: 'left' } }))
}, 60_000)

let count = 0
const newcomer = (given: { username?: string; email?: string } = {}) => {
  count += 1
  return {
    username: `fresh-${count}`,
    name: `Fresh Person ${count}`,
    email: `fresh-${count}@lab.example`,
    profile_uuid: ordinaryProfile(lab.company, 'Operator'),
    swarms: [],
    ...given,
  }
}
/** Names of people of another company: of one who is there, in any spelling, and of one who was. */
const foreign = [
  { username: 'stranger' },
  { username: 'STRANGER' },
  { username: 'stranger@lab.example' },
  { username: 'gone-stranger' },
  { email: 'stranger@lab.example' },
  { email: 'gone-stranger@lab.example' },
]
const neutral = (field: string) => ({ code: 'refused', field, reason: 'name_unusable' })

describe('twelfth look R12-1: names of people of another company', () => {
  it.each(foreign)(
    '%o is passed by the check of a list, which says nothing of it',
    async (given) => {
      const people = [newcomer(), newcomer(given)]
      const { data } = await must(admin(userCalls.checkMany, { body: { people } }))
      expect(data).toEqual({ people: 2 })
    },
  )

  it.each(foreign)('cannot be used, and no answer says whose %o is', async (given) => {
    const [field] = Object.keys(given) as ['username' | 'email']
    const one = await admin(userCalls.create, { body: newcomer(given) })
    expect(one.errors).toEqual([{ ...neutral(field), message: `This ${field} cannot be used` }])
    const many = await admin(userCalls.inviteMany, {
      body: { people: [newcomer(), newcomer(given)] },
    })
    expect(many.errors[0]).toMatchObject(neutral(`people.1.${field}`))
  })

  it('are refused alike as an address of somebody here', async () => {
    const someone = await makePerson(admin, lab.company, 'moves-address')
    const order = { params: { id: someone.uuid }, body: { email: 'stranger@lab.example' } }
    const answer = await admin(userCalls.edit, order)
    expect(answer.errors[0]).toMatchObject(neutral('email'))
  })

  it('are refused alike to an identity provider', async () => {
    beginPeople()
    const as = await makeToken(admin, 'scim')
    const body = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'stranger',
      displayName: 'Stranger Of Here',
      emails: [{ value: 'new-stranger@lab.example' }],
    }
    const { status, body: told } = await askScim('POST', '/Users', body, { as })
    expect([status, told]).toEqual([
      409,
      expect.objectContaining({
        scimType: 'uniqueness',
        detail: 'username: This username cannot be used',
      }),
    ])
  })

  it('are said to be taken where they are or were of one’s own company', async () => {
    const mine = await makePerson(admin, lab.company, 'colleague')
    const body = newcomer({ username: 'colleague' })
    expect((await admin(userCalls.create, { body })).errors[0]).toMatchObject({
      code: 'taken',
      reason: 'username_taken',
    })
    await must(admin(userCalls.delete, { params: { id: mine.uuid }, body: { reason: 'left' } }))
    const people = [newcomer({ email: mine.email })]
    const checked = await admin(userCalls.checkMany, { body: { people } })
    expect(checked.errors[0]).toMatchObject({ field: 'people.0.email', reason: 'email_taken' })
  })

  it('cannot be tried out one after the other', async () => {
    const own = await foundLab('curious')
    const curious = await own.as('Administrator')
    const profile_uuid = ordinaryProfile(own.company, 'Operator')
    const guess = () =>
      curious(userCalls.create, { body: { ...newcomer({ username: 'stranger' }), profile_uuid } })
    for (let tries = 0; tries < 20; tries += 1) {
      expect((await guess()).errors[0]).toMatchObject(neutral('username'))
    }
    expect((await guess()).errors[0]).toMatchObject({ code: 'too_many', reason: 'too_many_tries' })
    // Slow nobody else down, and only for a while: the brake forgets.
    await must(admin(userCalls.create, { body: newcomer() }))
  })
})

describe('a forgotten password', () => {
  it('is answered alike for an address that nobody has', async () => {
    const [known, unknown] = [
      await send(passwordCalls.forgot, { body: { email: 'stranger@lab.example' } }),
      await send(passwordCalls.forgot, { body: { email: 'nobody-at-all@lab.example' } }),
    ]
    expect([known.status, known.data]).toEqual([unknown.status, unknown.data])
    expect(await mailsTo('stranger@lab.example', 1)).toHaveLength(1)
    const { results } = await env.DIRECTORY.prepare(
      `SELECT 1 FROM mails WHERE recipient = 'nobody-at-all@lab.example'`,
    ).all()
    expect(results).toEqual([])
  })
})
