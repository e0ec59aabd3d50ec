import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { verifyPassword } from '../../edge/session/password.ts'
import { foundLab, type Lab, must, password, send, signIn } from './lab.ts'

let lab: Lab
beforeAll(async () => {
  lab = await foundLab('session')
})

describe('signing in', () => {
  it('[CALL-002] sets a __Host- cookie that the page cannot read and gives the account', async () => {
    const answer = await must(
      send(sessionCalls.login, { body: { username: 'Operator-session', password } }),
    )
    const cookie = answer.headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(/^__Host-bapp=/)
    for (const part of ['Secure', 'HttpOnly', 'SameSite=Strict', 'Path=/'])
      expect(cookie).toContain(part)
    const account = answer.data
    expect(account).toMatchObject({
      username: 'Operator-session',
      profile: 'Operator',
      company_uuid: lab.company,
    })
    expect(JSON.stringify(account)).not.toMatch(/scrypt|password/)
  })

  it('takes the e-mail address too, whatever its case', async () => {
    const answer = await send(sessionCalls.login, {
      body: { username: 'operator-SESSION@lab.example', password },
    })
    expect(answer.data).toMatchObject({ username: 'Operator-session' })
  })

  it('answers a wrong password and an unknown name in the same words', async () => {
    const wrong = await send(sessionCalls.login, {
      body: { username: 'Operator-session', password: 'Wrong-1!' },
    })
    const unknown = await send(sessionCalls.login, {
      body: { username: 'nobody', password: 'Wrong-1!' },
    })
    expect(wrong.status).toBe(401)
    expect(wrong.errors[0]?.code).toBe('wrong_credentials')
    expect(unknown.errors).toEqual(wrong.errors)
    expect(unknown.headers.get('Set-Cookie')).toBeNull()
  })

  it('keeps the password as a salted scrypt hash in the directory and nowhere in the store', async () => {
    const row = await env.DIRECTORY.prepare('SELECT password_hash FROM logins WHERE username = ?1')
      .bind('Operator-session')
      .first<{ password_hash: string }>()
    expect(row?.password_hash).toMatch(/^scrypt\$\d+\$\d+\$\d+\$/)
    expect(await verifyPassword(password, row?.password_hash ?? '')).toBe(true)
    expect(await verifyPassword(`${password} `, row?.password_hash ?? '')).toBe(false)
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      const all = state.storage.sql.exec('SELECT body FROM records').toArray()
      expect(JSON.stringify(all)).not.toContain('scrypt')
    })
  })
})

describe('a session', () => {
  it('[CALL-001] [CALL-003] is read by GET /session/me and refreshed by GET /session/login', async () => {
    const operator = await lab.as('Operator')
    const me = await must(operator(sessionCalls.me))
    const refreshed = await must(operator(sessionCalls.refresh))
    expect(refreshed.data.uuid).toBe(me.data.uuid)
  })

  it('does nothing for a page that another person opened, whose browser they share', async () => {
    const [operator, manager] = [await lab.as('Operator'), await lab.as('Manager')]
    const { uuid } = (await must(manager(sessionCalls.me))).data
    const headers = { 'X-Account': uuid }
    const answer = await operator(recipeCalls.get, { params: { id: lab.recipe }, headers })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([401, 'other_account'])
    await must(manager(recipeCalls.get, { params: { id: lab.recipe }, headers }))
  })

  it('[CALL-007] is over after sign-out, also for who kept the cookie', async () => {
    const sender = await signIn('Manager-session', password)
    await must(sender(sessionCalls.me))
    const out = await must(sender(sessionCalls.logout))
    expect(out.headers.get('Set-Cookie')).toContain('Max-Age=0')
    expect((await sender(sessionCalls.me)).errors[0]?.code).toBe('session_expired')
  })

  it('runs out after half an hour without a call', async () => {
    const sender = await signIn('Administrator-session', password)
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      const earlier = new Date(Date.now() - 31 * 60_000).toISOString()
      state.storage.sql.exec('UPDATE sessions SET seen_at = ?', earlier)
    })
    expect((await sender(sessionCalls.me)).errors[0]?.code).toBe('session_expired')
  })

  it('of one company opens nothing of another', async () => {
    const other = await foundLab('session-other')
    const theirs = await other.as('SuperAdmin')
    const answer = await theirs(recipeCalls.get, { params: { id: lab.recipe } })
    expect(answer.errors[0]?.code).toBe('not_found')
  })
})

describe('making a user', () => {
  it('[CALL-022] refuses a taken e-mail at its field and makes nothing', async () => {
    const admin = await signIn('Administrator-session', password)
    const before = (await must(admin(userCalls.search))).data.total
    const { data } = await must(admin(userCalls.search))
    const [someone] = data.data
    const answer = await admin(userCalls.create, {
      body: {
        username: 'fresh',
        name: 'Fresh',
        email: 'OPERATOR-session@lab.example',
        profile_uuid: someone?.profile_uuid,
        swarms: [lab.swarm],
        password,
      },
    })
    expect(answer.status).toBe(409)
    expect(answer.errors[0]).toMatchObject({ code: 'taken', field: 'email', reason: 'email_taken' })
    expect((await must(admin(userCalls.search))).data.total).toBe(before)
  })

  it('[VAL-001] names everything a password lacks', async () => {
    const admin = await signIn('Administrator-session', password)
    const { data } = await must(admin(userCalls.search))
    const [someone] = data.data
    const answer = await admin(userCalls.create, {
      body: {
        username: 'weak',
        name: 'Weak',
        email: 'weak@lab.example',
        profile_uuid: someone?.profile_uuid,
        swarms: [],
        password: 'abc',
      },
    })
    expect(answer.errors.map(({ reason }) => reason)).toEqual([
      'password_too_short',
      'password_capital',
      'password_number',
      'password_symbol',
    ])
  })
})

describe('giving a profile', () => {
  it('does not reach beyond one’s own', async () => {
    const admin = await signIn('Administrator-session', password)
    const found = await must(admin(profileCalls.search))
    const profiles = found.data.data
    const profile_uuid = profiles.find(({ name }) => name === 'SuperAdmin')?.uuid
    const body = {
      username: 'climber',
      name: 'C',
      email: 'c@lab.example',
      profile_uuid,
      swarms: [],
      password,
    }
    const answer = await admin(userCalls.create, { body })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([403, 'profile_beyond_own'])
    const login = await send(sessionCalls.login, { body: { username: 'climber', password } })
    expect(login.status).toBe(401)
  })
})

describe('the region', () => {
  it('answers a request meant for another with 421 before anything else', async () => {
    const answer = await send(analysisCalls.search, { headers: { 'X-Region': 'na' } })
    expect([answer.status, answer.errors[0]?.code]).toEqual([421, 'wrong_region'])
  })
})
