import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { lanPassCalls } from '../../domain/calls/lan.ts'
import { liveCalls } from '../../domain/calls/live.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { type Account, sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { LanClaims } from '../../domain/lan/lan-pass.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { lanQueries } from '../../edge/store/queries/lan.ts'
import { noteRights } from '../../edge/store/rights-changed.ts'
import { type BrowserPage, openPage, switchOn } from './browser-page.ts'
import { beforeWrite, sendHeld } from './held.ts'
import { foundLab, type Lab, must, password, type Sender } from './lab.ts'
import { publicKey } from './lan-holder.ts'
import { makePerson } from './people.ts'
import { passChanges } from './rights-table.ts'
import { inStoreOf } from './store-writes.ts'

let lab: Lab
let admin: Sender
let count = 0
beforeAll(async () => {
  lab = await foundLab('passes')
  admin = await lab.as('Administrator')
})

async function person(): Promise<{ page: BrowserPage; account: Account }> {
  const username = `holder${(count += 1)}`
  await makePerson(admin, lab.company, username, { profile: 'Manager', swarms: [lab.swarm] })
  const page = openPage()
  return { page, account: (await must(page.signIn(username))).data }
}

async function claimsOf(page: BrowserPage): Promise<LanClaims> {
  const { data } = await must(page.send(lanPassCalls.pass, { body: { public_key: publicKey } }))
  const [, body = ''] = data.pass.split('.')
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as LanClaims
}

/** Return the second from which a device takes passes of a person. */
async function countFrom(user: string): Promise<number> {
  const body = { bkernel_version: '2.9.4', busy: 'N', status: '{}' }
  const { data } = await must(lab.asDevice(deviceLinkCalls.hello, { body }))
  return data.passes_from[user] ?? 0
}

const next = 'Quite-another-9?'
const edit = (account: Account, body: object) =>
  must(admin(userCalls.edit, { params: { id: account.uuid }, body: { reason: 'why', ...body } }))

const take: Record<
  keyof typeof passChanges,
  (who: Awaited<ReturnType<typeof person>>) => Promise<unknown>
> = {
  profile: ({ account }) =>
    edit(account, { profile_uuid: ordinaryProfile(lab.company, 'Operator') }),
  swarm: ({ account }) => edit(account, { swarms: [] }),
  password: ({ page }) =>
    must(
      page.send(passwordCalls.change, {
        body: { old_password: password, password: next, repeat: next },
      }),
    ),
  twoStep: ({ page }) => switchOn(page),
  logout: ({ page }) => must(page.send(sessionCalls.logout)),
  inactive: ({ account }) => edit(account, { active: 'N' }),
}

describe('attack L6: a pass for devices', () => {
  it('counts no more for each of many people whose rights changed at once', async () => {
    const large = await foundLab('large')
    const told = await inStoreOf(large.company, (sql) => {
      const at = new Date().toISOString()
      for (let made = 0; made < 700; made++) noteRights(sql, crypto.randomUUID(), at)
      const since = new Date(Date.parse(at) - 1000).toISOString()
      return lanQueries.passesFrom(sql, { since })
    })
    expect(Object.keys(told)).toHaveLength(700)
  })

  it.each(
    (Object.keys(passChanges) as (keyof typeof passChanges)[]).map(
      (name) => [passChanges[name].change, name] as const,
    ),
  )('does not count from the device’s next word with the service on when %s', async (_, name) => {
    const who = await person()
    const { iat } = await claimsOf(who.page)
    expect(await countFrom(who.account.uuid)).toBe(0)
    await take[name](who)
    expect(await countFrom(who.account.uuid)).toBeGreaterThan(iat)
  })

  it('goes on when only the name is changed', async () => {
    const who = await person()
    await edit(who.account, { phone: '+39 1' })
    expect(await countFrom(who.account.uuid)).toBe(0)
  })

  it('that is made while the right goes holds what is left, or does not count', async () => {
    const who = await person()
    const { answer, wasHeld } = await sendHeld(
      () => who.page.send(lanPassCalls.pass, { body: { public_key: publicKey } }),
      beforeWrite,
      () => edit(who.account, { swarms: [] }),
    )
    expect(wasHeld).toBe(true)
    const [, body = ''] = answer.data.pass.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as LanClaims
    expect(claims.swarms).toEqual([])
  })
})

describe('attack I6: a live connection', () => {
  it.each(['profile', 'swarm', 'inactive', 'logout'] as const)(
    'is closed at once: %s',
    async (name) => {
      const who = await person()
      await take[name](who)
      await vi.waitFor(async () => {
        expect(await revoked(who.account.uuid)).toBe(true)
      })
    },
  )

  it('is given for what is left when the right goes while its token is made', async () => {
    const who = await person()
    const { answer, wasHeld } = await sendHeld(
      () =>
        who.page.send(liveCalls.accountToken, {
          body: { public_key: 'UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4' },
        }),
      beforeWrite,
      () => edit(who.account, { swarms: [] }),
    )
    expect(wasHeld).toBe(true)
    expect(answer.data.swarms).toEqual([])
  })
})

/** Return true if the hub refuses the tokens that the person has so far. */
function revoked(user: string): Promise<boolean> {
  return runInDurableObject(env.LIVE_HUB.getByName(lab.company), (_, { storage }) => {
    const rows = storage.sql.exec('SELECT 1 FROM revoked WHERE who = ?', `user:${user}`).toArray()
    return rows.length > 0
  })
}
