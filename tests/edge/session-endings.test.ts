import { env, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, it } from 'vitest'
import { type Account, sessionCalls } from '../../domain/calls/session.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { type BrowserPage, openPage, switchOn } from './browser-page.ts'
import { foundLab, type Lab, must, password } from './lab.ts'

let lab: Lab
let count = 0
/** Two browsers of one person. */
let here: BrowserPage
let there: BrowserPage
let account: Account
beforeEach(async () => {
  count += 1
  lab = await foundLab(`endings${count}`)
  here = openPage()
  there = openPage('203.0.113.8')
  await must(here.signIn(`Operator-endings${count}`))
  account = (await must(there.signIn(`Operator-endings${count}`))).data
})

const whyOf = async (page: BrowserPage) => {
  const { status, errors } = await page.send(sessionCalls.me)
  expect([status, errors[0]?.code]).toEqual([401, 'session_expired'])
  return errors[0]?.params?.['why']
}

const changePassword = () =>
  must(
    here.send(passwordCalls.change, {
      body: {
        old_password: password,
        password: 'Another-password-2!',
        repeat: 'Another-password-2!',
      },
    }),
  )

it('first-use W6: a session that a new password ended says so, to every holder and as often as asked', async () => {
  await changePassword()
  expect([await whyOf(there), await whyOf(there)]).toEqual(['password', 'password'])
  await must(here.send(sessionCalls.me))
})

it('first-use W6: so does one that the second step ended', async () => {
  await switchOn(here)
  expect(await whyOf(there)).toBe('two_step')
})

it('first-use W6: one that the person ended from elsewhere, alone or with all others', async () => {
  const { data } = await must(here.send(sessionCalls.list))
  const { sessions } = data
  const other = sessions.find(({ current }) => !current)
  await must(here.send(sessionCalls.end, { params: { id: other?.uuid ?? '' } }))
  expect(await whyOf(there)).toBe('elsewhere')
  await must(there.signIn(`Operator-endings${count}`))
  await must(here.send(sessionCalls.endOthers))
  expect(await whyOf(there)).toBe('elsewhere')
})

it('first-use W6: and one of an account that an administrator switched off', async () => {
  const admin = await lab.as('Administrator')
  await must(admin(userCalls.edit, { params: { id: account.uuid }, body: { active: 'N' } }))
  expect([await whyOf(here), await whyOf(there)]).toEqual(['administrator', 'administrator'])
})

it('first-use W6: a session that ran out, signed out or never was has no such reason', async () => {
  await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
    const before = new Date(Date.now() - 31 * 60_000).toISOString()
    state.storage.sql.exec('UPDATE sessions SET seen_at = ?', before)
  })
  expect(await whyOf(there)).toBeUndefined()
})

it('first-use W6: in a full store sessions end all the same, without a reason', async () => {
  await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
    state.storage.sql.exec(
      `CREATE TRIGGER full_endings BEFORE INSERT ON ended_sessions
       BEGIN SELECT RAISE(ABORT, 'database or disk is full: SQLITE_FULL'); END`,
    )
  })
  await changePassword()
  expect(await whyOf(there)).toBeUndefined()
})
