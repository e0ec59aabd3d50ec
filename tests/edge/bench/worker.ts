// The edge with calls of the bench beside its own, in one worker: it is bundled for `npm run bench -- edge` and never
// deployed. The bench replaces edge/store/audit.ts in a second bundle, to write the same without an audit trail.
import { Hono } from 'hono'
import { app } from '../../../edge/app.ts'
import { CompanyStore as RealStore } from '../../../edge/store/CompanyStore.ts'
import { liveBus } from '../../../edge/live/bus.ts'
import { LiveHub as RealHub } from '../../../edge/live/LiveHub.ts'
import { fleetIndex } from '../../../edge/fleet/open-index.ts'
import type { FleetDevice } from '../../../edge/fleet/report.ts'
import { unwrap } from '../../../edge/outcome.ts'
import { entryColumns, type Kept, textOf } from '../../../edge/store/kept-entry.ts'
import { applyOperations, readRecord, type StoredBody } from '../../../edge/store/operations.ts'
import { syncSubject } from '../../../domain/live/topic.ts'
import type { Kind } from '../../../domain/registry.ts'

import { benchOperation } from './bench-operation.ts'

export { FleetIndex } from '../../../edge/fleet/FleetIndex.ts'

/** The real store, which also takes records by the hundred as a restore would hand them over. */
export class CompanyStore extends RealStore {
  /** Write records in one transaction of the store, each as an operation of its own with its entry in the trail. */
  writeBatch(kind: Kind, bodies: StoredBody[]): Promise<number> {
    const at = new Date().toISOString()
    const outcome = this.write(() => {
      applyOperations(
        this.sql,
        bodies.map((body) => benchOperation(kind, body, at)),
      )
      return bodies.length
    })
    return unwrap(outcome)
  }

  /** Write copies of a record under ids of their own, each created a minute after the last. */
  async writeCopies(kind: Kind, uuid: string, from: number, count: number): Promise<number> {
    const body: StoredBody | null = readRecord(this.sql, kind, uuid)
    if (!body) return 0
    const copies = Array.from({ length: count }, (_, at) => ({
      ...body,
      uuid: crypto.randomUUID(),
      name: `${String(body['name'])} ${from + at}`,
      created_at: new Date(Date.UTC(2024, 0, 1) + (from + at) * 60_000).toISOString(),
    }))
    return this.writeBatch(kind, copies)
  }

  /** Fill the list of results: rows of each analysis, with values that no order has together. */
  writeResults(each: number): number {
    this.sql.run('DELETE FROM results')
    this.sql.run(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1),
         made AS (SELECT facts.*, i, (i * 7919 + unicode(facts.uuid) * 104729 + i * i) % 99991 AS mixed
           FROM analysis_facts AS facts, n)
       INSERT INTO results SELECT number, printf('018f0000-0000-7000-8000-%012d', i / 4), 'T' || (i % 4), 'S' || mixed, 's' || mixed, iif(i % 16 = 0, 'ntc', 'unknown'),
         CASE WHEN i % 50 = 0 THEN 'review' WHEN i % 3 = 1 THEN 'not_detected' ELSE 'detected' END,
         iif(i % 3 = 1, NULL, 10 + mixed % 3000 / 100.0), mixed % 10 / 10.0, mixed % 1000, '["A1"]' FROM made`,
      each,
    )
    return this.sql.first<{ rows: number }>('SELECT count(*) AS rows FROM results')?.rows ?? 0
  }

  /** Sort all results as SQLite does it alone: without sight, held samples and what belongs to the analyses. */
  readSorted(limit: number): unknown[] {
    return this.sql.all(
      `SELECT * FROM results JOIN analysis_facts ON number = analysis ORDER BY cq_mean IS NULL, cq_mean, created_at DESC,
         uuid DESC, sample_uuid DESC, target DESC LIMIT ?`,
      limit,
    )
  }

  /**
   * Fill the trail with entries of some hundred people: edits of a name, in the form of its newest entry under other
   * numbers, actors and actions. The newest itself makes an analysis: 200,000 copies of it are 0.8 GB.
   */
  writeTrail(count: number): number {
    const from = this.sql.first<Kept<{ seq: number; at: string }>>(
      `SELECT seq, at, ${entryColumns} FROM operations JOIN audit USING (seq) ORDER BY seq DESC LIMIT 1`,
    )!
    const changes = [{ field: 'name', before: 'Plate', after: 'Plate 2' }]
    const edit = JSON.stringify({ ...(JSON.parse(textOf(from)) as object), changes })
    this.sql.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       INSERT INTO operations (op_id, kind, uuid, action, actor, at)
         SELECT 'bench-trail:' || i, iif(i % 3 = 0, 'user', 'analysis'), printf('018f0000-0000-7000-8000-%012d', i / 4),
           iif(i % 3 = 0, 'user.edit', 'analysis.edit'), printf('018f0000-0000-7000-9000-%012d', i * 7919 % 400),
           strftime('%Y-%m-%dT%H:%M:%fZ', julianday(?2) + i / 864e5) FROM n`,
      count,
      from.at,
    )
    this.sql.run(
      `INSERT INTO audit (seq, kind, uuid, entry, leaf) SELECT seq, kind, uuid, json_set(?2, '$.seq', seq, '$.at', at, '$.kind', kind, '$.uuid', uuid,
           '$.action', action, '$.actor.uuid', actor, '$.actor.name', 'Person ' || substr(actor, -3)), ''
         FROM operations WHERE seq > ?1 ORDER BY seq`,
      from.seq,
      edit,
    )
    return this.sql.first<{ rows: number }>('SELECT count(*) AS rows FROM audit')?.rows ?? 0
  }

  /** Read one record and nothing else. */
  readOne(kind: Kind, uuid: string): StoredBody | null {
    return readRecord(this.sql, kind, uuid)
  }
}

/** The real hub, which can also hold sockets and do nothing with them: their memory is what the runtime itself needs. */
export class LiveHub extends RealHub {
  override async fetch(request: Request): Promise<Response> {
    if (!new URL(request.url).pathname.startsWith('/bench/')) return super.fetch(request)
    const [theirs, ours] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket]
    this.ctx.acceptWebSocket(ours)
    // Send a word, so that what is made with the first one is there.
    ours.send('word')
    return new Response(null, { status: 101, webSocket: theirs })
  }
}

const bench = new Hono<{ Bindings: Env }>()

bench.get('/bench/bare', (c) => c.json({ ok: true, data: { bare: true } }))

/** The same record from the same store by a bare route: without session, permission, sight and envelope of failures. */
bench.get('/bench/read/:company/:kind/:uuid', async (c) => {
  const { company, kind, uuid } = c.req.param()
  return c.json({ ok: true, data: await storeOf(c.env, company).readOne(kind as Kind, uuid) })
})

/** A socket that an object holds and does nothing with, opened as those of the hub are. */
bench.get('/bench/socket', (c) => {
  const headers = { Upgrade: 'websocket' }
  return c.env.LIVE_HUB.getByName('bench').fetch(new Request(c.req.url, { headers }))
})

/** A message of so many bytes to everybody who hears the hints of a company. */
bench.post('/bench/publish/:company/:bytes', async (c) => {
  const { company, bytes } = c.req.param()
  const text = 'x'.repeat(Number(bytes))
  return c.json({
    ok: true,
    data: await liveBus(c.env, company).publish(syncSubject(company), text),
  })
})

bench.get('/bench/connected/:company', async (c) => {
  const names = await liveBus(c.env, c.req.param('company')).connected()
  return c.json({ ok: true, data: names })
})

bench.post('/bench/batch/:company/:kind', async (c) => {
  const { company, kind } = c.req.param()
  const bodies = await c.req.json<StoredBody[]>()
  return c.json({ ok: true, data: await storeOf(c.env, company).writeBatch(kind as Kind, bodies) })
})

bench.post('/bench/copies/:company/:kind/:uuid/:from/:count', async (c) => {
  const { company, kind, uuid, from, count } = c.req.param()
  const store = storeOf(c.env, company)
  const written = await store.writeCopies(kind as Kind, uuid, Number(from), Number(count))
  return c.json({ ok: true, data: written })
})

bench.post('/bench/results/:company/:each', async (c) => {
  const { company, each } = c.req.param()
  return c.json({ ok: true, data: await storeOf(c.env, company).writeResults(Number(each)) })
})

bench.post('/bench/trail/:company/:count', async (c) => {
  const { company, count } = c.req.param()
  return c.json({ ok: true, data: await storeOf(c.env, company).writeTrail(Number(count)) })
})

bench.post('/bench/sorted/:company/:limit', async (c) => {
  const { company, limit } = c.req.param()
  return c.json({ ok: true, data: await storeOf(c.env, company).readSorted(Number(limit)) })
})

/** The number of the newest version `7.0.NUMBER` that the index of the fleet counts for each of some companies. */
bench.post('/bench/fleet/versions', async (c) => {
  const found = await fleetIndex(c.env).use(await c.req.json<string[]>())
  const numbers = found.map(({ company, devices }) => {
    const made = devices.map(({ version }) => Number(/^7\.0\.(\d+)$/.exec(version)?.[1] ?? 0))
    return [company, Math.max(0, ...made)]
  })
  return c.json({ ok: true, data: Object.fromEntries(numbers) })
})

/** A report of a store in which one device of twenty has another version. */
bench.post('/bench/fleet/report/:company/:at', async (c) => {
  const { company, at } = c.req.param()
  const uuid = `${company.slice(0, -2)}${String(Number(at) % 20).padStart(2, '0')}`
  const devices = [benchDevice(uuid, at)]
  const report = { company, generation: '', bytes: 0, devices, swarms: [], gone: [] }
  const index = fleetIndex(c.env)
  // Report everything where the place is not known, as a company's first report does: no place is kept here.
  const isTaken = await index.take({ ...report, from: 0, to: 0 })
  if (!isTaken) await index.take({ ...report, from: null, to: 0 })
  return c.json({ ok: true, data: {} })
})

const benchDevice = (uuid: string, at: string): FleetDevice => ({
  uuid,
  created_at: '2026-11-29T08:00:00.000Z',
  name: `Device ${uuid.slice(-2)}`,
  serial_no: uuid,
  model: 'bGATE 96',
  bkernel_version: `1.0.${at}`,
  swarms: [],
  connected: '10',
  orders: [],
  told: null,
})

interface BenchStub {
  writeResults(each: number): Promise<number>
  writeTrail(count: number): Promise<number>
  readSorted(limit: number): Promise<unknown[]>
  writeBatch(kind: Kind, bodies: StoredBody[]): Promise<number>
  writeCopies(kind: Kind, uuid: string, from: number, count: number): Promise<number>
  readOne(kind: Kind, uuid: string): Promise<StoredBody | null>
}

function storeOf(env: Env, company: string): BenchStub {
  return env.COMPANY_STORE.getByName(company) as unknown as BenchStub
}

export default {
  fetch(request, env, ctx) {
    const isBench = new URL(request.url).pathname.startsWith('/bench/')
    return (isBench ? bench : app).fetch(request, env, ctx)
  },
} satisfies ExportedHandler<Env>
