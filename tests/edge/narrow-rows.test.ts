import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ResultQuery } from '../../domain/calls/results.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { readOutcomes, writeAnalysisRows } from '../../edge/store/analysis-rows.ts'
import { hasWideRows, moveAnalysis, moveSome } from '../../edge/store/narrow-rows.ts'
import { type RowFilter, rowQueries } from '../../edge/store/queries/rows.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { wideRows } from '../support/before-seals.ts'
import { foundLab, type Lab } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'
import { inStoreOf, startAgain } from './store-writes.ts'

let lab: Lab
let records: Analysis[]
beforeAll(async () => {
  lab = await foundLab('narrow')
  const manager = await lab.as('Manager')
  records = []
  for (const name of ['First', 'Second', 'Third']) {
    records.push(await makeCompleted(manager, lab.swarm, { name }))
  }
})

/** Put the rows back into the tables of an earlier version. */
function widen(sql: Sql): void {
  for (const statement of wideRows) sql.run(statement)
  sql.run('DELETE FROM samples')
  sql.run('DELETE FROM results')
  sql.run('UPDATE analysis_facts SET number = NULL')
}

/** List everything as the store reads it. */
function everyList(sql: Sql) {
  const sight = { kinds: ['analysis' as const], swarms: [lab.swarm] }
  const results = (query: ResultQuery, filter: RowFilter = {}) =>
    rowQueries.resultRows(sql, { query, filter }, sight)
  const sample = records[0]!.samples[0]!
  return [
    results({ order: 'created_at DESC' }),
    results({ order: 'sample_name ASC' }),
    results({ order: 'cq_mean ASC' }),
    results({ order: 'created_at DESC' }, { analysis_uuid: [records[0]!.uuid] }),
    results({ order: 'created_at DESC' }, { sample: sample.name.slice(0, 2) }),
    results({ order: 'created_at DESC' }, { call: ['review', 'invalid'] }),
    rowQueries.sampleRows(sql, { query: { extended: '1' }, filter: {} }, sight),
    rowQueries.sampleRows(sql, { query: {}, filter: { sample_named: sample.name } }, sight),
    rowQueries.analysesOfSample(sql, { sample: sample.uuid }, sight),
    records.map(({ uuid }) => readOutcomes(sql, uuid)),
  ]
}

const tablesOf = (sql: Sql) =>
  ['samples', 'results', 'analysis_facts'].map((table) => sql.all(`SELECT * FROM ${table}`))

describe('issue 21: rows of samples and results', () => {
  it('are listed alike while they are moved, and end as they are written today', async () => {
    const [lists, tables] = await inStoreOf(lab.company, (sql) => [everyList(sql), tablesOf(sql)])
    expect(lists[0]).toMatchObject({ total: 9 })
    expect(lists[7]).toMatchObject({ total: 9 })
    await inStoreOf(lab.company, widen)
    await inStoreOf(lab.company, (sql) => {
      expect(everyList(sql)).toEqual(lists)
      moveAnalysis(sql, records[1]!.uuid)
      expect(sql.first('SELECT count(*) AS moved FROM results')).toEqual({ moved: 3 })
      expect(everyList(sql)).toEqual(lists)
      expect(moveSome(sql, 1)).toBe(true)
      expect(everyList(sql)).toEqual(lists)
      expect(hasWideRows(sql)).toBe(true)
      expect(moveSome(sql, 1)).toBe(false)
      expect(hasWideRows(sql)).toBe(false)
      expect([everyList(sql), tablesOf(sql)]).toEqual([lists, tables])
    })
  })

  it('are moved by a store that starts, and before a change of their analysis', async () => {
    const tables = await inStoreOf(lab.company, tablesOf)
    await inStoreOf(lab.company, widen)
    await inStoreOf(lab.company, (sql) => {
      const { uuid } = records[0]!
      writeAnalysisRows(sql, { uuid, seq: 1 }, records[0]!, records[0]!, undefined)
      expect(sql.all('SELECT uuid FROM analysis_facts WHERE number IS NOT NULL')).toEqual([
        { uuid },
      ])
    })
    await startAgain(lab.company, (_store, sql) => vi.waitUntil(() => !hasWideRows(sql)))
    expect(await inStoreOf(lab.company, tablesOf)).toEqual(tables)
  })
})
