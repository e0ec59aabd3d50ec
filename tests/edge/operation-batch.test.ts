import { env, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import {
  applyOperation,
  applyOperations,
  type Operation,
  type StoredBody,
} from '../../edge/store/operations.ts'
import { Sql } from '../../edge/store/sql.ts'

const at = '2026-03-01T10:00:00.000Z'
const company = crypto.randomUUID()
const uuids = Array.from({ length: 90 }, () => crypto.randomUUID())

function operation(index: number, of: number, change?: Operation['change']): Operation {
  const uuid = uuids[of % uuids.length] ?? ''
  const fresh = { uuid, company_uuid: company, created_at: at, updated_at: at }
  return {
    opId: `op-${index}`,
    kind: 'swarm',
    uuid,
    action: 'swarm.edit',
    reason: index % 3 === 0 ? 'because' : '',
    actor: { uuid: company, name: 'Ada', via: 'account' },
    at,
    change: change ?? ((before) => ({ ...(before ?? fresh), name: `Name ${index}` })),
  }
}

/** Records written once and again, removed and written again, and repeated operations. */
const operations = [
  ...Array.from({ length: 300 }, (_, index) => operation(index, index)),
  ...Array.from({ length: 20 }, (_, index) => operation(1000 + index, index * 3, () => null)),
  ...Array.from({ length: 60 }, (_, index) => operation(2000 + index, index)),
  operation(7, 7),
  operation(3000, 5),
  operation(3000, 5),
  ...Array.from({ length: 300 }, (_, index) => operation(4000 + index, index * index)),
]

/** Return all rows of a new store after work in it. */
async function storeAfter(work: (sql: Sql) => void): Promise<unknown> {
  const stub = env.COMPANY_STORE.getByName(crypto.randomUUID())
  return runInDurableObject(stub, async (store, state) => {
    await store.found(company)
    const sql = new Sql(state.storage, env)
    sql.transaction(() => work(sql))
    return ['operations', 'records', 'audit', 'audit_tiles'].map((table) =>
      sql.all(`SELECT * FROM ${table} ORDER BY 1, 2`),
    )
  })
}

describe('operations that are made together', () => {
  it('leave the store as made one by one: records, numbers, trail and its tree', async () => {
    const together: (StoredBody | null)[] = []
    const alone: (StoredBody | null)[] = []
    const one = await storeAfter((sql) => {
      for (const each of operations) alone.push(applyOperation(sql, each).record)
    })
    const many = await storeAfter((sql) => {
      applyOperations(sql, operations, (_, { record }) => together.push(record))
    })
    expect(many).toEqual(one)
    expect(together).toEqual(alone)
  })

  it.each<[string, Operation[], string]>([
    ['an id for something else', [operation(1, 1), operation(2, 2), operation(1, 3)], 'operation'],
    ['a removal of nothing', [operation(1, 1), operation(2, 2, () => null)], 'No such swarm'],
    ['a record that breaks its schema', [operation(1, 1, () => ({ name: 7 }))], 'Invalid'],
  ])('are refused with %s, all of them', async (_, list, message) => {
    let written: unknown
    const work = (sql: Sql) => {
      expect(() => sql.transaction(() => applyOperations(sql, list))).toThrow(message)
      written = sql.all('SELECT * FROM operations')
    }
    await storeAfter(work)
    expect(written).toEqual([])
  })
})
