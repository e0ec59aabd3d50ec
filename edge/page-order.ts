import { Buffer } from 'node:buffer'
import * as v from 'valibot'
import { Fault } from '../domain/fault.ts'

/** A value of a row, of a store or of the directory. */
type SqlValue = string | number | null | ArrayBuffer

/** Fields that a list can be sorted by, in SQL. Only these texts get into a statement: nothing of a request does. */
export interface Sorting {
  /** Expression that each order compares. */
  compared: Readonly<Record<string, string>>
  /** Orders in which some rows have no value: those come last in both directions. */
  nullable: readonly string[]
  /** Columns that tell rows apart, which decide between equal rows: the newest comes first. */
  keys: readonly string[]
  /** Order that the keys alone make: an index has the rows in it. */
  byKeys: string
}

/** SQL for the order of a page and for the place where the page begins. */
export interface PageOrder {
  /** Expressions that are sorted by, before the keys of the row, and the names of their columns. */
  value: string
  columns: readonly string[]
  /** Condition for rows after the last one of the previous page; null for the first page. */
  after: string | null
  values: SqlValue[]
  orderBy: string
  /** Orders in their sequence. */
  fields: readonly string[]
  cursorOf: (row: Record<string, SqlValue>) => string
}

type Direction = 'ASC' | 'DESC'

/** One field that is sorted by, with the column of its value. */
interface SortedField {
  field: string
  direction: Direction
  column: string
}

/**
 * Return the order of a page that begins after `after`.
 * @param order up to three fields with their directions, such as `call ASC,cq_mean DESC`.
 * @throws Fault `invalid` for a field that the list cannot be sorted by, and for an `after` that no page gave.
 */
export function orderPage(
  { order, after }: { order: string; after?: string | undefined },
  { compared, nullable, keys, byKeys }: Sorting,
): PageOrder {
  const fields = order.split(',').map((part, at): SortedField => {
    const [field = '', direction] = part.split(' ')
    if (!Object.hasOwn(compared, field) || (direction !== 'ASC' && direction !== 'DESC')) {
      throw new Fault('invalid', 'There is no such order', { field: 'query.order' })
    }
    return { field, direction, column: `value_${at}` }
  })
  const isByKeys = fields.length === 1 && fields[0]!.field === byKeys
  const tie = isByKeys ? fields[0]!.direction : 'DESC'
  const tied = keys.map((key) => `${key} ${tie}`).join(', ')
  const last = after === undefined ? null : readCursor(after, fields.length, keys.length)
  const sorted = fields.map(({ field, column, direction }) =>
    nullable.includes(field)
      ? `${column} IS NULL, ${column} ${direction}`
      : `${column} ${direction}`,
  )
  const columns = fields.map(({ column }) => column)
  return {
    columns,
    value: fields.map(({ field, column }) => `${compared[field]} AS ${column}`).join(', '),
    orderBy: isByKeys ? tied : [...sorted, tied].join(', '),
    fields: fields.map(({ field }) => field),
    cursorOf: (row) =>
      Buffer.from(JSON.stringify([...columns, ...keys].map((key) => row[key]))).toString(
        'base64url',
      ),
    ...placeBehind(isByKeys ? [] : fields, { tie, last, nullable, keys }),
  }
}

/** Return the condition for rows behind the last one of a page: further by the first field that differs, or by the keys. */
function placeBehind(
  fields: readonly SortedField[],
  given: { tie: Direction; last: Cursor | null } & Pick<Sorting, 'nullable' | 'keys'>,
): Pick<PageOrder, 'after' | 'values'> {
  const { tie, last, nullable, keys } = given
  if (!last) return { after: null, values: [] }
  const tied = `(${keys.join(', ')}) ${tie === 'DESC' ? '<' : '>'} (${keys.map(() => '?').join(', ')})`
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
  keys: (string | number)[]
}

const Parts = v.array(v.nullable(v.union([v.string(), v.number()])))
const Keys = v.array(v.union([v.string(), v.number()]))

function readCursor(text: string, fields: number, keys: number): Cursor {
  try {
    const parts = v.parse(Parts, JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (parts.length !== fields + keys) throw new Error('of another order')
    return { values: parts.slice(0, fields), keys: v.parse(Keys, parts.slice(fields)) }
  } catch {
    throw new Fault('invalid', 'No page ends there', { field: 'after', reason: 'page' })
  }
}
