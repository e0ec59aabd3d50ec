import { utcOf } from '../../../domain/calendar.ts'
import type {
  Held,
  ResultQuery,
  ResultRow,
  RowQuery,
  SampleRow,
} from '../../../domain/calls/results.ts'
import { countedRows, listPageSize } from '../../../domain/catalog/limits.ts'
import { sortKey, sortStart } from '../../../domain/rules/fold-text.ts'
import type { Sight } from '../lists.ts'
import { hasWideRows, type ReadBy, rowsOf } from '../narrow-rows.ts'
import { longId, shortId } from '../short-id.ts'
import type { Sql, SqlValue } from '../sql.ts'
import { findHeldAnalyses } from './held-analyses.ts'
import { orderOf } from './result-order.ts'

export interface RowFilter {
  updateFrom?: string | undefined
  updateTo?: string | undefined
  sample?: string | undefined
  sample_named?: string | undefined
  sample_type?: readonly string[] | undefined
  analysis_uuid?: readonly string[] | undefined
  swarm_uuid?: readonly string[] | undefined
  target?: readonly string[] | undefined
  call?: readonly string[] | undefined
  held?: true | undefined
  no_controls?: true | undefined
}

interface Page<Row> {
  data: Row[]
  pages: number
  total: number
}

type Stored = Record<string, SqlValue>

export const rowQueries = {
  resultRows: (
    sql: Sql,
    { query, filter }: { query: ResultQuery; filter: RowFilter },
    sight: Sight,
  ): Page<ResultRow> & { next: string | null } => {
    const { rows, ...page } = resultPage(sql, query, narrowHeld(sql, filter), sight)
    const verdictOf = verdictsIn(sql, rows)
    const held = findHeldAnalyses(sql, analysesOf(rows))
    const data = rows.map(({ name_key: _key, wells, ...row }) => ({
      ...row,
      ...verdictOf(row),
      ...factsOf(row),
      ...heldOf(held, row),
      wells: JSON.parse(wells as string) as string[],
    }))
    // Take the columns that the statement names, as the schema of the call does.
    return { ...page, data: data as unknown as ResultRow[] }
  },
  sampleRows: (
    sql: Sql,
    { query, filter }: { query: RowQuery; filter: RowFilter },
    sight: Sight,
  ): Page<SampleRow> => {
    const { rows, ...page } = samplePage(sql, query, filter, sight)
    const verdictOf = verdictsIn(sql, rows)
    const held = findHeldAnalyses(sql, analysesOf(rows))
    const data = rows.map(({ name_key: _key, wells, sample_uuid, ...row }) => ({
      ...row,
      ...verdictOf({ ...row, sample_uuid: sample_uuid as string }),
      ...factsOf(row),
      ...heldOf(held, row),
      uuid: sample_uuid,
      coordinates: JSON.parse(wells as string) as string[],
      ...(query.extended === '1'
        ? { results: foundIn(sql, row['analysis_uuid'] as string, sample_uuid as string) }
        : {}),
    }))
    // Take the rows for those of the call, whose columns the statement names.
    return { ...page, data: data as unknown as SampleRow[] }
  },
  /**
   * Find the analysis that counts for a sample: the newest signed one, as only a signature puts a correction in the place of its run;
   * else the newest that has ended.
   */
  analysisOfSample: (sql: Sql, { sample }: { sample: string }, sight: Sight): string | null =>
    sql.first<{ uuid: string }>(
      `SELECT records.uuid FROM ${rowsOf(sql, 'samples', 'creation')} AS rows
         JOIN records ON records.kind = 'analysis' AND records.uuid = rows.analysis_uuid
       WHERE rows.sample_uuid IN (?, ?) AND rows.swarm_uuid IN (SELECT value FROM json_each(?))
       ORDER BY CASE records.status WHEN 'VALIDATION' THEN 0 WHEN 'INIT' THEN 2 WHEN 'RUNNING' THEN 2 ELSE 1 END,
         rows.created_at DESC LIMIT 1`,
      sample,
      shortId(sample),
      JSON.stringify(sight.swarms),
    )?.uuid ?? null,
}

/** Columns of the analysis of each row. */
const ofAnalysis = `records.name AS analysis_name, records.status AS analysis_status,
  (SELECT coalesce(facts.ended_early, counted.ended_early) FROM analysis_facts AS facts
     LEFT JOIN counted_runs AS counted ON counted.analysis_uuid = facts.uuid
     WHERE facts.uuid = rows.analysis_uuid) AS ended_early,
  EXISTS (SELECT 1 FROM analysis_facts WHERE corrects = rows.analysis_uuid) AS superseded`

function analysesOf(rows: readonly Stored[]): string[] {
  return [...new Set(rows.map((row) => row['analysis_uuid'] as string))]
}

function heldOf(held: ReadonlyMap<string, Held>, row: Stored): { held?: Held } {
  const by = held.get(row['analysis_uuid'] as string)
  return by ? { held: by } : {}
}

/** Turn the filter for held results into one for their analyses. */
function narrowHeld(sql: Sql, filter: RowFilter): RowFilter {
  if (!filter.held) return filter
  return { ...filter, analysis_uuid: [...findHeldAnalyses(sql, filter.analysis_uuid).keys()] }
}

function factsOf({ superseded, ended_early: early }: Stored) {
  return { superseded: superseded === 1, ended_early: early === null ? null : early === 1 }
}

/**
 * Choose and sort rows inside an index that holds all columns needed. Only the rows of the page are read in full and joined
 * with their analyses, in this order: SQLite does not reorder a cross join.
 */
function resultPage(
  sql: Sql,
  query: ResultQuery,
  filter: RowFilter,
  sight: Sight,
): { rows: Stored[]; next: string | null; pages: number; total: number } {
  const { updateFrom, updateTo, ...rest } = filter
  const { where, values } = conditions(sql, rest, sight)
  if (filter.no_controls) where.push(isNoControl)
  addPeriod({ updateFrom, updateTo }, where, values)
  const limit = Number(query.limit ?? listPageSize)
  const offset = query.after === undefined ? (Number(query.page ?? 1) - 1) * limit : 0
  const isAnyHeld = sql.first('SELECT 1 FROM held_samples LIMIT 1') !== null
  const order = orderOf(query, isAnyHeld)
  const fromBy = (by: ReadBy, facts = '') =>
    `FROM ${rowsOf(sql, 'results', by)} AS result_rows ${facts} WHERE ${where.join(' AND ')}`
  // Read the rows in the order of the index by name, and only those of the page.
  const by = readBy(filter, order.fields[0] === 'sample_name')
  const counted = countPages(sql, fromBy(by), values, limit)
  const isLong = by === 'doubt' && counted.total >= countedRows
  const keys = 'analysis_uuid, sample_uuid, target'
  const facts = `CROSS JOIN (SELECT uuid AS analysis_uuid, name FROM analysis_facts) AS facts USING (analysis_uuid)`
  const rows = sql.all<Stored>(
    `SELECT rows.*, ${order.columns.map((name) => `page.${name}`).join(', ')}, ${ofAnalysis}
     FROM (SELECT * FROM (SELECT ${keys}, created_at, ${order.value}
         ${fromBy(isLong ? 'new doubt' : by, order.fields.includes('analysis_name') ? facts : '')})
       ${order.after ? `WHERE ${order.after}` : ''} ORDER BY ${order.orderBy} LIMIT ? OFFSET ?) AS page
     CROSS JOIN ${rowsOf(sql, 'results', 'key')} AS rows USING (${keys})
     CROSS JOIN records ON records.kind = 'analysis' AND records.uuid = rows.analysis_uuid
     ORDER BY ${ofRows(order.orderBy)}`,
    ...values,
    ...order.values,
    limit + 1,
    offset,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = rows.length > limit && last ? order.cursorOf(last) : null
  for (const row of page) for (const name of order.columns) delete row[name]
  nameSamples(page)
  return { rows: page, next, ...counted }
}

/**
 * Find the results of analyses that were made, imported or planned within a time, or that ended in it: a run that was planned last week
 * has its results today. Both count, as the file of an import may name any day for its end.
 */
function addPeriod(
  { updateFrom, updateTo }: Pick<RowFilter, 'updateFrom' | 'updateTo'>,
  where: string[],
  values: SqlValue[],
): void {
  const bounds = [
    ...(updateFrom ? [{ sign: '>=', at: utcOf(updateFrom) }] : []),
    ...(updateTo ? [{ sign: '<=', at: utcOf(updateTo) }] : []),
  ]
  if (bounds.length === 0) return
  const within = (field: string) => bounds.map(({ sign }) => `${field} ${sign} ?`).join(' AND ')
  where.push(`((${within('created_at')}) OR analysis_uuid IN
    (SELECT uuid FROM analysis_facts WHERE ${within('ended_at')}))`)
  const times = bounds.map(({ at }) => at)
  values.push(...times, ...times)
}

/** Leave out results of targets that are internal controls in their analysis. */
const isNoControl = `NOT EXISTS (SELECT 1 FROM analysis_facts AS ran, json_each(ran.control_targets) AS control
  WHERE ran.uuid = result_rows.analysis_uuid AND control.value = result_rows.target)`

function samplePage(
  sql: Sql,
  query: RowQuery,
  filter: RowFilter,
  sight: Sight,
): { rows: Stored[]; pages: number; total: number } {
  const { where, values } = conditions(sql, filter, sight)
  const limit = Number(query.limit ?? listPageSize)
  const offset = (Number(query.page ?? 1) - 1) * limit
  const direction = query.order === 'created_at ASC' ? 'ASC' : 'DESC'
  // Leave out the filter of calls, which samples do not have.
  const source = rowsOf(sql, 'samples', readBy({ ...filter, call: undefined }))
  const from = `FROM ${source} WHERE ${where.join(' AND ')}`
  const order = ['created_at', 'analysis_uuid', 'sample_uuid']
    .map((key) => `${key} ${direction}`)
    .join(', ')
  const rows = sql.all<Stored>(
    `SELECT rows.*, ${ofAnalysis}
     FROM (SELECT analysis_uuid, sample_uuid ${from} ORDER BY ${order} LIMIT ? OFFSET ?) AS page
     CROSS JOIN ${rowsOf(sql, 'samples', 'key')} AS rows USING (analysis_uuid, sample_uuid)
     CROSS JOIN records ON records.kind = 'analysis' AND records.uuid = rows.analysis_uuid
     ORDER BY ${ofRows(order)}`,
    ...values,
    limit,
    offset,
  )
  nameSamples(rows)
  return { rows, ...countPages(sql, from, values, limit) }
}

/** Put whole ids of samples into rows. */
function nameSamples(rows: readonly Stored[]): void {
  for (const row of rows) row['sample_uuid'] = longId(row['sample_uuid'] as string)
}

/** Write the order for the joined rows. */
function ofRows(order: string): string {
  return order.replaceAll(/\b(created_at|analysis_uuid|sample_uuid|target)\b/g, 'rows.$1')
}

function countPages(
  sql: Sql,
  from: string,
  values: readonly SqlValue[],
  limit: number,
): { pages: number; total: number } {
  const total =
    sql.first<{ total: number }>(
      `SELECT count(*) AS total FROM (SELECT 1 ${from} LIMIT ${countedRows})`,
      ...values,
    )?.total ?? 0
  return { pages: Math.max(1, Math.ceil(total / limit)), total }
}

/**
 * Choose the most selective filter: the analyses themselves; the beginning of a name; results in doubt, which are few and searched
 * often; else the newest first.
 */
function readBy(filter: RowFilter, isSortedByName = false): ReadBy {
  if (filter.analysis_uuid) return 'key'
  if (isByName(filter)) return 'name'
  if (isInDoubt(filter)) return 'doubt'
  return isSortedByName ? 'name' : 'creation'
}

function isByName({ sample, sample_named }: RowFilter): boolean {
  return sample !== undefined || sample_named !== undefined
}

function isInDoubt({ call, ...filter }: RowFilter): boolean {
  return !isByName(filter) && call !== undefined && call.length > 0 && call.every(isDoubt)
}

function isDoubt(call: string): boolean {
  return call === 'review' || call === 'invalid'
}

/** List the keys by which a name is kept: rows of earlier versions, until they are moved, may have that with its accents. */
function keysOf(sql: Sql, name: string, fold: (name: string) => string): string[] {
  return [...new Set([fold(name), ...(hasWideRows(sql) ? [name.toLowerCase()] : [])])]
}

function conditions(
  sql: Sql,
  filter: RowFilter,
  sight: Sight,
): { where: string[]; values: SqlValue[] } {
  const swarms = filter.swarm_uuid
    ? filter.swarm_uuid.filter((uuid) => sight.swarms.includes(uuid))
    : sight.swarms
  const where = ['swarm_uuid IN (SELECT value FROM json_each(?))']
  const values: SqlValue[] = [JSON.stringify(swarms)]
  const add = (condition: string, value: SqlValue) => {
    where.push(condition)
    values.push(value)
  }
  if (filter.updateFrom) add('created_at >= ?', utcOf(filter.updateFrom))
  if (filter.updateTo) add('created_at <= ?', utcOf(filter.updateTo))
  if (filter.sample !== undefined) {
    // Read a range of the index for a beginning, in which nothing means a pattern.
    const starts = keysOf(sql, filter.sample, sortStart)
    where.push(`(${starts.map(() => 'name_key >= ? AND name_key < ?').join(' OR ')})`)
    values.push(...starts.flatMap((start) => [start, `${start}\u{10ffff}`]))
  }
  if (filter.sample_named !== undefined) {
    const named = keysOf(sql, filter.sample_named, sortKey)
    where.push(`name_key IN (${named.map(() => '?').join(', ')})`)
    values.push(...named)
  }
  for (const field of ['sample_type', 'analysis_uuid', 'target', 'call'] as const) {
    const wanted = filter[field]
    if (wanted) add(`${field} IN (SELECT value FROM json_each(?))`, JSON.stringify(wanted))
  }
  return { where, values }
}

/**
 * Read the decisions of reviewers on the samples of a page. Few analyses have one: only their bodies are parsed, once each.
 */
function verdictsIn(sql: Sql, rows: readonly Stored[]): (row: Stored) => { verdict?: SqlValue } {
  const found = sql.all<{ key: string; verdict: string }>(
    `SELECT records.uuid || '|' || (value ->> '$.sample_uuid') AS key, value ->> '$.verdict' AS verdict
     FROM records, json_each(records.body, '$.sample_reviews')
     WHERE records.kind = 'analysis' AND records.uuid IN (SELECT value FROM json_each(?))
       AND instr(records.body, '"sample_reviews"') > 0`,
    JSON.stringify(analysesOf(rows)),
  )
  const verdicts = new Map(found.map(({ key, verdict }) => [key, verdict]))
  return (row) => {
    const verdict = verdicts.get(
      `${row['analysis_uuid'] as string}|${row['sample_uuid'] as string}`,
    )
    return verdict === undefined ? {} : { verdict }
  }
}

function foundIn(sql: Sql, analysis: string, sample: string): Stored[] {
  return sql.all(
    `SELECT target, call, cq_mean FROM ${rowsOf(sql, 'results', 'key')}
     WHERE analysis_uuid = ? AND sample_uuid IN (?, ?) ORDER BY target`,
    analysis,
    sample,
    shortId(sample),
  )
}
