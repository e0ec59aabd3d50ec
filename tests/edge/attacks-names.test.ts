import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../domain/calls/session.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import { type Answer, foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { changeInside } from './matrix/world.ts'
import { chooseOwn, firstPassword, makePerson } from './people.ts'

let lab: Lab
let admin: Sender
let second: Sender
beforeAll(async () => {
  lab = await foundLab('signers')
  admin = await lab.as('Administrator')
  second = await lab.as('SuperAdmin')
}, 60_000)

const at = (record: { uuid: string }) => ({ params: { id: record.uuid } })
const me = async (sender: Sender) => (await must(sender(sessionCalls.me))).data
const reasonOf = ({ errors }: Answer) => errors[0]?.reason

async function users(name: string): Promise<User | undefined> {
  const { data } = await must(admin(userCalls.search, { query: { limit: '500' } }))
  return data.data.find((one) => one.name === name)
}

describe('attack M5: the name on a signature', () => {
  it('attack M5: is changed by nobody for themselves, on any way', async () => {
    const who = await me(admin)
    const body = { name: 'Marco Bellini' }
    for (const row of [userCalls.edit, userCalls.editDetailsOf]) {
      const answer = await admin(row, { ...at(who), body })
      expect([answer.status, answer.errors[0]]).toMatchObject([
        409,
        { field: 'name', reason: 'own_name' },
      ])
    }
    expect((await admin(userCalls.editDetails, { body })).status).toBe(422)
    await must(admin(userCalls.editDetails, { body: { phone: '+49 1' } }))
    expect((await me(admin)).name).toBe('Administrator of signers')
  })

  it('attack M5: is never that of another active person, nor one that looks like it', async () => {
    const made = await makePerson(second, lab.company, 'bellini')
    const edit = (name: string) => admin(userCalls.edit, { ...at(made), body: { name } })
    await must(edit('Marco Bellini'))
    const like = await makePerson(second, lab.company, 'looks-like')
    const alike = [
      'Marco Bellini',
      'MARCO  bellini',
      'Mаrсо Bellini',
      'Ｍarco Bellini',
      'Marco BeIlini',
    ]
    for (const name of alike) {
      const answer = await admin(userCalls.edit, { ...at(like), body: { name } })
      expect([name, answer.errors[0]]).toMatchObject([
        name,
        { field: 'name', reason: 'name_alike' },
      ])
    }
    const again = {
      username: 'bellini2',
      email: 'bellini2@lab.example',
      profile_uuid: made.profile_uuid,
    }
    const body = { ...again, name: 'Marco Bellini', swarms: [] }
    expect(reasonOf(await admin(userCalls.create, { body }))).toBe('name_alike')
  })

  it('attack M5: goes to nobody else when its owner has left or has another name', async () => {
    const made = await makePerson(second, lab.company, 'signed-once')
    const other = await makePerson(second, lab.company, 'wants-it')
    const edit = (who: User, body: object) => admin(userCalls.edit, { ...at(who), body })
    await must(edit(made, { name: 'Vera Costa' }))
    await must(edit(made, { active: 'N' }))
    expect(reasonOf(await edit(other, { name: 'Vera Costa' }))).toBe('name_alike')
    await must(edit(made, { active: 'Y', name: 'Vera Costa Lima' }))
    expect(reasonOf(await edit(other, { name: 'Vera Costa' }))).toBe('name_alike')
    await must(edit(made, { name: 'Vera Costa' }))
    await must(admin(userCalls.delete, { ...at(made), body: {} }))
    expect(reasonOf(await edit(other, { name: 'VERA costa' }))).toBe('name_alike')
  })
})

describe('attack M8 and L7: names to sign in with', () => {
  it('attack M8: have no characters that are not seen and letters of one script', async () => {
    const profile_uuid = (await users('Manager of signers'))?.profile_uuid ?? ''
    const order = (change: object) => ({
      body: {
        username: 'plain8',
        name: 'Plain Eight',
        email: 'plain8@lab.example',
        profile_uuid,
        swarms: [],
        ...change,
      },
    })
    const bad = [
      'admin\u00ad',
      'admin\u061c',
      'admin\u{e0041}',
      'аdmin',
      'admin\u3164',
      'admin\u2800',
    ]
    for (const username of bad) {
      const answer = await admin(userCalls.create, order({ username }))
      expect([username, answer.status, answer.errors[0]?.field]).toEqual([
        username,
        422,
        'username',
      ])
    }
    for (const email of ['a@lab.example\u00ad', 'а\u0064min@lab.example', 'a@lаb.example']) {
      const answer = await admin(userCalls.create, order({ email }))
      expect([email, answer.status, answer.errors[0]?.field]).toEqual([email, 422, 'email'])
    }
    for (const name of [
      'Marco\u00ad',
      'Marco\ufe0f',
      'Marco \u{1f600}',
      `M${'\u0301'.repeat(9)}`,
    ]) {
      const answer = await admin(userCalls.create, order({ name }))
      expect([name, answer.status, answer.errors[0]?.field]).toEqual([name, 422, 'name'])
    }
  })

  it('attack L7: are one in every spelling, also beyond ASCII', async () => {
    const profile_uuid = (await users('Manager of signers'))?.profile_uuid ?? ''
    const order = (username: string, email: string) => ({
      body: {
        username,
        name: `Name ${username}`,
        email,
        profile_uuid,
        swarms: [],
        password: firstPassword,
      },
    })
    await must(admin(userCalls.create, order('ädmin', 'ä@lab.example')))
    await chooseOwn('ÄDMIN')
    await signIn('Ädmin', password)
    await signIn('Ä@LAB.example', password)
    for (const [username, email] of [
      ['ÄDMIN', 'x1@lab.example'],
      ['ａ\u0308ｄｍｉｎ', 'x2@lab.example'],
      ['other7', 'Ä@lab.example'],
      ['straße7', 'x3@lab.example'],
      ['STRASSE7', 'x4@lab.example'],
    ] as const) {
      const answer = await admin(userCalls.create, order(username, email))
      expect([username, answer.status]).toEqual([username, username === 'straße7' ? 200 : 409])
    }
  })
})

describe('attack M5: names that people choose by', () => {
  const permissions: string[] = []
  const kinds = [
    ['swarm', swarmCalls.create, swarmCalls.edit, {}, {}],
    [
      'profile',
      profileCalls.create,
      profileCalls.edit,
      { base: 'Operator', permissions },
      { reason: 'renamed' },
    ],
  ] as const

  it.each(kinds)(
    'attack M5: of a %s is none that looks like another',
    async (_, make, edit, more, why) => {
      const order = (name: string) => ({ body: { name, ...more } })
      await must(second(make, order('Pathology Oslo 1')))
      for (const name of [
        'Pathology Oslo 1',
        'PATHOLOGY  oslo 1',
        'Pаthоlogy Oslo 1',
        'Pathology Oslo l',
      ]) {
        const answer = await second(make, order(name))
        expect([name, answer.errors[0]]).toMatchObject([
          name,
          { code: 'taken', field: 'name', reason: 'name_taken' },
        ])
      }
      const other = (await must(second(make, order('Virology')))).data
      const renamed = await second(edit, {
        ...at(other),
        body: { name: 'Pathоlogy Oslo 1', ...why },
      })
      expect(reasonOf(renamed)).toBe('name_taken')
    },
  )

  it('attack M5: that were alike before the rule stay until one is changed', async () => {
    const uuid = crypto.randomUUID()
    await must(second(swarmCalls.create, { body: { name: 'Bench A' } }))
    const body = { name: 'Вench A', company_uuid: lab.company }
    await changeInside(lab.company, { type: 'put', kind: 'swarm', uuid, body })
    await must(second(swarmCalls.edit, { params: { id: uuid }, body: { name: 'Вench A' } }))
    await must(second(swarmCalls.edit, { params: { id: uuid }, body: { name: 'Bench B' } }))
    expect(
      reasonOf(await second(swarmCalls.edit, { params: { id: uuid }, body: { name: 'Вench A' } })),
    ).toBe('name_taken')
  })
})

describe('attack L7: two earlier accounts that are one when folded', () => {
  it('attack L7: both sign in by their own spelling, and nobody gets a third', async () => {
    const one = await makePerson(second, lab.company, 'ölaf')
    const other = await makePerson(second, lab.company, 'someone-else')
    // Go back to when names were not folded yet: nothing but their spelling told them apart.
    await env.DIRECTORY.batch([
      env.DIRECTORY.prepare('DELETE FROM login_names'),
      env.DIRECTORY.prepare(
        `UPDATE logins SET username = 'ÖLAF', email = 'ÖLAF@lab.example' WHERE user_uuid = ?1`,
      ).bind(other.uuid),
    ])
    const whoIs = async (name: string) => (await me(await signIn(name, password))).uuid
    const names = { ölaf: one, 'ölaf@lab.example': one, ÖLAF: other, 'ÖLAF@lab.example': other }
    for (const [name, person] of Object.entries(names)) expect(await whoIs(name)).toBe(person.uuid)

    const profile_uuid = one.profile_uuid
    const third = { username: 'Ölaf', name: 'Third One', email: 'third@lab.example', profile_uuid }
    const answer = await second(userCalls.create, { body: { ...third, swarms: [] } })
    expect([answer.status, answer.errors[0]?.field]).toEqual([409, 'username'])
    // Expect the first of the two by the folded name, which making somebody has given, and both by the names they had.
    for (const [name, person] of Object.entries(names)) expect(await whoIs(name)).toBe(person.uuid)
    // Expect each by their own case of ASCII letters; all other spellings are the first one's.
    expect([await whoIs('öLAF'), await whoIs('Ölaf')]).toEqual([one.uuid, other.uuid])
    expect(await whoIs('o\u0308laf')).toBe(one.uuid)

    // Take an address of one's own, which is free for oneself only; each keeps what is theirs.
    await must(second(userCalls.edit, { ...at(other), body: { email: 'olaf@lab.example' } }))
    expect(await whoIs('ölaf@lab.example')).toBe(one.uuid)
  })
})
