// Tokens in the texts and secrets of the calls since version 2.4.16, looked for where they must not be.
import { env } from 'cloudflare:test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { identityProviderCalls } from '../../domain/calls/identity-provider.ts'
import { labLotCalls } from '../../domain/calls/lots.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { permissionCalls, profileCalls } from '../../domain/calls/profiles.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { visitCalls } from '../../domain/calls/visits.ts'
import { readPages } from './backup-pages.ts'
import { openPage } from './browser-page.ts'
import { type Answer, must, password, send, type Sender } from './lab.ts'
import { accountRows } from './matrix/all-examples.ts'
import type { World } from './matrix/example.ts'
import { harmless } from './matrix/substitute.ts'
import { makeWorld } from './matrix/world.ts'
import { makeBkit } from './material-bodies.ts'
import { makeRecipe } from './method-bodies.ts'

/** Texts of a company, by the field that they were planted in. */
const texts = new Map<string, string>()
const secrets = new Map<string, string>()
const plant = (field: string, into = texts) => {
  const token = `canary${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
  into.set(field, token)
  return token
}

let world: World
let admin: Sender
const logged: string[] = []
beforeAll(async () => {
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, name).mockImplementation((...said: unknown[]) => {
      logged.push(said.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join())
    })
  }
  world = await makeWorld()
  admin = await world.underling.as('SuperAdmin')
  await plantAll()
}, 120_000)
afterAll(() => {
  vi.restoreAllMocks()
})

/** Plant by every call that takes words or a secret; each succeeds, so that its token is kept. */
async function plantAll(): Promise<void> {
  const { company } = world.underling
  const at = { params: { id: company } }
  const helper = await world.partner.as('SuperAdmin')
  const visit = { reason: plant('reason of a visit'), minutes: 5 }
  await must(helper(visitCalls.begin, { ...at, body: visit }))
  await must(admin(swarmCalls.create, { body: { name: plant('name of a swarm') } }))
  const profile = {
    name: plant('name of a profile'),
    base: 'Operator',
    permissions: ['users.search'],
  }
  await must(admin(profileCalls.create, { body: profile }))
  const rule = { uuid: crypto.randomUUID(), kind: 'never', base: 'Operator' } as const
  const rules = [{ ...rule, name: plant('name of a rule'), permission: 'users.delete' }]
  await must(admin(permissionCalls.setRules, { body: { rules, reason: plant('reason of rules') } }))
  const words = {
    title: plant('title of a notification'),
    subtitle: plant('subtitle of a notification'),
    subject: plant('subject of a notification'),
    short_message: plant('short message of a notification'),
    message: plant('message of a notification'),
    recipients: { companies: [company], users: [], profiles: [] },
  }
  const { data: sent } = await must(admin(notificationCalls.create, { body: words }))
  await must(admin(notificationCalls.send, { params: { id: sent.uuid } }))
  const subject = { kind: 'lot', bkit_uuid: crypto.randomUUID(), lot: plant('lot') } as const
  await must(admin(recallCalls.create, { body: { subject, reason: plant('reason of a recall') } }))
  await must(admin(companyCalls.edit, { ...at, body: { recipe_review: 'Y' } }))
  const id = await makeRecipe(admin, plant('name of a recipe'))
  const evidence = { evidence: plant('evidence of a version'), effective_from: null }
  await must(admin(recipeCalls.sendVersion, { params: { id }, body: evidence }))
  const kit = await makeBkit(world.call, 'Canaries', { lot: 'L-1', expiry_date: '2099-06-30' })
  const hold = { bkit_uuid: kit.uuid, lot: 'L-1', reason: plant('reason of an own hold') }
  await must(admin(labLotCalls.hold, { body: hold }))
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const permissions = ['results.search']
  const key = { description: plant('description of a key'), permissions, expires_at, password }
  const made = await must(admin(apiKeyCalls.create, { body: key }))
  secrets.set('secret of a key', made.data.key.split('.')[1] ?? '')
  const { record } = made.data
  const rotated = await must(
    admin(apiKeyCalls.rotate, {
      params: { id: record.uuid },
      body: { old_hours: 1, expires_at, password },
    }),
  )
  secrets.set('rotated secret of a key', rotated.data.key.split('.')[1] ?? '')
  const provider = {
    issuer: 'https://id.canary.example',
    client_id: plant('client of a provider'),
    client_secret: plant('secret of a provider', secrets),
    domain: 'canary.example',
    password,
  }
  await must(admin(identityProviderCalls.save, { body: provider }))
}

const reading = accountRows.filter(({ row }) => row.safe)

/** Read all that every reading call answers to a person. */
async function readAll(sender: Sender): Promise<string> {
  const said: string[] = []
  for (const { row } of reading) {
    // Send one after another: the service has no more hands than two.
    // oxlint-disable-next-line no-await-in-loop
    said.push(textOf(await sender(row, harmless(row))))
  }
  return said.join('\n')
}

function textOf({ data, errors }: Answer): string {
  const body = data instanceof Uint8Array ? new TextDecoder('latin1').decode(data) : data
  return JSON.stringify([body, errors])
}

const found = (text: string, tokens: ReadonlyMap<string, string>) =>
  [...tokens].flatMap(([field, token]) => (text.includes(token) ? [field] : []))

describe('ninth attack A9-15: canaries', () => {
  it('are kept by the company, so that they could be found elsewhere', async () => {
    const pages = (await readPages(world.underling.company)).join('')
    expect(found(pages, texts)).toEqual([...texts.keys()])
    expect(found(pages, secrets)).toEqual([])
  })

  it('of texts are in no answer to another company, and of secrets in none to the own', async () => {
    expect(found(await readAll(await world.lab.as('SuperAdmin')), texts)).toEqual([])
    const own = await readAll(admin)
    expect(found(own, texts).length).toBeGreaterThan(5)
    expect(found(own, secrets)).toEqual([])
  })

  it('are in no backup of another company', async () => {
    const { partner, lab, home } = world
    for (const { company } of [partner, lab, home]) {
      // oxlint-disable-next-line no-await-in-loop
      const pages = (await readPages(company)).join('')
      expect(found(pages, texts)).toEqual([])
    }
  })

  it('of secrets are nowhere in the directory, and of texts in no subject of a mail with a line break', async () => {
    const { results: tables } = await env.DIRECTORY.prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_cf%'`,
    ).all<{ name: string }>()
    for (const { name } of tables) {
      // oxlint-disable-next-line no-await-in-loop
      const { results } = await env.DIRECTORY.prepare(`SELECT * FROM "${name}"`).all()
      expect([name, found(JSON.stringify(results), secrets)]).toEqual([name, []])
    }
    const { results: mails } = await env.DIRECTORY.prepare(
      'SELECT recipient, subject FROM mails',
    ).all<{ recipient: string; subject: string }>()
    expect(mails.filter(({ recipient, subject }) => /[\r\n]/.test(recipient + subject))).toEqual([])
    const theirs = mails.filter(({ recipient }) => !recipient.includes('-underling@'))
    expect(found(JSON.stringify(theirs), texts)).toEqual([])
  })

  it('are quoted by no fault of a call that takes a secret', async () => {
    const token = plant('refused')
    const wrong = { no_such_field: token, password: token, code: token, client_secret: token }
    const faults: [Call, object][] = [
      [identityProviderCalls.save, { ...wrong, issuer: token, domain: token }],
      [identityProviderCalls.switch, wrong],
      [identityProviderCalls.begin, { email: token }],
      [identityProviderCalls.finish, { answer: `state=${token}&code=${token}` }],
      [apiKeyCalls.create, wrong],
      [visitCalls.end, { visit: token }],
      [apiKeyCalls.create, { password: [token], code: { code: token } }],
    ]
    const page = openPage()
    await must(page.signIn('SuperAdmin-underling'))
    await must(page.send(sessionCalls.me))
    for (const [row, body] of faults) {
      const parts = { params: { id: world.underling.company }, body }
      // oxlint-disable-next-line no-await-in-loop
      const answer = await page.send(row, parts)
      expect([row.path, answer.ok, textOf(answer).includes(token)]).toEqual([
        row.path,
        false,
        false,
      ])
    }
    const key = { Authorization: `Bearer bk_${'x'.repeat(16)}.${token}` }
    expect(textOf(await send(sessionCalls.me, { headers: key }))).not.toContain(token)
  })

  it('are in no line of the log', () => {
    const lines = logged.join('\n')
    expect([found(lines, texts), found(lines, secrets)]).toEqual([[], []])
  })
})
