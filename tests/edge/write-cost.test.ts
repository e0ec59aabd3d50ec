import { hash } from 'node:crypto'
import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { hashText } from '../../edge/crypto/hash-text.ts'
import { BodyHashes } from '../../edge/store/body-hashes.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { applyOperation } from '../../edge/store/operations.ts'
import { Sql, type SqlValue } from '../../edge/store/sql.ts'
import { scaleConstants } from '../batteries/scale-sim/constants.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'

let lab: Lab
let operator: Sender
let record: Analysis
beforeAll(async () => {
  lab = await foundLab('write-cost')
  operator = await lab.as('Operator')
  record = await makeCompleted(operator, lab.swarm)
})

interface Asked {
  query: string
  values: SqlValue[]
}

/** Record the statements of the company's store during some work. */
async function statementsOf(
  work: () => Promise<unknown>,
): Promise<{ asked: Asked[]; plans: string[] }> {
  const asked: Asked[] = []
  const stub = env.COMPANY_STORE.getByName(lab.company)
  await runInDurableObject(stub, (store) => {
    const sql = (store as unknown as { sql: Sql }).sql
    for (const verb of ['all', 'run'] as const) {
      const real = sql[verb].bind(sql) as (query: string, ...values: SqlValue[]) => never
      sql[verb] = (query: string, ...values: SqlValue[]) => {
        asked.push({ query, values })
        return real(query, ...values)
      }
    }
  })
  await work()
  const plans = await runInDurableObject(stub, (store, state) => {
    const sql = (store as unknown as { sql: Partial<Sql> }).sql
    delete sql.all
    delete sql.run
    return asked.flatMap(({ query, values }) =>
      state.storage.sql
        .exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`, ...values)
        .toArray()
        .map(({ detail }) => `${detail} <- ${query.replace(/\s+/g, ' ').slice(0, 120)}`),
    )
  })
  return { asked, plans }
}

describe('an audited change of one record', () => {
  const edit = (name: string) => async () =>
    must(operator(analysisCalls.edit, { params: { id: record.uuid }, body: { name } }))

  it('takes so many statements and no more', async () => {
    await edit('Warm')()
    const { asked } = await statementsOf(edit('Counted'))
    const spelled = asked.map(({ query }) => query.replace(/\s+/g, ' ').slice(0, 70))
    expect(spelled.length).toBeGreaterThan(7)
    expect(spelled.length, spelled.join('\n')).toBeLessThanOrEqual(9)
  })

  it('issue 14: a read takes two: who asks, and the record', async () => {
    const read = () => must(operator(analysisCalls.get, { params: { id: record.uuid } }))
    await read()
    const { asked } = await statementsOf(read)
    expect(asked.map(({ query }) => query)).toHaveLength(2)
  })

  it('writes so many rows, each index counted, as the page of scale calculates with', async () => {
    const written = await runInDurableObject(
      env.COMPANY_STORE.getByName(lab.company),
      (_, state) => {
        const cursors: { rowsWritten: number }[] = []
        const exec = (query: string, ...values: unknown[]) => {
          const cursor = state.storage.sql.exec(query, ...values)
          cursors.push(cursor)
          return cursor
        }
        const transactionSync = (work: () => unknown) => state.storage.transactionSync(work)
        const sql = new Sql(
          { sql: { exec }, transactionSync } as unknown as DurableObjectStorage,
          env,
        )
        sql.transaction(() =>
          applyOperation(sql, {
            opId: crypto.randomUUID(),
            kind: 'analysis',
            uuid: record.uuid,
            action: 'analysis.edit',
            actor: systemActor,
            at: new Date().toISOString(),
            change: (before) => ({ ...before, name: 'Rows counted' }),
          }),
        )
        return cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)
      },
    )
    expect(written).toBe(scaleConstants.rowsOfWrite.value)
  })

  it('reads no table from end to end: it takes as long in a store of years', async () => {
    const { plans } = await statementsOf(edit('Planned'))
    const tables = /SCAN (operations|records|audit|analysis_facts)\b/
    // Allow the newest alone, which is found at the end of the table.
    const newest = /ORDER BY seq DESC LIMIT 1/
    expect(plans.filter((plan) => tables.test(plan) && !newest.test(plan))).toEqual([])
    // Expect no use of the index of kinds, by which every change of people there ever was would be read.
    expect(plans.filter((plan) => plan.includes('operations_by_kind'))).toEqual([])
    expect(plans.length).toBeGreaterThan(5)
  })
})

describe('an index that every write fills', () => {
  it('holds no column twice, nor the number that it ends with', async () => {
    const stub = env.COMPANY_STORE.getByName(lab.company)
    const indexes = await runInDurableObject(stub, (_, state) =>
      state.storage.sql
        .exec<{ name: string; sql: string }>(
          `SELECT name, sql FROM sqlite_master
           WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('records', 'operations', 'audit')`,
        )
        .toArray(),
    )
    const twice = indexes.filter(({ sql }) => {
      const columns = sql.slice(sql.indexOf('(') + 1, sql.lastIndexOf(')')).split(', ')
      return (
        new Set(columns).size < columns.length ||
        (/ ON audit /.test(sql) && columns.includes('seq'))
      )
    })
    expect(twice).toEqual([])
    expect(indexes.length).toBeGreaterThan(5)
  })
})

describe('hashes of bodies that are known already', () => {
  it('belong to their text: another text is hashed, and what is no JSON has none', () => {
    const hashes = new BodyHashes()
    const fresh = hashes.of('a', '{"name":"A"}')
    hashes.keep('a', '{"name":"A"}', fresh)
    expect(hashes.of('a', '{"name":"A"}')).toBe(fresh)
    expect(hashes.of('a', '{"name":"B"}')).not.toBe(fresh)
    expect(hashes.of('a', '{"name":"B"}')).toMatch(/^[0-9a-f]{64}$/)
    expect(hashes.of('a', '{"name":')).toBe('')
  })

  it('of an entry belong to its text as well', () => {
    const hashes = new BodyHashes()
    hashes.keepLeaf('a', '{"seq":1}', 'leaf')
    expect(hashes.leafOf('a', '{"seq":1}')).toBe('leaf')
    expect(hashes.leafOf('a', '{"seq":2}')).toBe(hash('sha256', '\0{"seq":2}', 'hex'))
    expect(hashes.of('a', '{"seq":1}')).not.toBe('leaf')
  })

  it('are those of the runtime, whatever the text holds and however long it is', () => {
    const texts = [
      '',
      'a',
      '\0',
      'é漢😀',
      '\ud800',
      'a\udc00b',
      '漢'.repeat(21_845),
      '漢'.repeat(30_000),
    ]
    for (const text of texts) expect(hashText(text)).toBe(hash('sha256', text, 'hex'))
  })
})
