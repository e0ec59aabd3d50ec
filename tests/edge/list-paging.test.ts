import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { listPage } from '../../edge/store/lists.ts'
import { Sql, type SqlValue } from '../../edge/store/sql.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'
import { uuidOf } from '../support/uuid-of.ts'

let lab: Lab
let operator: Sender
beforeAll(async () => {
  lab = await foundLab('paging')
  operator = await lab.as('Operator')
  const { uuid: id } = await makeCompleted(operator, lab.swarm, { name: 'Plate 00' })
  for (let at = 1; at < 13; at++) {
    const name = `Plate ${String((at * 5) % 13).padStart(2, '0')}`
    await must(operator(analysisCalls.duplicate, { params: { id }, body: { name } }))
  }
})

const list = async (query: Record<string, string>) =>
  (await must(operator(analysisCalls.search, { query }))).data

it('[CONST-040] [CONST-041] [CONST-042] a list that says nothing is the first ten, the newest first', async () => {
  const { data, pages, total } = await list({})
  expect([data.length, pages, total]).toEqual([10, 2, 13])
  const times = data.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted().reverse())
  expect(data).toEqual((await list({ page: '1', limit: '10', order: 'created_at DESC' })).data)
  const rest = await list({ page: '2' })
  expect(rest.data).toHaveLength(3)
  expect(rest.data.at(-1)?.name).toBe('Plate 00')
})

it('[CONST-043] a list may be had by name instead', async () => {
  const { data } = await list({ order: 'name ASC', limit: '20' })
  const names = data.map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
  expect(names).toHaveLength(13)
})

it('a search reads each name once, and pages what it found alike whether that is little or much', async () => {
  const copies = 400
  const store = env.COMPANY_STORE.getByName(lab.company)
  const read = await runInDurableObject(store, (_, { storage }) => {
    const sql = new Sql(storage, env)
    addCopies(sql, copies)
    const search = (text: string, order: string) => {
      const rows = countRows(sql, storage.sql)
      const found: string[] = []
      const sight = { swarms: [lab.swarm], kinds: [] }
      for (let after: string | null | undefined; after !== null;) {
        const query = { order, limit: '40', ...(after && { after }) }
        const page = listPage(sql, 'analysis', query, sight, { search: text })
        found.push(...page.data.map(({ uuid }) => uuid))
        after = page.next
      }
      return { found, rows: rows() }
    }
    const first = search('copy 0399', 'created_at DESC')
    const few = search('copy 00', 'name ASC')
    const many = search('copy', 'name ASC')
    const hidden = listPage(
      sql,
      'analysis',
      {},
      { swarms: [], kinds: [] },
      { search: 'copy' },
    ).total
    return { first, few, many, hidden }
  })
  expect(read.first.found).toEqual([uuidOf(399)])
  expect(read.first.rows).toBeLessThan(1.2 * copies)
  expect(read.few.found).toEqual(Array.from({ length: 100 }, (_, at) => uuidOf(at)))
  expect(read.many.found).toEqual(Array.from({ length: copies }, (_, at) => uuidOf(at)))
  expect(read.hidden).toBe(0)
})

/** Copy one of the analyses with ids and names of their own, past the trail. */
function addCopies(sql: Sql, count: number): void {
  for (let at = 0; at < count; at++) {
    sql.run(
      `INSERT INTO records (kind, uuid, seq, swarm_uuid, name, status, created_at, updated_at, body)
       SELECT kind, ?1, seq + 100000 + ?2, swarm_uuid, ?3, status, created_at, updated_at, json_set(body, '$.uuid', ?1)
       FROM records WHERE kind = 'analysis' AND name = 'Plate 00'`,
      uuidOf(at),
      at,
      `Copy ${String(at).padStart(4, '0')}`,
    )
  }
}

/** Count the rows that the statements of a store read from now on. */
function countRows(sql: Sql, storage: SqlStorage): () => number {
  let rows = 0
  sql.all = <Row extends Record<string, SqlValue>>(query: string, ...values: SqlValue[]) => {
    const cursor = storage.exec<Row>(query, ...values)
    const found = cursor.toArray()
    rows += cursor.rowsRead
    return found
  }
  return () => rows
}
