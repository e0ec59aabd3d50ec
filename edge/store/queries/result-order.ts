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
  /** Expressions that are sorted by, before the keys of the row, and the names of their columns. */
  value: string
  columns: readonly string[]
  /** Condition for rows after the last one of the previous page; null for the first page. */
  after: string | null
  values: SqlValue[]
  orderBy: string
  /** Names of samples come first: the index by name has the rows in this order, and only those of the page are read. */
  isByName: boolean
  /** Facts of the analyses are compared. */
  joinsFacts: boolean
  cursorOf: (row: Record<string, SqlValue>) => string
}

const keys = ['created_at', 'analysis_uuid', 'sample_uuid', 'target'] as const

const verdict = `(SELECT verdict FROM held_samples AS held
  WHERE held.analysis_uuid = result_rows.analysis_uuid AND held.sample_uuid = result_rows.sample_uuid)`

const placeIn = (names: readonly string[], column: string) =>
  `CASE ${column} ${names.map((name, at) => `WHEN '${name}' THEN ${at}`).join(' ')} END`

/** Expression that each order compares: names in lower case, words of a list by their place in it. */
const compared: Record<ResultSort, string> = {
  created_at: 'created_at',
  sample_name: 'name_key',
  sample_type: placeIn(sampleTypes, 'sample_type'),
  target: 'target',
  call: placeIn(callNames, 'call'),
  cq_mean: 'cq_mean',
  cq_sd: 'cq_sd',
  quantity: 'quantity',
  analysis_name: 'lower(facts.name)',
}

/** Fields that some rows have no value of. */
const nullable: readonly ResultSort[] = ['cq_mean', 'cq_sd', 'quantity']

/**
 * Write what an order compares while samples are held back or rejected: their value is hidden, as their place in the order
 * must not reveal it. Looking for them takes as long as sorting, so it is left out where there are none.
 */
function comparedWith(field: ResultSort, isAnyHeld: boolean): string {
  const expression = compared[field]
  if (!isAnyHeld) return expression
  if (nullable.includes(field)) return `CASE WHEN ${verdict} IS NULL THEN ${expression} END`
  if (field !== 'call') return expression
  return `coalesce(${callNames.length} + ${placeIn(heldVerdicts, verdict)}, ${expression})`
}

/** One field that is sorted by, with the column of its value. */
interface SortedField {
  field: ResultSort
  direction: 'ASC' | 'DESC'
  column: string
}

/**
 * Return the order of a page that begins after `after`.
 * @param isAnyHeld whether any sample of the company is held back or rejected.
 * @throws Fault `invalid` for an `after` that no page gave.
 */
export function orderOf(
  { order = 'created_at DESC', after }: ResultQuery,
  isAnyHeld: boolean,
): RowOrder {
  const fields = order.split(',').map((part, at): SortedField => {
    const [field, direction] = part.split(' ') as [ResultSort, 'ASC' | 'DESC']
    return { field, direction, column: `value_${at}` }
  })
  const isByCreation = order === 'created_at DESC' || order === 'created_at ASC'
  const tie = isByCreation ? fields[0]!.direction : 'DESC'
  const tied = keys.map((key) => `${key} ${tie}`).join(', ')
  const last = after === undefined ? null : readCursor(after, fields.length)
  const sorted = fields.map(({ field, column, direction }) =>
    nullable.includes(field)
      ? `${column} IS NULL, ${column} ${direction}`
      : `${column} ${direction}`,
  )
  const columns = fields.map(({ column }) => column)
  return {
    columns,
    value: fields
      .map(({ field, column }) => `${comparedWith(field, isAnyHeld)} AS ${column}`)
      .join(', '),
    orderBy: isByCreation ? tied : [...sorted, tied].join(', '),
    isByName: fields[0]!.field === 'sample_name',
    joinsFacts: fields.some(({ field }) => field === 'analysis_name'),
    cursorOf: (row) =>
      Buffer.from(JSON.stringify([...columns, ...keys].map((key) => row[key]))).toString(
        'base64url',
      ),
    ...placeBehind(isByCreation ? [] : fields, tie, last),
  }
}

/** Return the condition for rows behind the last one of a page: further by the first field that differs, or by the keys. */
function placeBehind(
  fields: readonly SortedField[],
  tie: 'ASC' | 'DESC',
  last: Cursor | null,
): Pick<RowOrder, 'after' | 'values'> {
  if (!last) return { after: null, values: [] }
  const tied = `(${keys.join(', ')}) ${tie === 'DESC' ? '<' : '>'} (?, ?, ?, ?)`
  return fields.reduceRight(
    (behind, { field, column, direction }, at) => {
      const value = last.values[at]!
      if (value === null) return { ...behind, after: `(${column} IS NULL AND ${behind.after})` }
      const empty = nullable.includes(field) ? `OR ${column} IS NULL` : ''
      const further = `${column} ${direction === 'ASC' ? '>' : '<'} ? ${empty}`
      return {
        after: `(${further} OR (${column} = ? AND ${behind.after}))`,
        values: [value, value, ...behind.values],
      }
    },
    { after: tied, values: [...last.keys] as SqlValue[] },
  )
}

/** Values and keys of the last row of a page. */
interface Cursor {
  values: (string | number | null)[]
  keys: string[]
}

const Parts = v.array(v.nullable(v.union([v.string(), v.number()])))
const Keys = v.pipe(v.array(v.string()), v.length(keys.length))

function readCursor(text: string, fields: number): Cursor {
  try {
    const parts = v.parse(Parts, JSON.parse(Buffer.from(text, 'base64url').toString()))
    const values = parts.slice(0, fields)
    return { values, keys: v.parse(Keys, parts.slice(fields)) }
  } catch {
    throw new Fault('invalid', 'No page ends there', { field: 'after', reason: 'page' })
  }
}
