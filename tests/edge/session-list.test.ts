import { env, runInDurableObject, SELF } from 'cloudflare:test'
import { nkeys } from 'nats.ws'
import { beforeAll, describe, expect, it } from 'vitest'
import { liveCalls } from '../../domain/calls/live.ts'
import { type Account, type SessionEntry, sessionCalls } from '../../domain/calls/session.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import { type BrowserPage, openPage, signInEntries, waitFor } from './browser-page.ts'
import { foundLab, type Lab, must, origin } from './lab.ts'

let lab: Lab
beforeAll(async () => {
  lab = await foundLab('list')
})

async function listOf(page: BrowserPage): Promise<SessionEntry[]> {
  const { data } = await must(page.send(sessionCalls.list))
  return data.sessions
}

async function rewind(minutes: number): Promise<void> {
  await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
    const at = new Date(Date.now() - minutes * 60_000).toISOString()
    state.storage.sql.exec('UPDATE sessions SET seen_at = ?', at)
  })
}

describe('the list of one’s sessions', () => {
  it('tells machines apart without saying where exactly they are', async () => {
    const windows = openPage(
      '203.0.113.77',
      'Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537 Edg/140',
    )
    const phone = openPage('2001:db8:77::1234', 'Mozilla/5.0 (iPhone) Version/18 Safari/604')
    await must(windows.signIn('Operator-list'))
    await must(phone.signIn('Operator-list'))
    const entries = await listOf(windows)
    expect(entries.map(({ agent, network }) => [agent, network])).toEqual(
      expect.arrayContaining([
        ['Edge on Windows', '203.0.113.0/24'],
        ['Safari on iOS', '2001:db8:77::/48'],
      ]),
    )
    expect(entries.filter(({ current }) => current)).toHaveLength(1)
    expect(entries.find(({ current }) => current)?.agent).toBe('Edge on Windows')
    expect(JSON.stringify(entries)).not.toMatch(/113\.77|1234|Mozilla|secret/)
  })

  it('ends one of them, or all others, and none of somebody else', async () => {
    const here = openPage()
    const there = openPage()
    const third = openPage()
    const stranger = openPage()
    for (const page of [here, there, third]) await must(page.signIn('Manager-list'))
    await must(stranger.signIn('Administrator-list'))
    const [foreign] = await listOf(stranger)
    const mine = (await listOf(there)).find(({ current }) => current)
    const id = mine?.uuid ?? ''
    expect(
      (await here.send(sessionCalls.end, { params: { id: foreign?.uuid ?? '' } })).status,
    ).toBe(404)
    await must(here.send(sessionCalls.end, { params: { id } }))
    expect((await there.send(sessionCalls.me)).status).toBe(401)
    expect((await third.send(sessionCalls.me)).status).toBe(200)
    expect((await must(here.send(sessionCalls.endOthers))).data).toEqual({ ended: 1 })
    expect((await third.send(sessionCalls.me)).status).toBe(401)
    expect((await stranger.send(sessionCalls.me)).status).toBe(200)
    expect(await listOf(here)).toHaveLength(1)
  })
})

describe('a session', () => {
  it('has another secret after each sign-in, and the one before is over', async () => {
    const page = openPage()
    await must(page.signIn('Operator-list'))
    const before = page.cookie()
    await must(page.signIn('Operator-list'))
    expect(page.cookie()).not.toBe(before)
    await waitFor(async () => {
      const old = openPage()
      const answer = await old.send(sessionCalls.me, { headers: { Cookie: before } })
      expect(answer.status).toBe(401)
    })
  })

  it('is not kept alive by what a page pulls by itself', async () => {
    const page = openPage()
    const background = { headers: { Background: '1' } }
    await must(page.signIn('Operator-list'))
    await rewind(20)
    const query = { kinds: 'user', after: '0', limit: '10' }
    await must(page.send(syncCalls.pull, { ...background, query }))
    const { data } = await must(page.send(sessionCalls.refresh, background))
    const left = Date.parse(data.session.idle_until) - Date.now()
    expect(left).toBeLessThan(10.1 * 60_000)
    await rewind(29)
    await must(page.send(sessionCalls.me))
    await rewind(0)
    const { data: woken } = await must(page.send(sessionCalls.refresh, background))
    expect(Date.parse((woken as Account).session.idle_until) - Date.now()).toBeGreaterThan(
      29 * 60_000,
    )
    await rewind(31)
    expect((await page.send(sessionCalls.me, background)).errors[0]?.code).toBe('session_expired')
  })

  it('ends twelve hours after the sign-in, whatever is done', async () => {
    const page = openPage()
    await must(page.signIn('Operator-list'))
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      state.storage.sql.exec(
        'UPDATE sessions SET ends_at = ?',
        new Date(Date.now() - 1).toISOString(),
      )
    })
    expect((await page.send(sessionCalls.me)).errors[0]?.code).toBe('session_expired')
  })
})

describe('the live connection', () => {
  /** Open a socket as the page does, and wait until the hub knows it. */
  async function connect(page: BrowserPage, user: string) {
    const key = nkeys.createUser()
    const publicKey = key.getPublicKey()
    const { data } = await must(
      page.send(liveCalls.accountToken, { body: { public_key: publicKey } }),
    )
    const { jwt, path } = data
    const response = await SELF.fetch(`${origin}${path}`, {
      headers: { Upgrade: 'websocket', Origin: origin },
    })
    const socket = response.webSocket
    if (!socket) throw new Error('no socket')
    socket.binaryType = 'arraybuffer'
    const closed = new Promise<number>((resolve) => {
      socket.addEventListener('close', () => resolve(Date.now()))
    })
    socket.addEventListener('message', ({ data: frame }) => {
      const text =
        typeof frame === 'string' ? frame : new TextDecoder().decode(frame as ArrayBuffer)
      const info = /^INFO (\{.*\})/.exec(text)?.[1]
      if (!info) return
      const { nonce } = JSON.parse(info) as { nonce: string }
      const sig = Buffer.from(key.sign(new TextEncoder().encode(nonce))).toString('base64url')
      socket.send(
        `CONNECT ${JSON.stringify({ jwt, sig, nkey: publicKey, verbose: false, protocol: 1 })}\r\nPING\r\n`,
      )
    })
    socket.accept()
    const hub = env.LIVE_HUB.getByName(lab.company)
    await waitFor(async () => expect(await hub.connected()).toContain(`user:${user}`))
    return { closed }
  }

  it('is closed within five seconds of a sign-out, and of an end from elsewhere', async () => {
    const page = openPage()
    const account = (await must(page.signIn('SuperAdmin-list'))).data
    const closed = await connect(page, account.uuid)
    const asked = Date.now()
    await must(page.send(sessionCalls.logout))
    expect((await closed.closed) - asked).toBeLessThan(5000)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await must(page.signIn('SuperAdmin-list'))
    const again = await connect(page, account.uuid)
    const elsewhere = openPage()
    await must(elsewhere.signIn('SuperAdmin-list'))
    const ended = Date.now()
    await must(elsewhere.send(sessionCalls.endOthers))
    expect((await again.closed) - ended).toBeLessThan(5000)
    await waitFor(async () => {
      expect(await signInEntries(lab.company, account.uuid)).toEqual(
        expect.arrayContaining(['sign_in.opened', 'sign_in.closed', 'sign_in.ended']),
      )
    })
  })
})
