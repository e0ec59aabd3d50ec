import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditCalls, entrySorts } from '../../domain/calls/audit.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { recordSorts } from '../../domain/calls/shapes.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { device } from '../../domain/entities/device.ts'
import { user } from '../../domain/entities/user.ts'
import { findNamed, mayBeNamed } from '../../edge/names/find-named.ts'
import { listPage } from '../../edge/store/lists.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { searchTrail } from '../../edge/store/trail-search.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { inStoreOf } from './store-writes.ts'

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('sorted-lists')
  admin = await lab.as('Administrator')
  for (const profile of ['Operator', 'Manager'] as const) await lab.as(profile)
})

interface Page<Row> {
  data: Row[]
  total: number
  next: string | null
}

type Query = Record<string, string>

/** Read a list to its end, two rows at a time. */
async function readAll<Row>(read: (query: Query) => Promise<Page<Row>>, order: string) {
  const rows: Row[] = []
  let page = await read({ order, limit: '2' })
  for (;;) {
    rows.push(...page.data)
    if (page.next === null) return { rows, total: page.total }
    page = await read({ order, limit: '2', after: page.next })
  }
}

const users = async (query: Query, body: Query = {}) =>
  (await must(admin(userCalls.search, { query, body }))).data
const devices = async (query: Query, body: Query = {}) =>
  (await must(admin(deviceCalls.search, { query, body }))).data
const entries = async (query: Query, body: Query = {}) =>
  (await must(admin(auditCalls.search, { query, body }))).data

const textOf = (row: Record<string, unknown>, field: string) =>
  `${(row[field] as string | number | undefined) ?? ''}`.toLowerCase()

describe('issue 20: lists of people and devices at the service', () => {
  it.each([...recordSorts, ...user.sorts])(
    'people are in the order of %s, each once, read behind the last row',
    async (field) => {
      for (const direction of ['ASC', 'DESC']) {
        const { rows, total } = await readAll(users, `${field} ${direction}`)
        expect(rows).toHaveLength(total)
        expect(new Set(rows.map(({ uuid }) => uuid)).size).toBe(total)
        const values = rows.map((row) => textOf(row, field))
        const sorted = values.toSorted()
        expect(values).toEqual(direction === 'ASC' ? sorted : sorted.reverse())
      }
    },
  )

  it.each([...recordSorts, ...device.sorts])('devices take the order %s', async (field) => {
    expect((await devices({ order: `${field} ASC,name DESC` })).next).toBeNull()
  })

  it('sort by several fields, one after the other', async () => {
    const { rows } = await readAll(users, 'reviewer ASC,username DESC')
    const keys = rows.map((row) => [textOf(row, 'reviewer'), textOf(row, 'username')])
    const sorted = keys.toSorted(
      ([a = '', b = ''], [c = '', d = '']) => a.localeCompare(c) || d.localeCompare(b),
    )
    expect(keys).toEqual(sorted)
  })

  it('refuse an order, and a place, that the list does not have', async () => {
    for (const query of [{ order: 'password ASC' }, { order: 'name' }, { after: 'nothing' }]) {
      const { errors } = await admin(userCalls.search, { query })
      expect(errors[0]).toMatchObject({ code: 'invalid' })
    }
    const { next } = await users({ limit: '1', order: 'name ASC,username ASC' })
    const { errors } = await admin(userCalls.search, { query: { after: next ?? '' } })
    expect(errors[0]).toMatchObject({ code: 'invalid', reason: 'page' })
  })

  it('find a text whatever its case and accents, in the name and in what is searched', async () => {
    const { data } = await users({ limit: '1', order: 'name ASC' })
    const [one] = data
    await inStoreOf(lab.company, (sql) =>
      sql.run(
        `UPDATE records SET name = 'Zoë Ångström', body = json_set(body, '$.name', 'Zoë Ångström')
         WHERE kind = 'user' AND uuid = ?`,
        one?.['uuid'] ?? '',
      ),
    )
    for (const search of ['zoe ang', 'ZOË', 'angstrom', String(one?.['username']).toUpperCase()]) {
      const found = await users({}, { search })
      expect(found.data.map(({ uuid }) => uuid)).toContain(one?.['uuid'])
    }
    expect((await users({}, { search: 'zoe angstrum' })).total).toBe(0)
  })
})

it('leaves out by SQL no name that the search finds', async () => {
  const plain = [
    'Plate 17',
    'PLATE 7',
    'K-plate',
    'a\0zoe',
    'tab\tzoe',
    '"zoe"',
    'zo\\e',
    '%',
    '_',
    '',
  ]
  const marked = [
    'Zoë',
    'Straße',
    'Ｐｌａｔｅ 17',
    'Ёлка',
    'أحمد',
    '🧬 zoe',
    'İzmir',
    'ıI',
    '\u212a 9',
  ]
  const names = [...plain, ...marked, 'ZOE', 'елка']
  const lost = await inStoreOf(lab.company, (sql) =>
    [...names, 'plate 7', 'zoe', '7 plate', 'k', 'i', ' '].flatMap((wanted) => {
      const likely = mayBeNamed(['value'], wanted)
      const left = sql.all<{ name: string }>(
        `SELECT value AS name FROM json_each(?) WHERE ${likely.text}`,
        JSON.stringify(names),
        ...likely.values,
      )
      const kept = new Set(left.map(({ name }) => name))
      const rows = names.map((name) => [name, name])
      return findNamed(rows, wanted).filter((name) => !kept.has(name))
    }),
  )
  expect(lost).toEqual([])
})

/** Explain the statements of a page, step by step. */
function planOf(read: (sql: Sql) => unknown): Promise<string[]> {
  return inStoreOf(lab.company, (sql) => {
    const plans: string[] = []
    const real = sql.all.bind(sql)
    sql.all = ((text: string, ...values: never[]) => {
      const steps = real<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...values)
      plans.push(...steps.map(({ detail }) => detail))
      return real(text, ...values)
    }) as typeof sql.all
    read(sql)
    delete (sql as Partial<Sql>).all
    return plans
  })
}

describe('issue 14: a page of analyses', () => {
  const orders = recordSorts.flatMap((field) => [`${field} ASC`, `${field} DESC,name ASC`])

  it.each(orders)('in the order of %s reads no record but those on it', async (order) => {
    const plan = await planOf((sql) =>
      listPage(sql, 'analysis', { order }, { kinds: [], swarms: [] }),
    )
    const read = plan.filter((step) => /\brecords\b/.test(step))
    expect(read.filter((step) => !step.includes('COVERING INDEX'))).toEqual([
      'SEARCH records USING PRIMARY KEY (kind=? AND uuid=?)',
    ])
  })
})

describe('issue 20: the trail at the service', () => {
  it.each(entrySorts)('is in the order of %s, each entry once', async (field) => {
    for (const direction of ['ASC', 'DESC']) {
      const { rows, total } = await readAll(entries, `${field} ${direction}`)
      expect(new Set(rows.map(({ seq }) => seq)).size).toBe(total)
      const values = rows.map((entry) =>
        field === 'at'
          ? String(entry.seq).padStart(9, '0')
          : field === 'who'
            ? entry.actor.name.toLowerCase()
            : entry[field],
      )
      const sorted = values.toSorted()
      expect(values).toEqual(direction === 'ASC' ? sorted : sorted.reverse())
    }
  })

  it('finds entries by the name of a person, and of a record, without its accents', async () => {
    const by = await entries({}, { search: 'operator of SORTED' })
    expect(by.total).toBeGreaterThan(0)
    const about = await entries({}, { search: 'angstrom' })
    expect(about.data.map(({ kind }) => kind)).toContain('user')
    expect((await entries({}, { search: 'nobody at all' })).total).toBe(0)
  })

  it('takes two statements for a page, whatever is asked', async () => {
    const stub = env.COMPANY_STORE.getByName(lab.company)
    const counts = await runInDurableObject(stub, (store) => {
      const sql = (store as unknown as { sql: Sql }).sql
      const asked = [
        [{}, {}],
        [{ search: 'operator' }, { order: 'who ASC,at DESC' }],
        [
          { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' },
          { page: '2', limit: '1' },
        ],
        [{ uuid: crypto.randomUUID() }, { order: 'kind ASC' }],
      ] as const
      return asked.map(([filter, query]) => {
        let count = 0
        const real = sql.all.bind(sql)
        sql.all = ((...given: Parameters<typeof real>) => {
          count += 1
          return real(...given)
        }) as typeof sql.all
        searchTrail(sql, filter, query)
        delete (sql as Partial<Sql>).all
        return count
      })
    })
    expect(counts).toEqual([2, 2, 2, 2])
  })

  it('reads the next page from its place on, without passing the pages before', async () => {
    const { next } = await entries({ limit: '1' })
    const plan = await planOf((sql) => searchTrail(sql, {}, { after: next ?? '' }))
    expect(plan.filter((step) => /SCAN operations/.test(step))).toEqual([])
    expect(
      plan.filter((step) => /SEARCH operations USING INTEGER PRIMARY KEY/.test(step)),
    ).not.toEqual([])
  })

  it('finds the names of people by an index when it sorts by them, not each by comparing all', async () => {
    for (const order of ['who ASC', 'kind ASC,who DESC']) {
      const plan = await planOf((sql) => searchTrail(sql, {}, { order }))
      expect(plan.filter((step) => /SCAN acting/.test(step))).toEqual([])
      expect(plan.filter((step) => /SEARCH acting USING AUTOMATIC/.test(step))).not.toEqual([])
    }
  })
})
