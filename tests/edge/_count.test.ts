import { hash } from 'node:crypto'
import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { hashText } from '../../edge/hash-text.ts'
import { BodyHashes } from '../../edge/store/body-hashes.ts'
import type { Sql, SqlValue } from '../../edge/store/sql.ts'
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

describe('tmp', () => { it('counts', async () => {
  const read = () => must(operator(analysisCalls.get, { params: { id: record.uuid } }))
  await read()
  const { asked } = await statementsOf(read)
  console.log('READ', asked.length, asked.map(({ query }) => query.replace(/\s+/g, ' ').slice(0, 120)).join('\n'))
  const edit = (name: string) => async () => must(operator(analysisCalls.edit, { params: { id: record.uuid }, body: { name } }))
  await edit('Warm')()
  const e = await statementsOf(edit('Counted'))
  console.log('EDIT', e.asked.length, e.asked.map(({ query }) => query.replace(/\s+/g, ' ').slice(0, 140)).join('\n'))
}) })
