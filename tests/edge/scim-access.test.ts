import { env } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { identityProviderCalls } from '../../domain/calls/identity-provider.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { byKey, keyWish } from './api-key-bodies.ts'
import { type BrowserPage, endWaits, mailsTo, openPage } from './browser-page.ts'
import { foundLab, type Lab, must, operatorHeaders, password, send, signIn } from './lab.ts'
import { connectAs } from './live/connect-live.ts'
import { makePerson } from './people.ts'
import { askScim, makeToken, newPerson } from './scim-client.ts'
import { serve, SmallProvider } from './small-provider.ts'

const { chooseSigning, finish, save, test: testCall } = identityProviderCalls
const provider = new SmallProvider('https://id.scim.example')
const domain = 'lab.example'

let lab: Lab
let admin: BrowserPage
/** Another administrator, who signed in while passwords did. */
let second: BrowserPage
let token = ''
beforeAll(async () => {
  lab = await foundLab('directory')
  admin = openPage()
  await must(admin.signIn('Administrator-directory'))
  second = openPage()
  await must(second.signIn('SuperAdmin-directory'))
  token = await makeToken(admin.send, 'scim')
}, 60_000)
beforeEach(() => serve([provider]))
afterEach(async () => {
  vi.restoreAllMocks()
  await endWaits()
})

const ask = (method: string, path: string, body?: unknown) =>
  askScim(method, path, body, { as: token })

const setActive = (uuid: string, value: unknown) =>
  ask('PATCH', `/Users/${uuid}`, { Operations: [{ op: 'Replace', path: 'active', value }] })

/** Make a person by the provider, and return their id and the mails to them so far. */
async function provide(): Promise<{ id: string; email: string; mails: string[] }> {
  const userName = `provided-${crypto.randomUUID().slice(0, 8)}`
  const email = `${userName}@${domain}`
  const given = newPerson({ userName, emails: [{ value: email, type: 'work' }] })
  const { status, body } = await ask('POST', '/Users', given)
  expect(status).toBe(201)
  const mails = await mailsTo(email, 0)
  return { id: String(body['id']), email, mails: mails.map(({ subject }) => subject) }
}

describe('somebody whom the provider makes inactive', () => {
  it('loses sessions, keys and live connections at once, also somebody from before SCIM', async () => {
    const { uuid } = await makePerson(admin.send, lab.company, 'beforescim')
    const known = env.DIRECTORY.prepare(
      'SELECT count(*) AS n FROM scim_people WHERE user_uuid = ?1',
    )
    expect((await known.bind(uuid).first<{ n: number }>())?.n).toBe(0)
    const [person, other] = [
      await signIn('beforescim', password),
      await signIn('beforescim', password),
    ]
    const body = keyWish(['analysis.search'])
    const key = byKey((await must(person(apiKeyCalls.create, { body }))).data.key)
    const live = await connectAs(lab.company, person)
    const ways = [person, other, key]
    for (const way of ways) await must(way(sessionCalls.me))
    expect((await setActive(uuid, 'False')).status).toBe(200)
    for (const way of ways) expect((await way(sessionCalls.me)).status).toBe(401)
    await live.connection.closed()
    await expect(live.again()).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' })
    // Expect nothing of it to begin again with the person.
    expect((await setActive(uuid, 'True')).status).toBe(200)
    for (const way of ways) expect((await way(sessionCalls.me)).status).toBe(401)
  })

  it('loses the same by DELETE', async () => {
    const { uuid } = await makePerson(admin.send, lab.company, 'removedbyscim')
    const person = await signIn('removedbyscim', password)
    const body = keyWish(['analysis.search'])
    const key = byKey((await must(person(apiKeyCalls.create, { body }))).data.key)
    const live = await connectAs(lab.company, person)
    await must(key(sessionCalls.me))
    expect((await ask('DELETE', `/Users/${uuid}`)).status).toBe(204)
    for (const way of [person, key]) expect((await way(sessionCalls.me)).status).toBe(401)
    await live.connection.closed()
    await expect(live.again()).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' })
  })
})

describe('somebody whom the provider makes', () => {
  const confirm = ({ id }: { id: string }) =>
    must(second.send(userCalls.confirm, { params: { id }, body: { reason: 'met at the bench' } }))
  const countMails = async (email: string) => (await mailsTo(email, 0)).length

  it('is invited to choose a password where passwords sign in', async () => {
    expect((await provide()).mails).toEqual(['You are invited to bApp'])
  })

  it('is sent no link to a password where the provider alone signs in, before one is needed to sign', async () => {
    await must(
      admin.send(save, { body: { issuer: provider.issuer, client_id: 'bapp', domain, password } }),
    )
    const operator = { headers: operatorHeaders, body: { company_uuid: lab.company, domain } }
    await must(send(operatorCalls.proveDomain, operator))
    const { url } = (await must(admin.send(testCall))).data
    const email = 'administrator-directory@lab.example'
    provider.claims = { sub: 'admin', email, email_verified: true }
    await must(admin.send(finish, { body: { answer: provider.authorise(url) } }))
    const on = { on: true, only: true, password }
    await must(admin.send(identityProviderCalls.switch, { body: on }))
    const [signer, other] = [await provide(), await provide()]
    expect([signer.mails, other.mails]).toEqual([[], []])
    // Confirm first: signatures of this company need a password, and
    // the link comes with the confirmation, without which nobody signs.
    await confirm(signer)
    expect((await mailsTo(signer.email, 1)).map(({ subject }) => subject)).toEqual([
      'You are invited to bApp',
    ])
    const [, user = '', secret = ''] =
      /#([0-9a-f-]{36})\.([\w-]{43})/.exec((await mailsTo(signer.email, 1))[0]?.text ?? '') ?? []
    await must(send(passwordCalls.verifyReset, { body: { user, token: secret } }))
    await must(second.send(chooseSigning, { body: { way: 'provider', password } }))
    await confirm(other)
    expect(await countMails(other.email)).toBe(0)
  })
})
