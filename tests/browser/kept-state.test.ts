// Replace `fetch` where the service's answer matters: no service runs beside these tests.
import { afterEach, expect, test, vi } from 'vitest'
import { localCollections } from '../../domain/entity.ts'
import { Fault } from '../../domain/fault.ts'
import type { PendingCreate } from '../../domain/sync/pending.ts'
import {
  answersEpoch,
  dropAnswers,
  findAnswer,
  keepAnswer,
  type Question,
} from '../../web/client/kept-answers.ts'
import { openDatabase } from '../../web/local/database.ts'
import { LocalStore } from '../../web/local/document-store.ts'
import { knownDatabases, removePartition } from '../../web/local/partition.ts'
import { serviceUntil } from '../../web/local/service.ts'
import { changeDraft, closeDraft, openDraft } from '../../web/state/draft.ts'
import { uploadAnalysis } from '../../web/sync/upload.ts'
import { analysisRecord } from './local-bench-records.ts'
import { uuidOf } from '../support/uuid-of.ts'

afterEach(() => vi.restoreAllMocks())

const user = uuidOf(Math.floor(Math.random() * 1e9) * 100 + 7)

test('[CACHE-005] a kept answer has its url, value, etag, and when it was made and last used', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1000)
  const ask = (url: string, body = 'null'): Question => ({
    who: user,
    method: 'POST',
    url,
    body,
    epoch: answersEpoch(),
  })
  await keepAnswer(ask('/v3/analysis/search', '{"page":1}'), ['one'], 'W/"7"')
  await keepAnswer(ask('/v3/analysis/search', '{"page":2}'), ['two'])
  await keepAnswer(ask('/v3/swarms/search'), ['three'])
  const kept = async () => {
    const cache = await caches.open(`answers-${user}`)
    const all = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
    return Promise.all(all.map((one) => one?.json() as Promise<{ value: string[] }>))
  }
  const first = { url: '/v3/analysis/search', value: ['one'], etag: 'W/"7"', createdAt: 1000 }
  expect(await kept()).toContainEqual({ ...first, lastHitAt: null })
  // Keep one answer for each url, and searches of one url by their bodies as well.
  const values = (await kept()).map(({ value }) => value[0])
  expect(new Set(values)).toEqual(new Set(['one', 'two', 'three']))
  clock.mockReturnValue(5000)
  expect(await findAnswer(ask('/v3/analysis/search', '{"page":1}'))).toEqual({ value: ['one'] })
  expect(await kept()).toContainEqual({ ...first, lastHitAt: 5000 })
  await dropAnswers(user)
})

test('[CACHE-007] the local database is of version 2, its records keyed by uuid; answers and state are kept beside it', async () => {
  const company = uuidOf(500)
  const database = await openDatabase({ user, company })
  const store = new LocalStore(database)
  try {
    const own = (await knownDatabases()).filter((one) => one.user === user)
    expect(new Set(own.map(({ shape }) => shape))).toEqual(new Set([2]))
    const stores = own.map(({ collection }) => collection)
    expect(stores).toEqual(expect.arrayContaining([...localCollections]))
    const mark = { seq: 1, refreshed: 1, pulledAt: 1, aside: [] }
    await store.takePage('analyses', [analysisRecord(1)], { from: { seq: 0 }, to: mark })
    const { uuid } = analysisRecord(1).body as { uuid: string }
    const found = await store.find(`analysis|${uuid}`)
    expect(found).toMatchObject({ kind: 'analysis', uuid, body: { uuid } })
    const question = { who: user, method: 'GET', url: '/v3/x', body: '', epoch: answersEpoch() }
    await keepAnswer(question, 1)
    expect(await caches.has(`answers-${user}`)).toBe(true)
    openDraft(user, 'new')
    changeDraft({ name: 'Night run' })
    closeDraft()
    expect(localStorage.getItem(`draft-${user}-new`)).toContain('Night run')
  } finally {
    await dropAnswers(user)
    localStorage.removeItem(`draft-${user}-new`)
    store.close()
    await database.close()
    await removePartition({ user, company })
  }
})

const made = {
  op_id: uuidOf(900),
  made_at: '2026-03-01T07:30:00.000Z',
  type: 'create',
  tries: 0,
  next_at: 0,
  state: 'waiting',
  fault: null,
  input: { uuid: uuidOf(901), name: 'Night run' },
  shown: {},
} as unknown as PendingCreate

/** Play a service that answers look-ups with `absent` until the analysis is made. */
function serviceThat(absent: () => Response) {
  const asked: string[] = []
  let record: object | null = null
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    asked.push(`${request.method} ${path}`)
    if (path.endsWith('/analysis/create')) {
      expect(request.headers.get('Operation-Id')).toBe(made.op_id)
      const body = (await request.json()) as object
      // Expect no company, which is not the client's to say: the service takes the account's.
      expect(body).not.toHaveProperty('company_uuid')
      record = { ...body, created_at: '1', updated_at: '2' }
    }
    return record ? Response.json({ ok: true, data: record }) : absent()
  })
  return asked
}
const steps = [
  `GET /v3/analysis/get/${made.input.uuid}`,
  'POST /v3/analysis/create',
  `GET /v3/analysis/get/${made.input.uuid}`,
]

test('[STATE-020] looked up with 200 and ok false, an analysis of this machine is created and read back', async () => {
  const asked = serviceThat(() =>
    Response.json({ ok: false, errors: [{ message: 'No such analysis' }] }),
  )
  expect(await uploadAnalysis(serviceUntil(), made)).toMatchObject({ name: 'Night run' })
  expect(asked).toEqual(steps)
})

test('looked up with 404 as well; a service that fails says nothing of the kind', async () => {
  const absent = { ok: false, errors: [{ code: 'not_found', message: 'no' }] }
  const asked = serviceThat(() => Response.json(absent, { status: 404 }))
  await uploadAnalysis(serviceUntil(), made)
  expect(asked).toEqual(steps)
  vi.restoreAllMocks()
  const failing = serviceThat(() =>
    Response.json({ ok: false, errors: [{ code: 'internal', message: 'no' }] }, { status: 500 }),
  )
  await expect(uploadAnalysis(serviceUntil(), made)).rejects.toBeInstanceOf(Fault)
  expect(failing.every((one) => one.startsWith('GET'))).toBe(true)
})
