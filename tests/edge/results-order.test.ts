import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { type ResultRow, resultCalls, resultSorts } from '../../domain/calls/results.ts'
import { countedRows } from '../../domain/catalog/limits.ts'
import { callNames } from '../../domain/results.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { holding, makeCompleted } from './made-analyses.ts'
import { sortKey } from '../../domain/rules/fold-text.ts'
import { moveSome } from '../../edge/store/narrow-rows.ts'
import { shortId } from '../../edge/store/short-id.ts'
import { wideRows } from '../support/before-seals.ts'
import { inStoreOf } from './store-writes.ts'

/** Number of rows, more than the service counts. */
const filled = countedRows + 1500
/** Number of analyses that have them. */
const analyses = 4

let lab: Lab
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('ordered')
  manager = await lab.as('Manager')
  for (let made = 0; made < analyses; made += 1) await makeCompleted(manager, lab.swarm)
  await inStoreOf(lab.company, (sql) => {
    sql.run('DELETE FROM results')
    sql.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${filled}),
         numbered AS (SELECT number, row_number() OVER () AS place FROM analysis_facts)
       INSERT INTO results SELECT number, printf('018f0000-0000-7000-8000-%012d', i), 'T' || (i % 4),
         'S' || (i * 7919 % ${filled}), 's' || (i * 7919 % ${filled}), 'unknown',
         iif(i % 3 = 1, 'not_detected', 'detected'), iif(i % 3 = 1, NULL, 10 + (i * 104729 % 3000) / 100.0), i % 10 / 10.0,
         NULL, '["A1"]' FROM n JOIN numbered ON place = 1 + i % ${analyses}`,
    )
  })
})

interface Page {
  data: ResultRow[]
  total: number
  next: string | null
}

async function search(query: Record<string, string>, filters: object = {}): Promise<Page> {
  const answer = await must(manager(resultCalls.search, { query, body: { filters } }))
  return answer.data
}

async function readAll(order: string, filters: object = {}): Promise<ResultRow[]> {
  const rows: ResultRow[] = []
  let page = await search({ limit: '500', order }, filters)
  for (;;) {
    rows.push(...page.data)
    if (page.next === null) return rows
    page = await search({ limit: '500', order, after: page.next }, filters)
  }
}

const idOf = (row: ResultRow) => `${row.sample_uuid} ${row.target}`

/** Return the value by which the service compares a row. */
function valueOf(row: ResultRow, field: string): string | number | null {
  if (field === 'call') return callNames.indexOf(row.call)
  const value = row[field as keyof ResultRow] as string | number | null
  return typeof value === 'string' ? value.toLowerCase() : value
}

function isBehind(one: ResultRow, other: ResultRow, field: string, direction: string): boolean {
  const [a, b] = [valueOf(one, field), valueOf(other, field)]
  if (a === b) return field === 'created_at' || one.created_at >= other.created_at
  if (a === null || b === null) return b === null
  return direction === 'ASC' ? a < b : a > b
}

describe('first-use B4: results beyond 10,000', () => {
  it.each(resultSorts)('are in the order of %s over all of them, each once', async (field) => {
    for (const direction of ['ASC', 'DESC']) {
      const rows = await readAll(`${field} ${direction}`, { sample_type: ['unknown'] })
      expect(new Set(rows.map(idOf)).size).toBe(filled)
      expect(rows.length).toBe(filled)
      const wrong = rows.findIndex(
        (row, at) => at > 0 && !isBehind(rows[at - 1] as ResultRow, row, field, direction),
      )
      expect(wrong, `${field} ${direction}`).toBe(-1)
    }
  })

  it.each([
    'call ASC,cq_mean DESC',
    'target DESC,cq_sd ASC,sample_name ASC',
    'quantity ASC,cq_mean ASC',
  ])('are in the order of one field after the other: %s', async (order) => {
    const rows = await readAll(order, { sample_type: ['unknown'] })
    expect(new Set(rows.map(idOf)).size).toBe(filled)
    const fields = order.split(',').map((part) => part.split(' ') as [string, string])
    const wrong = rows.findIndex((row, at) => {
      const before = rows[at - 1]
      if (!before) return false
      const other = fields.find(([field]) => valueOf(before, field) !== valueOf(row, field))
      if (!other) return before.created_at < row.created_at
      return !isBehind(before, row, ...other)
    })
    expect(wrong).toBe(-1)
  })

  it.each(['call', 'call ASC,', 'call ASC,wells DESC', 'a ASC', 'call ASC;call ASC'])(
    'refuse the order %j',
    async (order) => {
      const answer = await manager(resultCalls.search, { query: { order } })
      expect([answer.status, answer.errors[0]?.field]).toEqual([422, 'query.order'])
    },
  )

  it('begin with the lowest Cq of all, also of those that fit a filter', async () => {
    const { data, total } = await search({ limit: '10', order: 'cq_mean ASC' })
    expect([total, data[0]?.cq_mean]).toEqual([countedRows, 10])
    const some = await readAll('cq_mean DESC', { sample: 's77', call: ['detected'] })
    const values = some.map(({ cq_mean }) => cq_mean ?? 0)
    expect(values.length).toBeGreaterThan(10)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })

  it('lose and repeat none when a row comes between two pages', async () => {
    const first = await search({ limit: '500', order: 'cq_mean ASC' })
    await inStoreOf(lab.company, (sql) =>
      sql.run(
        `INSERT INTO results SELECT analysis, '018f0000-0000-7000-8000-000000000000', target, 'New', 'new', sample_type, call,
           1, cq_sd, quantity, wells FROM results LIMIT 1`,
      ),
    )
    const second = await search({ limit: '500', order: 'cq_mean ASC', after: first.next ?? '' })
    const all = await search({ limit: '500', order: 'cq_mean ASC' })
    expect(all.data[0]?.sample_name).toBe('New')
    expect(all.data.slice(1).map(idOf)).toEqual(first.data.slice(0, -1).map(idOf))
    expect(second.data.map(idOf)).not.toContain(idOf(first.data.at(-1) as ResultRow))
    await inStoreOf(lab.company, (sql) => sql.run(`DELETE FROM results WHERE sample_name = 'New'`))
  })

  it('do not tell the value of a sample that is held back by its place', async () => {
    const { data } = await search({ limit: '1', order: 'cq_mean ASC' })
    const lowest = data[0] as ResultRow
    await inStoreOf(lab.company, (sql) => {
      for (const id of [lowest.sample_uuid, shortId(lowest.sample_uuid)]) {
        sql.run('INSERT INTO held_samples VALUES (?, ?, ?)', lowest.analysis_uuid, id, 'held')
      }
    })
    const rows = await readAll('cq_mean ASC')
    const place = rows.findIndex((row) => idOf(row) === idOf(lowest))
    expect(place).toBeGreaterThan(0)
    expect(rows[place - 1]?.cq_mean ?? null).toBeNull()
    await inStoreOf(lab.company, (sql) => sql.run('DELETE FROM held_samples'))
  })

  it('are known as held back by the word of a reviewer, until it is taken back', async () => {
    const other = await makeCompleted(manager, lab.swarm)
    const params = { id: other.uuid }
    const held = () =>
      inStoreOf(lab.company, (sql) =>
        sql.all('SELECT sample_uuid FROM held_samples WHERE analysis_uuid = ?', other.uuid),
      )
    const sample_uuid = other.samples[0]?.uuid
    const body = holding(other)
    const word = (await must(manager(analysisCalls.reviewSamples, { params, body }))).data
    // Expect both forms of the id, since rows of earlier versions have the whole one.
    const short = shortId(sample_uuid ?? '')
    expect(await held()).toEqual([{ sample_uuid }, { sample_uuid: short }])
    const decision = { sample_uuid, verdict: null, seen: word.sample_reviews?.[0]?.at }
    const undo = { result_hash: body.result_hash, decisions: [decision] }
    await must(manager(analysisCalls.reviewSamples, { params, body: undo }))
    expect(await held()).toEqual([])
    await must(manager(analysisCalls.delete, { params, body: { reason: 'a trial' } }))
  })

  it.each(['x', '', 'bnVsbA', Buffer.from('[1,2]').toString('base64url')])(
    'refuse to go on behind %j',
    async (after) => {
      const answer = await manager(resultCalls.search, { query: { after } })
      expect([answer.status, answer.errors[0]?.field]).toEqual([422, 'after'])
    },
  )
})

it('issue 20: names of samples are sorted and found without case and accents, also those that were kept before', async () => {
  const names = [
    'Zebra',
    'Äpfel',
    'Apfel 2',
    'Ångström',
    'Angus',
    'Straße',
    'Strasse',
    'Élan',
    '样品',
    'أحمد',
  ]
  const other = await foundLab('accents')
  const sender = await other.as('Manager')
  const made = await makeCompleted(sender, other.swarm)
  await inStoreOf(other.company, (sql) => {
    for (const statement of wideRows) sql.run(statement)
    for (const table of ['samples', 'results', 'result_rows']) sql.run(`DELETE FROM ${table}`)
    sql.run('UPDATE analysis_facts SET number = NULL')
    for (const [at, name] of names.entries()) {
      sql.run(
        `INSERT INTO result_rows VALUES (?, ?, 'T', '2026-01-01T00:00:00.000Z', ?, ?, ?, 'unknown', 'detected', 20, 0, NULL, '["A1"]')`,
        made.uuid,
        `018f0000-0000-7000-8000-${String(at).padStart(12, '0')}`,
        made.swarm_uuid,
        name,
        name.toLowerCase(),
      )
    }
  })
  await inStoreOf(other.company, (sql) => {
    while (moveSome(sql));
  })
  const find = async (filters: object) => {
    const query = { order: 'sample_name ASC' }
    const { data } = (await must(sender(resultCalls.search, { query, body: { filters } }))).data
    return data.map((row) => row.sample_name)
  }
  expect(await find({})).toEqual([
    'Ångström',
    'Angus',
    'Äpfel',
    'Apfel 2',
    'Élan',
    'Strasse',
    'Straße',
    'Zebra',
    'أحمد',
    '样品',
  ])
  expect(await find({ sample: 'ang' })).toEqual(['Ångström', 'Angus'])
  expect(await find({ sample: 'strass' })).toEqual(['Strasse', 'Straße'])
  // Find the sample of a name, which is that one alone.
  expect(await find({ sample_named: 'strasse' })).toEqual(['Strasse'])
  expect(await find({ sample_named: 'STRASSE' })).toEqual(['Strasse'])
  expect(sortKey('Plate 7')).toBe('plate 7')
})
