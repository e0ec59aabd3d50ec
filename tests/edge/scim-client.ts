import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { type Point, sendHeld } from './held.ts'
import { type Answer, must, origin, password, type Sender, way } from './lab.ts'

export type Json = Record<string, unknown>
export interface Answered {
  status: number
  body: Json
  headers: Headers
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** Make a token for SCIM, or another key. */
export async function makeToken(maker: Sender, use?: 'scim'): Promise<string> {
  const { permissions } = (await must(maker(sessionCalls.me))).data
  const given = use ? permissions : ['users.search', 'users.edit', 'users.create']
  const body = {
    description: 'directory',
    permissions: given,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    ...(use && { use }),
    password,
  }
  return (await must(maker(apiKeyCalls.create, { body }))).data.key
}

/** Send a request as an identity provider does. */
export async function askScim(
  method: string,
  path: string,
  body: unknown,
  { as, headers = {} }: { as: string; headers?: Record<string, string> },
): Promise<Answered> {
  const response = await way.fetch(`${origin}/scim/v2${path}`, {
    method,
    headers: {
      ...(as && { Authorization: `Bearer ${as}` }),
      ...(body !== undefined && { 'Content-Type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? {} : (JSON.parse(text) as Json),
    headers: response.headers,
  }
}

/** Send a request of an identity provider that is held at a point inside, while something else happens. */
export async function askHeld(
  send: () => Promise<Answered>,
  point: Point,
  meanwhile: () => Promise<unknown>,
): Promise<Answered> {
  let answered: Answered | undefined
  const { wasHeld } = await sendHeld(
    async (): Promise<Answer> => {
      answered = await send()
      const { status, headers } = answered
      return { status, ok: status < 400, data: null, errors: [], headers }
    },
    point,
    meanwhile,
  )
  if (!answered || !wasHeld) throw new Error('the request was not held')
  return answered
}

let count = 0
/** Begin again with the first name: files share this module, and each begins with an empty directory. */
export function beginPeople(): void {
  count = 0
}
const names = [
  'Anna Berg',
  'Ben Cole',
  'Cara Diaz',
  'Dan Ewing',
  'Elsa Frey',
  'Finn Gray',
  'Gina Hart',
  'Hugo Iten',
  'Iris Jung',
  'Jon Kerr',
  'Kim Lund',
  'Leo Moss',
  'Mara Nash',
  'Nils Ott',
  'Olga Pohl',
  'Paul Quast',
]
/** Make a person as a provider sends them, with a name that nobody has. */
export function newPerson(change: Json = {}): Json {
  const name = names[count] ?? `Somebody ${count}`
  count += 1
  const userName = `${name.toLowerCase().replace(' ', '.')}@scim.example`
  return {
    schemas: [userSchema],
    userName,
    name: { givenName: name.split(' ')[0], familyName: name.split(' ')[1] },
    emails: [{ value: userName, type: 'work', primary: true }],
    externalId: `ext-${count}`,
    active: true,
    ...change,
  }
}
