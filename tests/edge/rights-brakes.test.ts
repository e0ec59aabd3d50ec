import { beforeAll, describe, expect, it } from 'vitest'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { twoStepCalls } from '../../domain/calls/two-step.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { codeAt, endWaits, mailsTo, openPage, switchOn, waitFor } from './browser-page.ts'
import { foundLab, must, password, type Sender } from './lab.ts'

let admin: Sender
beforeAll(async () => {
  admin = await (await foundLab('brakes')).as('Administrator')
})

const next = 'Quite-another-9?'
const email = (profile: string) => `${profile}-brakes@lab.example`.toLowerCase()
const forgot = (profile: string) =>
  must(openPage().send(passwordCalls.forgot, { body: { email: email(profile) } }))

/** Return the mails with a link to a person, once there are so many. */
async function links(profile: string, count: number) {
  return waitFor(async () => {
    const mails = (await mailsTo(email(profile), 0)).filter(({ text }) => text.includes('#'))
    if (mails.length < count) throw new Error(`${mails.length} links`)
    return mails
  })
}

async function newestLink(profile: string, count: number) {
  const mail = (await links(profile, count)).at(-1)
  const [, user = '', token = ''] = /#([0-9a-f-]{36})\.([\w-]{43})/.exec(mail?.text ?? '') ?? []
  return { user, token }
}

describe('attack L1: the tries of strangers hold up nobody at a session', () => {
  it('wrong passwords', async () => {
    const page = openPage()
    await must(page.signIn('Operator-brakes'))
    const stranger = openPage('198.51.100.1')
    let status = 401
    for (let i = 0; i < 7 && status === 401; i++)
      status = (await stranger.signIn('Operator-brakes', 'wrong')).status
    expect(status).toBe(429)
    const body = { old_password: password, password: next, repeat: next }
    expect((await page.send(passwordCalls.change, { body })).status).toBe(200)
    // Try it the other way round as well: at a session tries are counted among themselves.
    await endWaits()
    const guess = { ...body, old_password: 'wrong' }
    let tried = 401
    for (let i = 0; i < 7 && tried === 401; i++)
      tried = (await page.send(passwordCalls.change, { body: guess })).status
    expect(tried).toBe(429)
  })

  it('wrong codes of who knows the password', async () => {
    const page = openPage()
    await must(page.signIn('Manager-brakes'))
    const { secret } = await switchOn(page)
    const stranger = openPage('198.51.100.2')
    let status = 401
    for (let i = 0; i < 7 && status === 401; i++)
      status = (await stranger.signIn('Manager-brakes', password, '000000')).status
    expect(status).toBe(429)
    const body = { password, code: codeAt(secret, 1) }
    expect((await page.send(twoStepCalls.deactivate, { body })).status).toBe(200)
  })
})

describe('attack L2: a stranger who asks for links', () => {
  it('uses up none of the administrators, and ends none that lives', async () => {
    await endWaits()
    const account = (await must(openPage().signIn('Manager-brakes'))).data
    for (let i = 1; i <= 4; i++) {
      await forgot('Manager')
      await links('Manager', Math.min(i, 3))
    }
    const asked = await newestLink('Manager', 3)
    expect(asked.user).toBe(account.uuid)
    const sent = await admin(userCalls.resetPassword, { params: { id: account.uuid } })
    expect(sent.status).toBe(200)
    const link = await newestLink('Manager', 4)
    await endWaits()
    await forgot('Manager')
    await links('Manager', 5)
    expect((await openPage().send(passwordCalls.verifyReset, { body: link })).status).toBe(200)
    const body = { ...link, password: next, repeat: next }
    await must(openPage().send(passwordCalls.confirmReset, { body }))
  })
})
