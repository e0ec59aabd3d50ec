import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Sender, send, signIn, password } from './lab.ts'
import { type MatrixRow, matrixRows } from './matrix/all-examples.ts'
import type { ExampleFacts, Sent, World } from './matrix/example.ts'
import { nowhere, withoutCanary, withoutIds } from './matrix/substitute.ts'
import { canary, makeWorld } from './matrix/world.ts'

type Exemplified = MatrixRow & { example: ExampleFacts }
const ready = matrixRows.filter((entry): entry is Exemplified => entry.example !== null)
const all = ready.map((entry) => [entry.name, entry] as const)
const ofAccounts = all.filter(([, { row }]) => (row.caller ?? 'account') === 'account')
const withIds = ofAccounts.filter(([, { row }]) => row.path.includes('/:'))
const withBody = all.filter(([, { row }]) => row.body !== undefined && row.send !== 'multipart')

// Every call of the contract goes through the platform's door here.

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)

async function sentBy({ example }: Exemplified): Promise<{ sender: Sender; sent: Sent }> {
  const sent = await example.prepare(world)
  if (sent.sender) return { sender: sent.sender, sent }
  return { sender: example.endsSession ? await ownSession() : world.call, sent }
}

const prepared = new Map<string, ReturnType<typeof sentBy>>()

/** Share prepared records between tests whose requests are refused, for their form or their ids, and so change nothing. */
function refusedBy(entry: Exemplified): ReturnType<typeof sentBy> {
  const known = prepared.get(entry.name) ?? sentBy(entry)
  prepared.set(entry.name, known)
  return known
}

function ownSession(): Promise<Sender> {
  return signIn(`SuperAdmin-${canary}-home`, password)
}

function textOf(answer: Answer): string {
  if (answer.data instanceof Uint8Array) return new TextDecoder('latin1').decode(answer.data)
  return JSON.stringify([answer.data, answer.errors])
}

describe('a neighbour', () => {
  it.each(ofAccounts)('%s learns nothing from the ids of another company', async (_, entry) => {
    const { sent } = await refusedBy(entry)
    const theirs = withoutCanary(sent)
    const nobodys = withoutIds(theirs)
    // Without an id in it the call is about the caller alone.
    if (JSON.stringify(nobodys) === JSON.stringify(theirs)) return
    const neighbour = () =>
      entry.example.endsSession ? signIn('SuperAdmin-leaver', password) : world.lab.as('SuperAdmin')
    const foreign = await (await neighbour())(entry.row, theirs)
    const missing = await (await neighbour())(entry.row, nobodys)
    expect([foreign.status, missing.status].every((status) => status < 500)).toBe(true)
    if (entry.example.shared) return
    expect(textOf(foreign)).not.toContain(canary)
    if (foreign.ok && missing.ok) return
    expect([foreign.status, foreign.errors]).toEqual([missing.status, missing.errors])
  })
})

describe('an id', () => {
  it.each(withIds)('%s knows nothing of one that nobody has', async (_, entry) => {
    const { sender, sent } = await refusedBy(entry)
    const params = withoutIds({ params: sent.params ?? {} }).params ?? {}
    if ('hash' in params) params['hash'] = '0'.repeat(64)
    if (JSON.stringify(params) === JSON.stringify(sent.params ?? {})) return
    const answer = await sender(entry.row, { ...sent, params })
    expect(answer.status).toBe(entry.example.missing?.status ?? 404)
  })

  it.each(withIds.filter(([, { row }]) => row.path.includes(':id')))(
    '%s takes only a uuid',
    async (_, entry) => {
      const { sender, sent } = await refusedBy(entry)
      const params = { ...sent.params, id: 'not-a-uuid' }
      const answer = await sender(entry.row, { params })
      expect(answer.errors[0]).toMatchObject({ code: 'invalid', field: 'params.id' })
    },
  )
})

describe('a body', () => {
  const broken: readonly [string, string | object][] = [
    ['an unknown field', { no_such_field: 1 }],
    ['a list', []],
    ['a text', '"text"'],
    ['what is no JSON', '{"name":'],
    ['a field twice', '{"name":"a","name":"b"}'],
    ['another prototype', '{"__proto__":{"profile":"SuperAdmin"}}'],
    ['depth', `${'['.repeat(2000)}${']'.repeat(2000)}`],
  ]

  it.each(withBody)('%s refuses what it does not know, and says where', async (_, entry) => {
    const { sender, sent } = await refusedBy(entry)
    for (const [what, body] of broken) {
      const headers = { ...sent.headers, 'Content-Type': 'application/json' }
      const answer = await sender(entry.row, { ...sent, body, headers })
      expect([what, answer.status, answer.errors[0]?.code]).toEqual([what, 422, 'invalid'])
      expect(answer.errors[0]?.field || answer.errors[0]?.reason, what).toBeTruthy()
      expect(textOf(answer), what).not.toMatch(/\bat \w+ \(|\.ts:\d/)
    }
  })

  it.each(withBody)('%s refuses it in another type', async (_, entry) => {
    const { sender, sent } = await refusedBy(entry)
    const headers = { ...sent.headers, 'Content-Type': 'text/plain' }
    const answer = await sender(entry.row, {
      ...sent,
      body: JSON.stringify(sent.body ?? {}),
      headers,
    })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([422, 'not_json'])
  })
})

describe('a deleted record', () => {
  const deletes = ready.filter(({ name }) => name.endsWith('.delete'))
  const pairs = deletes.flatMap((entry) => {
    const group = entry.name.split('.')[0] as string
    const get = ready.find(({ name }) => name === `${group}.get`)
    return get ? [[group, entry, get] as const] : []
  })

  it.each(pairs)('%s is as if it had never been', async (_, entry, get) => {
    const { sender, sent } = await sentBy(entry)
    expect((await sender(entry.row, sent)).errors).toEqual([])
    const params = sent.params ?? {}
    const gone = await sender(get.row, { params })
    const missing = await sender(get.row, { params: { id: nowhere } })
    expect([gone.status, gone.errors]).toEqual([404, missing.errors])
    expect((await sender(entry.row, { ...sent })).status).toBe(404)
  })
})

it('the tests can see: a call that nobody knows is answered 404', async () => {
  const [entry] = ready
  if (!entry) return
  expect((await send({ ...entry.row, path: '/no/such/call' })).status).toBe(404)
})
