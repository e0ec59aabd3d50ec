// Every row of the contract with its example, which is prepared once for all that is asked of the row: it is refused to a
// neighbour, with other ids, with bent bodies and while its right is taken away, and then carried out. The battery `security` asks
// every writing row over HTTP with every change of a right.
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { storesAtOnce } from '../../domain/catalog/limits.ts'
import { storesIn } from './bench/asks.ts'
import { countAsks } from './count-asks.ts'
import { type Answer, type Sender, send, signIn, password } from './lab.ts'
import { type MatrixRow, matrixRows } from './matrix/all-examples.ts'
import { asksOnce } from './matrix/asks-once.ts'
import { attempt, hideSession, takePermission } from './matrix/during-change.ts'
import type { ExampleFacts, Sent, World } from './matrix/example.ts'
import { requirementIds } from './matrix/requirement-ids.ts'
import { nowhere, withoutCanary, withoutIds } from './matrix/substitute.ts'
import { canary, makeWorld } from './matrix/world.ts'
import { makeCompanies } from './people.ts'

type Exemplified = MatrixRow & { example: ExampleFacts }
const ready = matrixRows.filter((entry): entry is Exemplified => entry.example !== null)
/** Companies beside those of the world: more than a call may ask. */
const many = 60

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

/** Rows whose example does not outlive the refusals before it, each with the reason: they are prepared again for the last. */
const preparedAgain: Readonly<Record<string, string>> = {
  'alarm.acknowledge': 'a look at the devices ends an alarm whose cause is over',
  'alarm.clear': 'a look at the devices ends an alarm whose cause is over',
  'audit.prepare': 'every entry must be read, and taking a permission leaves one',
  'twoStep.deactivate': 'a code counts once, also where its request is refused afterwards',
}

/** Prepare a row once for its tests: all but the last are refused, and so change nothing. */
function prepare(entry: Exemplified): ReturnType<typeof sentBy> {
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

/** Calls that are refused here although their examples are not: their answer needs every company, which is asked after it. */
const refusedHere: Readonly<Record<string, string>> = { 'globalRecipe.delete': 'uses_asked' }

function refusalOf({ name, example }: Exemplified): string | undefined {
  return refusedHere[name] ?? example.answers?.reason
}

/** Ask for the longest page that a list has. */
function pageOf({ row }: Exemplified): Record<string, string> {
  const { query } = row
  const entries = query && 'entries' in query ? (query.entries as object) : {}
  return row.safe && 'limit' in entries && 'page' in entries ? { limit: '500', page: '1' } : {}
}

function expectAsAsked(row: Call, answer: Answer): void {
  expect(answer.status).toBe(200)
  if (row.reply === 'blob') {
    // Assert the type, which is known only as the test runs, as the row is.
    expect((answer.data as Uint8Array).byteLength).toBeGreaterThan(0)
    return
  }
  const issues = v.safeParse(row.data ?? v.strictObject({}), answer.data).issues ?? []
  expect(issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toEqual([])
  expect(JSON.stringify(answer.data)).not.toMatch(/scrypt\$|key_hash|password_hash|secret_hash/)
}

/** Bodies that no call takes. */
const broken: readonly [string, string | object][] = [
  ['an unknown field', { no_such_field: 1 }],
  ['a list', []],
  ['a text', '"text"'],
  ['what is no JSON', '{"name":'],
  ['a field twice', '{"name":"a","name":"b"}'],
  ['another prototype', '{"__proto__":{"profile":"SuperAdmin"}}'],
  ['depth', `${'['.repeat(2000)}${']'.repeat(2000)}`],
]

/** Question asked of a row: only the last of them is carried out. */
interface Question {
  says: (entry: Exemplified) => string
  concerns: (entry: Exemplified) => boolean
  ask: (entry: Exemplified) => Promise<void>
}

const isAccounts = ({ row }: Exemplified) => (row.caller ?? 'account') === 'account'
const hasIds = (entry: Exemplified) => isAccounts(entry) && entry.row.path.includes('/:')
const hasBody = ({ row }: Exemplified) => row.body !== undefined && row.send !== 'multipart'

const learnsNothing: Question = {
  says: () => 'tells a neighbour nothing about the ids of another company',
  concerns: isAccounts,
  ask: async (entry) => {
    const { row, example } = entry
    const { sent } = await prepare(entry)
    const theirs = withoutCanary(sent)
    const nobodys = withoutIds(theirs)
    // Skip a call without an id in it, which is about the caller alone.
    if (JSON.stringify(nobodys) === JSON.stringify(theirs)) return
    const neighbour = () =>
      example.endsSession ? signIn('SuperAdmin-leaver', password) : world.lab.as('SuperAdmin')
    const foreign = await (await neighbour())(row, theirs)
    const missing = await (await neighbour())(row, nobodys)
    expect([foreign.status, missing.status].every((status) => status < 500)).toBe(true)
    if (example.shared) return
    expect(textOf(foreign)).not.toContain(canary)
    if (foreign.ok && missing.ok) return
    expect([foreign.status, foreign.errors]).toEqual([missing.status, missing.errors])
  },
}

const unknownId: Question = {
  says: () => 'knows nothing of an id that nobody has',
  concerns: hasIds,
  ask: async (entry) => {
    const { sender, sent } = await prepare(entry)
    const params = withoutIds({ params: sent.params ?? {} }).params ?? {}
    if ('hash' in params) params['hash'] = '0'.repeat(64)
    if (JSON.stringify(params) === JSON.stringify(sent.params ?? {})) return
    const answer = await sender(entry.row, { ...sent, params })
    expect(answer.status).toBe(entry.example.missing?.status ?? 404)
  },
}

const noUuid: Question = {
  says: () => 'takes only a uuid for an id',
  concerns: (entry) => hasIds(entry) && entry.row.path.includes(':id'),
  ask: async (entry) => {
    const { sender, sent } = await prepare(entry)
    const answer = await sender(entry.row, { params: { ...sent.params, id: 'not-a-uuid' } })
    expect(answer.errors[0]).toMatchObject({ code: 'invalid', field: 'params.id' })
  },
}

const bentBody: Question = {
  says: () => 'refuses a body that it does not know, and says where',
  concerns: hasBody,
  ask: async (entry) => {
    const { sender, sent } = await prepare(entry)
    for (const [what, body] of broken) {
      const headers = { ...sent.headers, 'Content-Type': 'application/json' }
      const answer = await sender(entry.row, { ...sent, body, headers })
      expect([what, answer.status, answer.errors[0]?.code]).toEqual([what, 422, 'invalid'])
      expect(answer.errors[0]?.field || answer.errors[0]?.reason, what).toBeTruthy()
      expect(textOf(answer), what).not.toMatch(/\bat \w+ \(|\.ts:\d/)
    }
  },
}

const otherType: Question = {
  says: () => 'refuses a body of another type',
  concerns: hasBody,
  ask: async (entry) => {
    const { sender, sent } = await prepare(entry)
    const headers = { ...sent.headers, 'Content-Type': 'text/plain' }
    const body = JSON.stringify(sent.body ?? {})
    const answer = await sender(entry.row, { ...sent, body, headers })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([422, 'not_json'])
  },
}

/** The store asks for session and permission in one place (`writeAs`): a row with a permission loses that, another its session. */
const rightTaken: Question = {
  says: ({ row }) =>
    `attack M1: under way while its ${row.needs === null ? 'session ends' : 'permission is taken'}, is refused and writes nothing`,
  concerns: (entry) => isAccounts(entry) && !entry.row.safe && !(entry.name in asksOnce),
  ask: async (entry) => {
    const { row } = entry
    const { sender, sent } = await prepare(entry)
    const take = row.needs === null ? hideSession : takePermission(row.needs)
    const { wasHeld, status, before, after } = await attempt(world, () => sender(row, sent), take)
    expect([wasHeld, status]).toEqual([true, row.needs === null ? 401 : 403])
    expect(after).toEqual(before)
  },
}

const carriedOut: Question = {
  says: () => 'answers as its schema says, and asks no more than 50 stores (issue 14)',
  concerns: () => true,
  ask: async (entry) => {
    const { name, row, example } = entry
    const { sender, sent } = await (name in preparedAgain ? sentBy(entry) : prepare(entry))
    const query = { ...sent.query, ...pageOf(entry) }
    const { value, asks } = await countAsks(() => sender(row, { ...sent, query }))
    const refusal = refusalOf(entry)
    expect(value.errors.map(({ reason }) => reason)).toEqual(refusal ? [refusal] : [])
    if (refusal) expect(value.status).toBe(example.answers?.status ?? 409)
    else expectAsAsked(row, value)
    expect(storesIn(asks)).toBeLessThanOrEqual(storesAtOnce)
    // Expect the directory not to be asked once for each of them either.
    expect(asks.statements.length, asks.statements.join('\n')).toBeLessThan(30)
  },
}

// A neighbour's call of a row that all companies share is carried out: the right is taken before that.
const questions = [rightTaken, learnsNothing, unknownId, noUuid, bentBody, otherType, carriedOut]

/** Return true for a call that is refused among many companies and writes nothing then: its right is taken among few. */
const isRefusedHere = ({ name }: Exemplified) => name in refusedHere

const asked = ready.flatMap((entry) =>
  questions
    .filter((question) => question.concerns(entry))
    .filter((question) => question !== rightTaken || !isRefusedHere(entry))
    .map((question) => {
      // Leave out a call that is not in force here, whose refusal proves nothing.
      const isProof = question === carriedOut && refusalOf(entry) === undefined
      const ids = isProof ? requirementIds(entry.row) : ''
      return [`${ids} ${entry.name} ${question.says(entry)}`.trim(), question, entry] as const
    }),
)

describe('attack M1: a call that is carried out among few companies only', () => {
  it.each(ready.filter(isRefusedHere))(
    '$name is refused while its permission is taken, and writes nothing',
    async (entry) => {
      await expect(rightTaken.ask(entry)).resolves.toBeUndefined()
    },
  )
})

// Before there are many companies: the provider's own recipe is deleted among few.
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

describe(`every call, in a region of ${many} companies`, () => {
  beforeAll(async () => {
    await makeCompanies(world.call, many)
  }, 120_000)

  it('has an example', () => {
    const without = matrixRows.filter(({ example }) => example === null).map(({ name }) => name)
    expect(without).toEqual([])
  })

  it.each(asked)('%s', async (_, { ask }, entry) => {
    await expect(ask(entry)).resolves.toBeUndefined()
  })
})

it('the tests can see: a call that nobody knows is answered 404', async () => {
  const [entry] = ready
  if (!entry) return
  expect((await send({ ...entry.row, path: '/no/such/call' })).status).toBe(404)
})
