import { type APIRequestContext, expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { password } from './pages.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }
/** Password of somebody new, chosen by the administrator. */
const first = 'First-chosen-7!'

type Data = Record<string, unknown>
interface Named extends Data {
  uuid: string
  name: string
}

/** Ask the service by its calls. */
export async function ask<Answer = Data>(
  request: APIRequestContext,
  path: string,
  data: object = {},
  more: Record<string, string> = {},
): Promise<Answer> {
  const answer = await request.post(`/v3${path}`, { headers: { ...headers, ...more }, data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return ((await answer.json()) as { data: Answer }).data
}

export async function enter(request: APIRequestContext, username: string): Promise<void> {
  await ask(request, '/session/login', { username, password })
}

/** Make a person of the company that is asked, who has chosen their own password. Returns their id. */
export async function makeColleague(
  request: APIRequestContext,
  who: { username: string; name: string; email: string; profile?: string; swarms?: string[] },
  into: Record<string, string> = {},
): Promise<string> {
  const { username, name, email, profile = 'Operator', swarms = [] } = who
  const { data } = await ask<{ data: Named[] }>(request, '/profiles/search', {}, into)
  const profile_uuid = data.find((one) => one.name === profile)?.uuid
  const body = { username, name, email, profile_uuid, swarms, password: first }
  const { uuid } = await ask<Named>(request, '/users/create', body, into)
  return uuid
}

/** Sign in for the first time, with a password of one's own. */
export const enterFirst = (request: APIRequestContext, username: string) =>
  ask(request, '/session/login', { username, password: first, new_password: password })

export interface StoryCompany {
  uuid: string
  name: string
  admin: string
  person: string
}

/** Found a company with an administrator, by the provider's calls. */
export async function foundCompany(
  provider: APIRequestContext,
  guest: APIRequestContext,
  word: string,
): Promise<StoryCompany> {
  const { uuid } = await ask<Named>(provider, '/companies/create', { name: word, swarm: 'Bench' })
  const begun = await ask<{ visit: { uuid: string } }>(provider, `/companies/visit/${uuid}`, {
    reason: 'its first administrator',
    minutes: 60,
  })
  const into = { 'X-Company': uuid, 'X-Visit': begun.visit.uuid }
  const admin = `${word.toLowerCase().replaceAll(' ', '')}@walk.example`
  const username = admin.split('@')[0] ?? ''
  const who = { username, name: `Head of ${word}`, email: admin, profile: 'Administrator' }
  const person = await makeColleague(provider, who, into)
  await enterFirst(guest, username)
  return { uuid, name: word, admin, person }
}

/** Switch the second step of the person who is signed in on, as their phone would. */
export async function addSecondStep(request: APIRequestContext): Promise<void> {
  const answer = await request.get('/v3/users/activate_2fa', { headers })
  const { data } = (await answer.json()) as { data: { secret: string; offer: string } }
  const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate()
  await ask(request, '/users/activate_2fa', { offer: data.offer, code, password })
}
