import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { type Point, sendHeld } from './held.ts'
import { foundLab, type Lab, must, password, send, type Sender, signIn } from './lab.ts'
import { makePerson } from './people.ts'

let lab: Lab
let owners: Sender[]
let service: string
beforeAll(async () => {
  lab = await foundLab('two-owners')
  const admin = await lab.as('Administrator')
  const people = []
  for (const word of ['one', 'two']) {
    people.push(await makePerson(admin, lab.company, `owner-${word}`, { profile: 'Manager' }))
  }
  owners = await Promise.all(people.map(({ username }) => signIn(username, password)))
  const body = {
    username: 'robot-rotated',
    name: 'Robot rotated',
    profile_uuid: ordinaryProfile(lab.company, 'Manager'),
    swarms: [],
    owners: people.map(({ uuid }) => uuid),
  }
  service = (await must(admin(userCalls.createService, { body }))).data.uuid
}, 60_000)

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const statusOf = async (key: string) =>
  (await send(sessionCalls.me, { headers: { Authorization: `Bearer ${key}` } })).status

/** Rotate a new key by its first owner, and meanwhile by its second. */
async function rotateTwice(point: Point) {
  const [first, second] = owners as [Sender, Sender]
  const expires_at = inDays(30)
  const asked = { description: 'plans runs', permissions: ['analysis.search'], expires_at }
  const made = await must(first(apiKeyCalls.create, { body: { ...asked, password, service } }))
  const rotate = (sender: Sender, old_hours: number) => {
    const body = { old_hours, expires_at, password }
    return sender(apiKeyCalls.rotate, { params: { id: made.data.record.uuid }, body })
  }
  let meanwhile = ''
  const { answer, wasHeld } = await sendHeld(
    () => rotate(first, 24),
    point,
    async () => {
      meanwhile = (await must(rotate(second, 48))).data.key
    },
  )
  expect(wasHeld).toBe(true)
  return { before: made.data.key, meanwhile, answer }
}

describe('two owners of a program who rotate its key at once', () => {
  it('A27-1: the one whose record is older by then is refused, and the secret from before goes on', async () => {
    const point = { directory: (text: string) => text.includes('SET old_secret_hash') }
    const { before, meanwhile, answer } = await rotateTwice(point)
    expect(answer.errors[0]?.reason).toBe('changed_meanwhile')
    expect([await statusOf(meanwhile), await statusOf(before)]).toEqual([200, 200])
  })

  it('A27-1: the one whose record is newer replaces what the other has put there: both secrets open', async () => {
    const point: Point = {
      store: (method, [change]) =>
        method === 'change' && (change as { action?: string }).action === 'api_key.rotate',
    }
    const { before, meanwhile, answer } = await rotateTwice(point)
    const { key } = (await must(Promise.resolve(answer))).data
    expect([await statusOf(key), await statusOf(meanwhile)]).toEqual([200, 200])
    expect(await statusOf(before)).toBe(401)
  })
})
