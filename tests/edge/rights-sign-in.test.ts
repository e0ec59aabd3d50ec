import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import { codeAt, mailsTo, openPage, switchOn } from './browser-page.ts'
import { type Point, sendHeld } from './held.ts'
import { foundLab, type Lab, must, password, type Sender } from './lab.ts'
import { makePerson } from './people.ts'

let lab: Lab
let admin: Sender
let count = 0
beforeAll(async () => {
  lab = await foundLab('races')
  admin = await lab.as('Administrator')
}, 60_000)

const other = 'Another-right-password-2!'
const person = () => makePerson(admin, lab.company, `racer${(count += 1)}`)
const at = (id: string) => ({ params: { id } })

/** Between the hash of the password and the session, and between the session and what looks at it afterwards. */
const points: [string, () => Point][] = [
  ['before the session is opened', () => ({ store: (method) => method === 'openSession' })],
  [
    'when the session has just been opened',
    () => {
      let reads = 0
      return {
        directory: (text) =>
          /FROM logins LEFT JOIN two_step/.test(text) && /username = /.test(text) && ++reads === 2,
      }
    },
  ],
]

type Change = (who: User) => Promise<unknown>

const changes: [string, Change][] = [
  [
    'the password is changed',
    async ({ username }) => {
      const page = openPage()
      await must(page.signIn(username))
      const body = { old_password: password, password: other, repeat: other }
      await must(page.send(passwordCalls.change, { body }))
    },
  ],
  [
    'the password is set by a link',
    async ({ uuid, email }) => {
      await must(admin(userCalls.resetPassword, at(uuid)))
      const [mail] = await mailsTo(email, 1)
      const [, user = '', token = ''] = /#([0-9a-f-]{36})\.([\w-]+)/.exec(mail?.text ?? '') ?? []
      const body = { user, token, password: other, repeat: other }
      await must(openPage().send(passwordCalls.confirmReset, { body }))
    },
  ],
  [
    'the second step is switched on',
    async ({ username }) => {
      const page = openPage()
      await must(page.signIn(username))
      await switchOn(page)
    },
  ],
  [
    'the person is made inactive',
    ({ uuid }) =>
      must(admin(userCalls.edit, { ...at(uuid), body: { active: 'N', reason: 'left' } })),
  ],
  [
    'the person is deleted',
    ({ uuid }) => must(admin(userCalls.delete, { ...at(uuid), body: { reason: 'left' } })),
  ],
]

async function liveSessions(user: string): Promise<number> {
  return (await env.COMPANY_STORE.getByName(lab.company).sessions(user, '')).list.length
}

describe('attack H3: a sign-in with what counted before leaves no session', () => {
  for (const [where, point] of points) {
    it.each(changes)(`${where} %s`, async (_, change) => {
      const who = await person()
      const page = openPage('203.0.113.9')
      let left = -1
      const { answer, wasHeld } = await sendHeld(
        () => page.signIn(who.username),
        point(),
        async () => {
          await change(who)
          left = await liveSessions(who.uuid)
        },
      )
      expect(wasHeld).toBe(true)
      // Accept a sign-in whose person is made inactive at that moment, but expect that their cookie opens nothing.
      if (!answer.ok) expect(answer.errors[0]?.code).toBe('wrong_credentials')
      expect((await page.send(sessionCalls.me)).status).toBe(401)
      // Expect only that of the person who made the change.
      expect(await liveSessions(who.uuid)).toBe(left)
    })
  }

  it('by a code, when the second step is switched off by an administrator meanwhile', async () => {
    const who = await person()
    const first = openPage()
    await must(first.signIn(who.username))
    const { secret } = await switchOn(first)
    const page = openPage()
    const code = codeAt(secret, 1)
    const { answer, wasHeld } = await sendHeld(
      () => page.signIn(who.username, password, code),
      { store: (method) => method === 'openSession' },
      () => must(admin(userCalls.resetTwoStep, { ...at(who.uuid), body: { reason: 'lost' } })),
    )
    expect([wasHeld, answer.errors[0]?.code]).toEqual([true, 'wrong_credentials'])
    expect(await liveSessions(who.uuid)).toBe(0)
  })

  it('by an address that is no longer theirs', async () => {
    const who = await person()
    const { answer } = await sendHeld(
      () => openPage().signIn(who.email),
      { store: (method) => method === 'openSession' },
      () => {
        const body = { email: `moved-${who.email}`, reason: 'moved' }
        return must(admin(userCalls.edit, { ...at(who.uuid), body }))
      },
    )
    expect(answer.errors[0]?.code).toBe('wrong_credentials')
  })
})
