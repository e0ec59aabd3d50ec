import { env, runInDurableObject } from 'cloudflare:test'
import { Secret, TOTP } from 'otpauth'
import { sessionCalls } from '../../domain/calls/session.ts'
import { twoStepCalls } from '../../domain/calls/two-step.ts'
import { must, password, send, type Sender } from './lab.ts'

/** A browser: keeps the cookies it is given, and comes from an address. */
export interface BrowserPage {
  send: Sender
  cookie: () => string
  signIn: (username: string, given?: string, code?: string) => ReturnType<typeof signInBy>
}

export function openPage(
  address = '203.0.113.7',
  agent = 'Mozilla/5.0 (X11; Linux) Firefox/140',
): BrowserPage {
  const jar = new Map<string, string>()
  const cookie = () => [...jar.values()].join('; ')
  const sender: Sender = async (row, parts = {}) => {
    const headers = { 'CF-Connecting-IP': address, 'User-Agent': agent, ...parts.headers }
    const answer = await send(row, { ...parts, headers: { Cookie: cookie(), ...headers } })
    for (const given of answer.headers.getSetCookie()) {
      const [pair = ''] = given.split(';')
      jar.set(pair.split('=')[0] ?? '', pair)
    }
    return answer
  }
  return {
    send: sender,
    cookie,
    signIn: (username, given = password, code) => signInBy(sender, username, given, code),
  }
}

function signInBy(sender: Sender, username: string, given: string, code?: string) {
  const body = { username, password: given, ...(code === undefined ? {} : { code }) }
  return sender(sessionCalls.login, { body })
}

/** Return the code that an authenticator app shows, some steps from now. */
export function codeAt(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Switch the second step on; its code is used up by it. */
export async function switchOn(
  page: BrowserPage,
): Promise<{ secret: string; recovery: string[]; code: string }> {
  const form = (await must(page.send(twoStepCalls.activateForm))).data
  const { secret, offer } = form
  const code = codeAt(secret)
  const body = { offer, code, password }
  const { data } = await must(page.send(twoStepCalls.activate, { body }))
  return { secret, code, recovery: data.recovery_codes }
}

/** Return the mails to a person, the oldest first, once there are so many. */
export async function mailsTo(
  to: string,
  count: number,
): Promise<{ subject: string; text: string }[]> {
  return waitFor(async () => {
    const { results } = await env.DIRECTORY.prepare(
      'SELECT subject, text FROM mails WHERE recipient = ?1 COLLATE NOCASE ORDER BY rowid',
    )
      .bind(to)
      .all<{ subject: string; text: string }>()
    if (results.length < count) throw new Error(`${results.length} mails to ${to}`)
    return results
  })
}

/** Wait until it does not throw: what goes on after an answer is not there with it. */
export async function waitFor<Value>(check: () => Promise<Value>): Promise<Value> {
  const until = Date.now() + 10_000
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Make time pass for all who have to wait. */
export async function endWaits(): Promise<void> {
  await env.DIRECTORY.prepare('UPDATE failed_tries SET blocked_until = 0').run()
}

/** Return the actions in the audit trail about a person's login, the oldest first. */
export async function signInEntries(company: string, user: string): Promise<string[]> {
  const store = env.COMPANY_STORE.getByName(company)
  return runInDurableObject(store, (_, state) =>
    state.storage.sql
      .exec<{ entry: string }>(
        `SELECT entry FROM audit WHERE kind = 'sign_in' AND uuid = ? ORDER BY seq`,
        user,
      )
      .toArray()
      .map(({ entry }) => (JSON.parse(entry) as { action: string }).action),
  )
}
