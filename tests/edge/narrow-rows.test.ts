import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ResultQuery } from '../../domain/calls/results.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { mendFacts, readOutcomes, writeAnalysisRows } from '../../edge/store/analysis-rows.ts'
import { writeBackupPage } from '../../edge/store/backup.ts'
import { trailSigner } from '../../edge/store/trail-key.ts'
import { hasWideRows, moveAnalysis, moveSome } from '../../edge/store/narrow-rows.ts'
import { type RowFilter, rowQueries } from '../../edge/store/queries/rows.ts'
import { shortId } from '../../edge/store/short-id.ts'
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
    rowQueries.analysisOfSample(sql, { sample: sample.uuid }, sight),
    records.map(({ uuid }) => readOutcomes(sql, uuid)),
  ]
}

/** Put rows that are alike in what they are sorted by into one order. */
function inOneOrder(list: unknown): unknown {
  if (Array.isArray(list)) return list.map(inOneOrder).toSorted(byText)
  return list !== null && typeof list === 'object' && 'data' in list
    ? { ...list, next: null, data: inOneOrder(list.data) }
    : list
}

const byText = (one: unknown, other: unknown) =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1

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

  it('are listed alike with whole ids of samples, as earlier versions wrote them', async () => {
    await inStoreOf(lab.company, (sql) => {
      const lists = everyList(sql).map(inOneOrder)
      const ids = records.flatMap(({ samples }) => samples.map(({ uuid }) => uuid))
      const half = ids.filter((_, at) => at % 2 === 0)
      sql.transaction(() => {
        for (const table of ['samples', 'results']) {
          for (const id of half) {
            sql.run(`UPDATE ${table} SET sample_uuid = ? WHERE sample_uuid = ?`, id, shortId(id))
          }
        }
      })
      expect(
        sql.first('SELECT count(*) AS kept FROM samples WHERE length(sample_uuid) = 36'),
      ).toEqual({
        kept: half.length,
      })
      expect(everyList(sql).map(inOneOrder)).toEqual(lists)
      for (const record of records)
        writeAnalysisRows(
          sql,
          { uuid: record.uuid, seq: 1 },
          null,
          record,
          readOutcomes(sql, record.uuid),
        )
      expect(
        sql.first('SELECT count(*) AS kept FROM samples WHERE length(sample_uuid) = 36'),
      ).toEqual({
        kept: 0,
      })
      expect(everyList(sql).map(inOneOrder)).toEqual(lists)
    })
  })

  it('A29-82: are calculated again without telling the place of a sample that an earlier version held back', async () => {
    await inStoreOf(lab.company, (sql) => {
      const record = records[0]!
      const place = { uuid: record.uuid, seq: 1 }
      const sight = { kinds: ['analysis' as const], swarms: [lab.swarm] }
      const first = () =>
        rowQueries.resultRows(
          sql,
          { query: { order: 'cq_mean ASC' }, filter: { analysis_uuid: [record.uuid] } },
          sight,
        ).data[0]?.sample_uuid
      const lowest = first() ?? ''
      const word = { user_uuid: lowest, user_name: 'Reviewer', at: record.created_at }
      const review = { ...word, sample_uuid: lowest, verdict: 'held' as const, reason: 'again' }
      const held: Analysis = { ...record, sample_reviews: [{ ...review, result_hash: '' }] }
      const outcomes = readOutcomes(sql, record.uuid)
      writeAnalysisRows(sql, place, record, held, undefined)
      expect(first()).not.toBe(lowest)
      // Leave what an earlier version wrote.
      sql.run('DELETE FROM held_samples WHERE sample_uuid = ?', shortId(lowest))
      writeAnalysisRows(sql, place, held, held, outcomes)
      expect(first()).not.toBe(lowest)
      writeAnalysisRows(sql, place, held, record, undefined)
      expect(first()).toBe(lowest)
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

  it('are found by a name with accents before they are moved, and sorted without them after', async () => {
    const tables = await inStoreOf(lab.company, tablesOf)
    await inStoreOf(lab.company, widen)
    await inStoreOf(lab.company, (sql) => {
      const name = (table: string, column: string, names: readonly string[]) => {
        for (const [at, { uuid }] of records.entries()) {
          sql.run(
            `UPDATE ${table} SET ${column} = ?, name_key = ? WHERE analysis_uuid = ?`,
            names[at]!,
            names[at]!.toLowerCase(),
            uuid,
          )
        }
      }
      const names = ['Zebra', 'Äpfel', 'Apfel 2']
      name('sample_rows', 'name', names)
      name('result_rows', 'sample_name', names)
      const sight = { kinds: ['analysis' as const], swarms: [lab.swarm] }
      const find = (filter: RowFilter) => {
        const query = { order: 'sample_name ASC' }
        const results = rowQueries.resultRows(sql, { query, filter }, sight)
        const samples = rowQueries.sampleRows(sql, { query: {}, filter }, sight)
        expect(samples.total).toBe(results.total)
        return results.data.map((row) => row.sample_name)
      }
      const each = (...some: string[]) => some.flatMap((one) => [one, one, one])
      for (;;) {
        expect(find({}).toSorted()).toEqual(each('Apfel 2', 'Zebra', 'Äpfel'))
        expect(find({ sample: 'ÄP' })).toEqual(expect.arrayContaining(each('Äpfel')))
        expect(find({ sample_named: 'äPFEL' })).toEqual(each('Äpfel'))
        expect(find({ sample_named: 'apfel' })).toEqual([])
        if (!hasWideRows(sql)) break
        moveSome(sql, 1)
      }
      expect(find({})).toEqual(each('Äpfel', 'Apfel 2', 'Zebra'))
      expect(find({ sample: 'apf' })).toEqual(each('Äpfel', 'Apfel 2'))
      expect(sql.all('SELECT DISTINCT name_key FROM samples ORDER BY name_key')).toEqual(
        sql.all('SELECT DISTINCT name_key FROM results ORDER BY name_key'),
      )
      for (const [at, table] of ['samples', 'results'].entries()) {
        for (const row of tables[at]!) {
          const column = table === 'samples' ? 'name' : 'sample_name'
          sql.run(
            `UPDATE ${table} SET ${column} = ?, name_key = ? WHERE analysis = ? AND sample_uuid = ?`,
            row[column]!,
            row['name_key']!,
            row['analysis']!,
            row['sample_uuid']!,
          )
        }
      }
    })
    expect(await inStoreOf(lab.company, tablesOf)).toEqual(tables)
  })

  it('are moved though the facts of their analysis are lost, and listed once these are mended', async () => {
    const [lists, tables] = await inStoreOf(lab.company, (sql) => [everyList(sql), tablesOf(sql)])
    await inStoreOf(lab.company, widen)
    await inStoreOf(lab.company, (sql) => {
      const { uuid } = records[1]!
      sql.run('DELETE FROM analysis_facts WHERE uuid = ?', uuid)
      while (moveSome(sql));
      const { body } = sql.first<{ body: string }>('SELECT body FROM records WHERE uuid = ?', uuid)!
      mendFacts(sql, uuid, body)
      expect([everyList(sql), tablesOf(sql)]).toEqual([lists, tables])
    })
  })

  it('are those of the narrow tables where a backup has both and a change came in between', async () => {
    const tables = await inStoreOf(lab.company, tablesOf)
    await inStoreOf(lab.company, (sql) => {
      for (const statement of wideRows) sql.run(statement)
      // Leave a sample and a target in them that the change has taken away.
      sql.run("UPDATE sample_rows SET sample_uuid = 'x' || sample_uuid")
      sql.run("UPDATE result_rows SET target = 'Old ' || target")
      sql.run('UPDATE analysis_facts SET number = NULL')
      while (moveSome(sql));
    })
    expect(await inStoreOf(lab.company, tablesOf)).toEqual(tables)
  })

  it('are all in a backup of a store whose wide tables are dropped while it is written', async () => {
    await inStoreOf(lab.company, widen)
    await inStoreOf(lab.company, (sql) => {
      const signer = trailSigner(env, lab.company)
      const after = { table: 'result_rows', key: ['0', '0', '0'], hash: '' }
      while (moveSome(sql));
      const page = writeBackupPage(sql, signer, after, null)
      expect(page.split('"table":"results"').length - 1).toBe(9)
      expect(page.split('"table":"samples"').length - 1).toBeGreaterThan(0)
      const unknown = { ...after, table: 'no_rows' }
      expect(() => writeBackupPage(sql, signer, unknown, null)).toThrow('No such table')
    })
  })
})
