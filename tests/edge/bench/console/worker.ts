// The edge with its costs counted, for `npm run bench -- console`: never deployed. Stores and worker share this module.
import { Hono } from 'hono'
import { app } from '../../../../edge/app.ts'
import { unwrap } from '../../../../edge/outcome.ts'
import { applyOperations, readRecord, type StoredBody } from '../../../../edge/store/operations.ts'
import type { Sql, SqlValue } from '../../../../edge/store/sql.ts'
import { CompanyStore as RealStore } from '../../../../edge/store/CompanyStore.ts'
import type { Kind } from '../../../../domain/registry.ts'
import { benchOperation } from '../bench-operation.ts'
import { noAsks, notingEnv, storesIn } from '../asks.ts'

export { FleetIndex } from '../../../../edge/fleet/FleetIndex.ts'
export { LiveHub } from '../../../../edge/live/LiveHub.ts'

/** Counts since they were last read. */
let asks = noAsks()
let inStores = { statements: 0, rows: 0 }

/** The real store, whose statements and rows are counted, and which copies a record under other ids and names. */
export class CompanyStore extends RealStore {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    countStatements(this.sql, ctx.storage.sql)
  }

  /** Write copies of a record, numbered, each as an operation of its own with its entry in the trail. */
  async writeNumbered(kind: Kind, uuid: string, from: number, count: number): Promise<string[]> {
    const body: StoredBody | null = readRecord(this.sql, kind, uuid)
    if (!body) return []
    const at = new Date().toISOString()
    const copies = Array.from({ length: count }, (_, index) => copyOf(body, kind, from + index))
    const outcome = this.write(() => {
      applyOperations(
        this.sql,
        copies.map((copy) => benchOperation(kind, copy, at)),
      )
      return copies.map((copy) => String(copy['uuid']))
    })
    return unwrap(outcome)
  }
}

function copyOf(body: StoredBody, kind: Kind, at: number): StoredBody {
  const number = String(at).padStart(5, '0')
  const created_at = new Date(Date.UTC(2024, 0, 1) + at * 60_000).toISOString()
  const own =
    kind === 'user'
      ? { username: `person-${number}`, email: `person-${number}@bench.example`, reviewer: 'N' }
      : { serial_no: `BG-${number}`, hostname: `bgate-${number}` }
  return { ...body, ...own, uuid: crypto.randomUUID(), name: `Copy ${number}`, created_at }
}

function countStatements(sql: Sql, storage: SqlStorage): void {
  sql.all = <Row extends Record<string, SqlValue>>(query: string, ...values: SqlValue[]) => {
    const cursor = storage.exec<Row>(query, ...values)
    const rows = cursor.toArray()
    inStores.statements += 1
    inStores.rows += cursor.rowsRead
    return rows
  }
  sql.run = (query, ...values) => {
    const cursor = storage.exec(query, ...values)
    inStores.statements += 1
    inStores.rows += cursor.rowsRead
  }
}

const bench = new Hono<{ Bindings: Env }>()

bench.get('/bench/counts', (c) => {
  const data = {
    stores: storesIn(asks),
    requests: asks.stores.length,
    directory: { statements: asks.statements.length, rows: asks.rows },
    store: inStores,
  }
  asks = noAsks()
  inStores = { statements: 0, rows: 0 }
  return c.json({ ok: true, data })
})

bench.post('/bench/numbered/:company/:kind/:uuid/:from/:count', async (c) => {
  const { company, kind, uuid, from, count } = c.req.param()
  const store = c.env.COMPANY_STORE.getByName(company) as unknown as CompanyStore
  const uuids = await store.writeNumbered(kind as Kind, uuid, Number(from), Number(count))
  if (kind === 'user') await addLogins(c.env.DIRECTORY, company, Number(from), uuids)
  return c.json({ ok: true, data: uuids })
})

/** Enter people into the directory, as their identity provider has them. */
async function addLogins(
  directory: D1Database,
  company: string,
  from: number,
  uuids: readonly string[],
): Promise<void> {
  const people = uuids.map((uuid, index) => {
    const username = `person-${String(from + index).padStart(5, '0')}`
    return { uuid, username, email: `${username}@bench.example` }
  })
  const given = JSON.stringify(people)
  const one = (field: string) => `json_extract(value, '$.${field}')`
  await directory.batch([
    directory
      .prepare(
        `INSERT INTO logins (user_uuid, company_uuid, username, email, password_hash)
         SELECT ${one('uuid')}, ?2, ${one('username')}, ${one('email')}, '' FROM json_each(?1)`,
      )
      .bind(given, company),
    directory
      .prepare(
        `INSERT INTO login_names (folded, user_uuid)
         SELECT ${one('username')}, ${one('uuid')} FROM json_each(?1)
         UNION ALL SELECT ${one('email')}, ${one('uuid')} FROM json_each(?1)`,
      )
      .bind(given),
    directory
      .prepare(
        `INSERT INTO scim_people (user_uuid, company_uuid, external_id)
         SELECT ${one('uuid')}, ?2, 'ext-' || ${one('username')} FROM json_each(?1)`,
      )
      .bind(given, company),
  ])
}

export default {
  fetch(request, env, ctx) {
    const isBench = new URL(request.url).pathname.startsWith('/bench/')
    return isBench ? bench.fetch(request, env, ctx) : app.fetch(request, notingEnv(env, asks), ctx)
  },
} satisfies ExportedHandler<Env>
