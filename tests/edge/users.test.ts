import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { foundLab, type Lab, must, password, send, type Sender, signIn } from './lab.ts'
import { readAuditOf } from './audit-of.ts'
import { confirmPerson, makePerson } from './people.ts'

let lab: Lab
let admin: Sender
let superadmin: Sender
beforeAll(async () => {
  lab = await foundLab('users', { certificates_enabled: 'Y' })
  admin = await lab.as('Administrator')
  superadmin = await lab.as('SuperAdmin')
}, 60_000)

let count = 0
const word = () => `someone${(count += 1)}`
const person = (profile: 'Operator' | 'Administrator' | 'Manager' = 'Operator') =>
  makePerson(admin, lab.company, word(), { profile, swarms: [lab.swarm] })
const at = (user: { uuid: string }) => ({ params: { id: user.uuid } })

async function find(uuid: string): Promise<User | undefined> {
  const { data } = await must(admin(userCalls.search, { query: { limit: '500' } }))
  return data.data.find((one) => one.uuid === uuid)
}

async function own(sender: Sender): Promise<{ uuid: string }> {
  return (await must(sender(sessionCalls.me))).data
}

async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const { results } = await env.DIRECTORY.prepare(
    'SELECT subject, text FROM mails WHERE recipient = ?1 ORDER BY created_at',
  )
    .bind(address)
    .all<{ subject: string; text: string }>()
  return results
}

describe('making a person', () => {
  it('[CALL-021] the form offers the profiles and swarms of the company', async () => {
    const { data } = await must(admin(userCalls.createForm))
    const { record, options } = data
    expect(record).toBeNull()
    expect(options['profile_uuid']?.length).toBe(4)
    expect(options['swarms']?.map((one) => (one as { label: string }).label)).toEqual([
      'First',
      'Second',
    ])
  })

  it('[CALL-022] [PERM-034] without a password sends them a link, by which they set their own', async () => {
    const name = word()
    const body = {
      username: name,
      name: `Invited ${name}`,
      email: `${name}@lab.example`,
      profile_uuid: ordinaryProfile(lab.company, 'Operator'),
      swarms: [lab.swarm],
    }
    const made = (await must(admin(userCalls.create, { body }))).data
    const tried = await send(sessionCalls.login, { body: { username: name, password } })
    expect(tried.status).toBe(401)
    const [mail] = await mailsTo(made.email)
    const [, user, token] = /#([0-9a-f-]{36})\.([\w-]{43})/.exec(mail?.text ?? '') ?? []
    expect(user).toBe(made.uuid)
    const chosen = { password: 'Own-choice-77!', repeat: 'Own-choice-77!' }
    await must(send(passwordCalls.confirmReset, { body: { user, token, ...chosen } }))
    await signIn(name, chosen.password)
  })

  it('[ENT-045] keeps the fields of a person and never the password', async () => {
    const made = await person()
    expect(made).toMatchObject({ reviewer: 'N', active: 'Y', default_language: 'en' })
    for (const field of ['uuid', 'username', 'email', 'phone', 'profile_uuid'])
      expect(made).toHaveProperty(field)
    expect(JSON.stringify(made)).not.toMatch(/password|scrypt/)
  })

  it('refuses a swarm that the company does not have, and makes no login', async () => {
    const name = word()
    const answer = await admin(userCalls.create, {
      body: {
        username: name,
        name,
        email: `${name}@lab.example`,
        profile_uuid: ordinaryProfile(lab.company, 'Operator'),
        swarms: [crypto.randomUUID()],
        password,
      },
    })
    expect(answer.errors[0]).toMatchObject({ field: 'swarms.0', reason: 'swarm_unknown' })
    const login = await env.DIRECTORY.prepare('SELECT 1 FROM logins WHERE username = ?1')
      .bind(name)
      .first()
    expect(login).toBeNull()
  })
})

describe('a list of people', () => {
  it('[CALL-033] is searched by name and filtered by profile and flags', async () => {
    const someone = await person('Manager')
    const body = {
      search: someone.name,
      filters: { profile_uuid: ordinaryProfile(lab.company, 'Manager'), active: 'Y' },
    }
    const { data } = await must(admin(userCalls.search, { body }))
    expect(data.data.map(({ uuid }) => uuid)).toEqual([someone.uuid])
    const odd = await admin(userCalls.search, { body: { filters: { password: 'x' } } })
    expect(odd.status).toBe(422)
  })
})

describe('changing a person', () => {
  it('[CALL-029] [CALL-030] the form gives the record and the choices, the edit writes them', async () => {
    const someone = await person()
    const { data } = await must(admin(userCalls.editForm, at(someone)))
    expect(data).toMatchObject({ record: { uuid: someone.uuid } })
    const profile_uuid = ordinaryProfile(lab.company, 'Manager')
    const body = { profile_uuid, base: someone.updated_at, reason: 'promoted in March' }
    await must(admin(userCalls.edit, { ...at(someone), body }))
    expect(await find(someone.uuid)).toMatchObject({ profile_uuid })
    const stale = await admin(userCalls.edit, { ...at(someone), body: { ...body, name: 'Else' } })
    expect([stale.status, stale.errors[0]?.code]).toEqual([409, 'stale'])
    const trail = await readAuditOf(lab.company, 'user', someone.uuid)
    expect(trail.at(-1)).toMatchObject({
      action: 'user.edit',
      reason: 'promoted in March',
      changes: [{ field: 'profile_uuid', after: profile_uuid }],
    })
  })

  it('an inactive person is signed out at once and stays out', async () => {
    const someone = await person()
    const theirs = await signIn(someone.username, password)
    await must(theirs(sessionCalls.me))
    await must(admin(userCalls.edit, { ...at(someone), body: { active: 'N' } }))
    expect((await theirs(sessionCalls.me)).status).toBe(401)
    const again = await send(sessionCalls.login, {
      body: { username: someone.username, password },
    })
    expect(again.status).toBe(401)
    await must(admin(userCalls.edit, { ...at(someone), body: { active: 'Y' } }))
    expect((await theirs(sessionCalls.me)).status).toBe(401)
    await signIn(someone.username, password)
  })

  it('another e-mail address signs in, the old one does not, and its holder gets a mail', async () => {
    const someone = await person()
    const email = `${word()}@lab.example`
    await confirmPerson(superadmin, someone)
    await must(admin(userCalls.edit, { ...at(someone), body: { email } }))
    await signIn(email, password)
    const old = await send(sessionCalls.login, { body: { username: someone.email, password } })
    expect(old.status).toBe(401)
    expect((await mailsTo(someone.email)).map(({ subject }) => subject)).toContain(
      'The e-mail address of your bApp account was changed',
    )
    const taken = await admin(userCalls.edit, {
      ...at(await person()),
      body: { email: someone.email },
    })
    expect(taken.errors[0]).toMatchObject({ code: 'taken', reason: 'email_taken' })
  })

  it('[CALL-017] [CALL-018] [ENT-063] one’s own details: form and write, time zone checked', async () => {
    const operator = await lab.as('Operator')
    const { data } = await must(operator(userCalls.editDetailsForm))
    expect(data).toMatchObject({ record: { username: 'Operator-users' } })
    const body = { timezone: 'America/Halifax', date_format: 'yyyy-MM-dd', phone: '0432 5' }
    const edited = await must(operator(userCalls.editDetails, { body }))
    expect(edited.data).toMatchObject(body)
    const me = (await must(operator(sessionCalls.me))).data
    expect(me).toMatchObject({
      preferences: { timezone: 'America/Halifax', date_format: 'yyyy-MM-dd' },
    })
    const odd = await operator(userCalls.editDetails, { body: { timezone: 'Europe/Udine' } })
    expect(odd.errors[0]).toMatchObject({ field: 'timezone', reason: 'timezone_unknown' })
    // Refuse to change the name, which is printed on signatures: somebody else changes it.
    for (const more of [{ reviewer: 'Y' }, { name: 'Somebody Else' }]) {
      expect((await operator(userCalls.editDetails, { body: more })).status).toBe(422)
    }
  })

  it('[CALL-027] [CALL-028] the details of another', async () => {
    const someone = await person()
    await must(admin(userCalls.editDetailsFormOf, at(someone)))
    const body = { default_language: 'it', phone: '0432 1' }
    const { data } = await must(admin(userCalls.editDetailsOf, { ...at(someone), body }))
    expect(data).toMatchObject(body)
  })

  it('[CALL-025] [CALL-026] the swarms of a person', async () => {
    const someone = await person()
    const form = (await must(admin(userCalls.linkForm, at(someone)))).data
    expect(form.options['swarms']?.length).toBe(2)
    const body = { swarms: [lab.otherSwarm] }
    const { data } = await must(admin(userCalls.link, { ...at(someone), body }))
    expect(data).toMatchObject(body)
    const twice = await admin(userCalls.link, {
      ...at(someone),
      body: { swarms: [lab.swarm, lab.swarm] },
    })
    expect(twice.errors[0]?.reason).toBe('swarm_unknown')
  })

  it('[CALL-044] sends a link to set a new password, also as the GET that the specification lists', async () => {
    const someone = await person()
    await must(admin({ ...userCalls.resetPassword, method: 'GET' }, at(someone)))
    expect((await mailsTo(someone.email)).length).toBe(1)
    const missing = await admin(userCalls.resetPassword, at({ uuid: crypto.randomUUID() }))
    expect(missing.status).toBe(404)
  })
})

describe('nobody gives away or touches more than they hold', () => {
  it('an Administrator cannot change, delete, flag or reset a SuperAdmin', async () => {
    const top = await own(superadmin)
    const refused = [
      await admin(userCalls.edit, { ...at(top), body: { email: 'mine@lab.example' } }),
      await admin(userCalls.delete, { ...at(top), body: {} }),
      await admin(userCalls.setReviewer, at(top)),
      await admin(userCalls.resetPassword, at(top)),
    ]
    for (const answer of refused) {
      expect([answer.status, answer.errors[0]?.reason]).toEqual([403, 'profile_beyond_own'])
    }
    await signIn('SuperAdmin-users@lab.example', password)
    expect(await mailsTo('mine@lab.example')).toEqual([])
  })

  it('nobody changes their own profile, makes themselves inactive or deletes themselves', async () => {
    const me = await own(admin)
    const profile_uuid = ordinaryProfile(lab.company, 'Manager')
    const answers = [
      await admin(userCalls.edit, { ...at(me), body: { profile_uuid } }),
      await admin(userCalls.edit, { ...at(me), body: { active: 'N' } }),
      await admin(userCalls.delete, { ...at(me), body: {} }),
      await admin(userCalls.setReviewer, at(me)),
    ]
    expect(answers.map(({ status, errors }) => [status, errors[0]?.reason])).toEqual([
      [409, 'own_profile'],
      [409, 'own_account'],
      [409, 'own_account'],
      [409, 'own_account'],
    ])
  })

  it('the last administrator stays', async () => {
    const alone = await foundLab('last')
    const top = await alone.as('SuperAdmin')
    const only = (await own(await alone.as('Administrator'))) as User
    // Make a profile that may only edit people, for one who is left to try: the SuperAdmin administers too.
    const made = await must(
      top(profileCalls.create, {
        body: { name: 'Users only', base: 'Manager', permissions: ['users.edit', 'users.search'] },
      }),
    )
    const helper = await makePerson(top, alone.company, 'helper-last', { profile: 'Operator' })
    await must(
      top(userCalls.edit, {
        params: { id: helper.uuid },
        body: { profile_uuid: made.data.uuid },
      }),
    )
    await must(top(userCalls.edit, { params: { id: only.uuid }, body: { active: 'N' } }))
    const { uuid } = await own(top)
    const other = await makePerson(top, alone.company, 'other-last', { profile: 'Administrator' })
    const theirs = await signIn('other-last', password)
    // Expect that the new one may not touch the SuperAdmin, who may end the new one, and is then alone.
    expect((await theirs(userCalls.delete, { params: { id: uuid }, body: {} })).status).toBe(403)
    await must(top(userCalls.delete, { params: { id: other.uuid }, body: {} }))
    const profile = ordinaryProfile(alone.company, 'SuperAdmin')
    const lesser = await top(
      { ...profileCalls.edit, path: '/permissions/edit/:id' },
      { params: { id: profile }, body: { permissions: ['users.edit'], reason: 'too much' } },
    )
    expect(lesser.errors[0]?.reason).toBe('last_administrator')
  })
})

describe('deleting a person', () => {
  it('[CALL-034] ends sessions and login; name and address are never given again', async () => {
    const someone = await person()
    const theirs = await signIn(someone.username, password)
    await must(admin(userCalls.delete, { ...at(someone), body: { reason: 'left the company' } }))
    expect((await theirs(sessionCalls.me)).status).toBe(401)
    const login = await send(sessionCalls.login, { body: { username: someone.email, password } })
    expect(login.status).toBe(401)
    expect(await find(someone.uuid)).toBeUndefined()
    const again = await admin(userCalls.create, {
      body: {
        username: someone.username.toUpperCase(),
        name: 'Another',
        email: `${word()}@lab.example`,
        profile_uuid: someone.profile_uuid,
        swarms: [],
        password,
      },
    })
    expect(again.errors[0]).toMatchObject({ code: 'taken', reason: 'username_taken' })
    const trail = await readAuditOf(lab.company, 'user', someone.uuid)
    expect(trail.at(-1)).toMatchObject({ action: 'user.delete', reason: 'left the company' })
    expect((await admin(userCalls.delete, { ...at(someone), body: {} })).status).toBe(404)
  })
})

describe('reviewers', () => {
  it('[CALL-037] [CALL-035] [CALL-036] [STATE-063] [STATE-064] [PERM-030] are set and unset, once each', async () => {
    const someone = await person('Manager')
    const set = await must(admin({ ...userCalls.setReviewer, method: 'GET' }, at(someone)))
    expect(set.data).toMatchObject({ reviewer: 'Y' })
    const again = await admin(userCalls.setReviewer, at(someone))
    expect(again.errors[0]).toMatchObject({ code: 'refused', reason: 'wrong_state' })
    const form = await must(admin(userCalls.unsetReviewerForm, at(someone)))
    expect(form.data).toMatchObject({ record: { reviewer: 'Y' } })
    const unset = await must(admin(userCalls.unsetReviewer, { ...at(someone), body: {} }))
    expect(unset.data).toMatchObject({ reviewer: 'N' })
    const twice = await admin(userCalls.unsetReviewer, { ...at(someone), body: {} })
    expect(twice.errors[0]?.reason).toBe('wrong_state')
    const actions = (await readAuditOf(lab.company, 'user', someone.uuid)).map((one) => one.action)
    expect(actions).toEqual(['user.create', 'user.set_reviewer', 'user.unset_reviewer'])
  })

  it('sixth attack F6-10: are left alone by an undo that has not seen what somebody did since', async () => {
    const someone = await person('Manager')
    const set = await must(admin(userCalls.setReviewer, at(someone)))
    const base = set.data.updated_at
    await must(admin(userCalls.edit, { ...at(someone), body: { phone: '+49 7' } }))
    const stale = await admin(userCalls.unsetReviewer, { ...at(someone), body: { base } })
    expect([stale.status, stale.errors[0]?.code]).toEqual([409, 'stale'])
    const now = (await must(admin(userCalls.unsetReviewerForm, at(someone)))).data.record
    const seen = { ...at(someone), body: { base: now?.updated_at } }
    await must(admin(userCalls.unsetReviewer, seen))
    expect((await admin(userCalls.setReviewer, seen)).status).toBe(409)
  })

  it('only in a company with certificates', async () => {
    const other = await foundLab('no-certificates', { certificates_enabled: 'N' })
    const top = await other.as('Administrator')
    const someone = await makePerson(top, other.company, 'plain-reviewer')
    const answer = await top(userCalls.setReviewer, at(someone))
    expect(answer.errors[0]).toMatchObject({ code: 'refused', reason: 'capability_missing' })
  })

  it('people are promoted to partners only in a partner company', async () => {
    const someone = await person()
    const answer = await admin(userCalls.promoteToPartner, at(someone))
    expect(answer.errors[0]).toMatchObject({ reason: 'capability_missing' })
  })
})

describe('settings', () => {
  it('[CALL-042] [CALL-043] [ENT-062] [ENT-063] are kept by category, each person’s own', async () => {
    const manager = await lab.as('Manager')
    const set = (key: string, settings: object[]) =>
      manager(userCalls.setSettings, { params: { key }, body: { settings } })
    await must(set('csv_import', [{ name: 'sample_name', value: 'Sample' }]))
    await must(set('flags', [{ name: 'compact', value: true }]))
    await must(set('csv_import', [{ name: 'sample_name', value: 'Probe', category: 'csv_import' }]))
    const preferences = [{ name: 'timezone', value: 'Asia/Tokyo' }]
    await must(set('preferences', preferences))
    const { settings } = (await must(manager(userCalls.getSettings))).data
    expect(settings).toEqual([
      { name: 'timezone', value: 'Asia/Tokyo', category: 'preferences' },
      { name: 'date_format', value: 'dd/MM/yyyy', category: 'preferences' },
      { name: 'compact', value: true, category: 'flags' },
      { name: 'sample_name', value: 'Probe', category: 'csv_import' },
    ])
    const me = (await must(manager(sessionCalls.me))).data
    expect(me).toMatchObject({ preferences: { timezone: 'Asia/Tokyo' } })
    const others = (await must(admin(userCalls.getSettings))).data
    expect(others.settings.length).toBe(2)
  })

  it.each([
    ['preferences', [{ name: 'profile', value: 'SuperAdmin' }], 'preference_unknown'],
    ['preferences', [{ name: 'timezone', value: 'Nowhere/Else' }], 'timezone_unknown'],
    ['context', [{ name: 'trial', value: 'on' }], 'provider_only'],
    ['flags', [{ name: 'a', value: 1, category: 'csv_import' }], 'other_category'],
    [
      'flags',
      [
        { name: 'a', value: 1 },
        { name: 'a', value: 2 },
      ],
      'setting_twice',
    ],
  ])('of category %s refuse %j: %s', async (key, settings, reason) => {
    const manager = await lab.as('Manager')
    const answer = await manager(userCalls.setSettings, { params: { key }, body: { settings } })
    expect(answer.errors[0]?.reason).toBe(reason)
  })
})
