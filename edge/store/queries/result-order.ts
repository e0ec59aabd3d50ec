import { Buffer } from 'node:buffer'
import * as v from 'valibot'
import type { ResultQuery, ResultSort } from '../../../domain/calls/results.ts'
import { sampleTypes } from '../../../domain/entities/analysis.ts'
import { Fault } from '../../../domain/fault.ts'
import { callNames } from '../../../domain/results.ts'
import { heldVerdicts } from '../analysis-rows.ts'
import type { SqlValue } from '../sql.ts'

/** SQL for the order of a page of results and for the place where the page begins. */
export interface RowOrder {
  /** Expression that is sorted by, before the keys of the row. */
  value: string
  /** Condition for rows after the last one of the previous page; null for the first page. */
  after: string | null
  values: SqlValue[]
  orderBy: string
  /** The order of rows whose value is the same. */
  tied: string
  /** An index has the rows in this order, so only the rows of the page are read. */
  isIndexed: boolean
  cursorOf: (row: Record<string, SqlValue>) => string
}

const keys = ['created_at', 'analysis_uuid', 'sample_uuid', 'target'] as const

const verdict = `(SELECT verdict FROM held_samples AS held
  WHERE held.analysis_uuid = result_rows.analysis_uuid AND held.sample_uuid = result_rows.sample_uuid)`

/** Hide the value of a sample that is held back or rejected: its place in the order must not reveal it. */
const shown = (column: string) => `CASE WHEN ${verdict} IS NULL THEN ${column} END`

const placeIn = (names: readonly string[], column: string) =>
  `CASE ${column} ${names.map((name, at) => `WHEN '${name}' THEN ${at}`).join(' ')} END`

/** Expression that each order compares: names in lower case, words of a list by their place in it. */
const compared: Record<ResultSort, string> = {
  created_at: 'created_at',
  sample_name: 'name_key',
  sample_type: placeIn(sampleTypes, 'sample_type'),
  target: 'target',
  call: `coalesce(${callNames.length} + ${placeIn(heldVerdicts, verdict)}, ${placeIn(callNames, 'call')})`,
  cq_mean: shown('cq_mean'),
  cq_sd: shown('cq_sd'),
  quantity: shown('quantity'),
  analysis_name:
    '(SELECT lower(name) FROM analysis_facts AS facts WHERE facts.uuid = result_rows.analysis_uuid)',
}

/** Return the order of a page that begins after `after`. @throws Fault `invalid` for an `after` that no page gave. */
export function orderOf({ order = 'created_at DESC', after }: ResultQuery): RowOrder {
  const [field, direction] = order.split(' ') as [ResultSort, 'ASC' | 'DESC']
  const last = after === undefined ? null : readCursor(after)
  const isByCreation = field === 'created_at'
  const tie = isByCreation ? direction : 'DESC'
  const tied = keys.map((key) => `${key} ${tie}`).join(', ')
  const behind = `(${keys.join(', ')}) ${tie === 'DESC' ? '<' : '>'} (?, ?, ?, ?)`
  const orderBy = isByCreation ? tied : `value IS NULL, value ${direction}, ${tied}`
  const base = {
    value: compared[field],
    orderBy,
    tied,
    isIndexed: isByCreation,
    cursorOf: (row: Record<string, SqlValue>) =>
      Buffer.from(JSON.stringify([row['value'], ...keys.map((key) => row[key])])).toString(
        'base64url',
      ),
  }
  if (!last) return { ...base, after: null, values: [] }
  const [value, ...place] = last
  if (isByCreation) return { ...base, after: behind, values: place }
  if (value === null) return { ...base, after: `value IS NULL AND ${behind}`, values: place }
  const further = direction === 'ASC' ? '>' : '<'
  return {
    ...base,
    after: `(value ${further} ? OR value IS NULL OR (value = ? AND ${behind}))`,
    values: [value, value, ...place],
  }
}

const Cursor = v.tuple([
  v.nullable(v.union([v.string(), v.number()])),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
])

function readCursor(text: string): v.InferOutput<typeof Cursor> {
  try {
    return v.parse(Cursor, JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new Fault('invalid', 'No page ends there', { field: 'after', reason: 'page' })
  }
}
