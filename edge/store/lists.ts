import { utcOf } from '../../domain/calendar.ts'
import { Fault } from '../../domain/fault.ts'
import type { AuditEntry } from '../../domain/trail/entry.ts'
import { listPageSize } from '../../domain/catalog/limits.ts'
import type { SortedQuery } from '../../domain/calls/shapes.ts'
import type { Kind, Stored } from '../../domain/registry.ts'
import { entityOf } from '../../domain/registry.ts'
import { hiddenBy, type Sight } from '../../domain/rules/access.ts'
import { commandAsSeen, deviceAsSeen, hiddenDeviceTypes } from '../../domain/rules/device-sight.ts'
import { bodyColumns, type KeptBody, textOfBody } from './kept-body.ts'
import { openRecord } from './open-record.ts'
import type { StoredBody } from './operations.ts'
import { findNamed, isOneOf, mayBeNamed } from '../names/find-named.ts'
import { orderPage, type Sorting } from '../page-order.ts'
import type { Sql, SqlValue } from './sql.ts'

export type { Sight }

/** Return true when the account may see a record. */
export function maySee(kind: Kind, body: StoredBody, sight: Sight): boolean {
  return hiddenBy(kind, body, sight) === null
}

/** Return the record with the parts that the account may see. */
export function asSeen<Of extends Kind>(kind: Of, body: Stored<Of>, sight: Sight): Stored<Of> {
  return (seenBy(kind)?.(body, sight.closed ?? []) ?? body) as Stored<Of>
}

/** Kinds whose records are hidden together with the device. */
const ofDevices: readonly Kind[] = ['alarm', 'calibration', 'commissioning', 'device']

/** Return true for a kind whose records, or parts of them, are hidden from some people who see the kind and its swarm. */
export function isShownInPart(kind: Kind): boolean {
  return ofDevices.includes(kind) || seenBy(kind) !== undefined
}

/** Return the function that hides parts of a kind's records from some people, if the kind has one. */
function seenBy(
  kind: Kind,
): ((body: StoredBody, closed: readonly string[]) => StoredBody) | undefined {
  if (kind === 'device') return deviceAsSeen
  return kind === 'command' ? commandAsSeen : undefined
}

/** Reduce entries to the account's sight: old and new hold no more than the record does. */
export function entriesAsSeen(kind: Kind, entries: AuditEntry[], sight: Sight): AuditEntry[] {
  const seen = seenBy(kind)
  if (!seen || !sight.closed?.length) return entries
  const shown = (field: string, value: unknown) =>
    seen({ [field]: value }, sight.closed ?? [])[field]
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map(({ field, ...sides }) => ({
      field,
      ...('before' in sides && { before: shown(field, sides.before) }),
      ...('after' in sides && { after: shown(field, sides.after) }),
    })),
  }))
}

export interface Filter {
  status?: readonly string[] | undefined
  /** Moments with their offset; compared in UTC. */
  updateFrom?: string | undefined
  updateTo?: string | undefined
  /** Text in the name or in the fields of `searched`, whatever case and accents. */
  search?: string | undefined
  /** Analyses only: those that no later version corrects. */
  newest?: boolean | undefined
  /** Fields of the entity's `filters`, each with a value or several; a field that is a list holds one of them. */
  fields?: Readonly<Record<string, FilterValue | undefined>> | undefined
}

type FilterValue = Scalar | readonly Scalar[]
type Scalar = string | number | boolean

/** By measurement on 200,000 names: a look-up of 1,000 takes longer than the index, one of 100 less than half. */
const mostLookedUp = 200

/** A page of records of a kind. */
export interface Page<Of extends Kind> {
  data: Stored<Of>[]
  pages: number
  total: number
  /** `after` of the next page; null on the last one. */
  next: string | null
}

/**
 * List one page of a kind, filtered and ordered (decisions D36, D100: newest first unless asked otherwise), in two statements.
 * @throws Fault `invalid` for an order that the kind does not have.
 */
export function listPage<Of extends Kind>(
  sql: Sql,
  kind: Of,
  query: SortedQuery,
  sight: Sight,
  filter: Filter = {},
): Page<Of> {
  const conditions = conditionsOf(kind, sight, filter)
  const order = orderPage(
    { ...query, order: query.order ?? 'created_at DESC' },
    sortingOf(kind, query.order),
  )
  const limit = Number(query.limit ?? listPageSize)
  const offset = query.after === undefined ? (Number(query.page ?? 1) - 1) * limit : 0
  const found =
    filter.search === undefined ? null : findByText(sql, kind, filter.search, conditions)
  const total = found ? found.length : countListed(sql, conditions)
  // Choose the page inside an index that holds all that a list asks for; only the page's bodies are read.
  const index = indexFor(order.fields)
  const { from, values } = found
    ? amongFound(found, index, conditions)
    : listedBy(index, conditions)
  const rows = sql.all<Record<string, SqlValue>>(
    `SELECT page.*, ${bodyColumns}
     FROM (SELECT * FROM (SELECT uuid, created_at, updated_at, ${order.value} ${from})
       ${order.after ? `WHERE ${order.after}` : ''} ORDER BY ${order.orderBy} LIMIT ? OFFSET ?) AS page
     CROSS JOIN records ON records.kind = +? AND records.uuid = page.uuid
     ORDER BY ${order.orderBy.replaceAll(/\b(created_at|updated_at|uuid)\b/g, 'page.$1')}`,
    ...values,
    ...order.values,
    limit + 1,
    offset,
    kind,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map((row) => asSeen(kind, openRecord(kind, textOfBody(row as KeptBody)), sight)),
    pages: Math.max(1, Math.ceil(total / limit)),
    total,
    next: rows.length > limit && last ? order.cursorOf(last) : null,
  }
}

type ListIndex = 'name' | 'updated_at' | 'created_at'

/** Choose the index that holds the fields of an order, so that it reads no body of a record. Each holds both times. */
function indexFor(fields: readonly string[]): ListIndex {
  if (fields.includes('name')) return 'name'
  return fields[0] === 'updated_at' ? 'updated_at' : 'created_at'
}

/** FROM and WHERE of a statement, with their values. */
interface Rows {
  from: string
  values: SqlValue[]
}

function listedBy(index: ListIndex, { where, values }: Conditions): Rows {
  return { from: `FROM records INDEXED BY records_listed_by_${index} WHERE ${and(where)}`, values }
}

function countListed(sql: Sql, conditions: Conditions): number {
  const { from, values } = listedBy('created_at', conditions)
  return sql.first<{ total: number }>(`SELECT count(*) AS total ${from}`, ...values)?.total ?? 0
}

/** Look up one by one what a search found, unless it is so much that a page is sooner full along the index of its order. */
function amongFound(found: string[], index: ListIndex, { where, values }: Conditions): Rows {
  if (found.length <= mostLookedUp) {
    return {
      from: `FROM json_each(?) AS found CROSS JOIN records ON uuid = found.value WHERE ${and(where)}`,
      values: [JSON.stringify(found), ...values],
    }
  }
  const isFound = isOneOf('uuid', found)
  return listedBy(index, {
    where: [...where, isFound.text],
    values: [...values, ...isFound.values],
  })
}

const and = (where: readonly string[]) => where.join(' AND ')

/**
 * Return by what a kind is sorted. An order by one time alone is that of an index, whose rows are read from their place on;
 * texts are compared in lower case.
 */
function sortingOf(kind: Kind, order = 'created_at DESC'): Sorting {
  const byTime = /^(created_at|updated_at) (ASC|DESC)$/.exec(order)?.[1] ?? 'created_at'
  const { sorts = [] } = entityOf(kind)
  return {
    compared: {
      created_at: 'created_at',
      updated_at: 'updated_at',
      name: 'lower(name)',
      ...Object.fromEntries(sorts.map((field) => [field, `lower(body ->> '$.${field}')`])),
    },
    nullable: ['name', ...sorts],
    keys: [byTime, 'uuid'],
    byKeys: byTime,
  }
}

/** Find the ids of the records with a text in their names or in another field that is searched. */
function findByText(sql: Sql, kind: Kind, search: string, { where, values }: Conditions): string[] {
  const { searched = [] } = entityOf(kind)
  const texts = ['name', ...searched.map((field) => `body ->> '$.${field}'`)]
  const columns = texts.map((_, at) => `text_${at}`)
  const selected = ['uuid', ...texts.map((text, at) => `${text} AS text_${at}`)].join(', ')
  const likely = mayBeNamed(searched.length > 0 ? columns : texts, search)
  const select = `SELECT ${selected} FROM records`
  // Compare names before the swarm, since few match. Bodies are read in the order of the table, each once: without a limit
  // SQLite writes the inner query into the condition.
  const rows =
    searched.length > 0
      ? sql.all(
          `SELECT * FROM (${select} NOT INDEXED WHERE ${and(where)} LIMIT -1) WHERE ${likely.text}`,
          ...values,
          ...likely.values,
        )
      : sql.all(
          `${select} INDEXED BY records_listed_by_name WHERE ${and([likely.text, ...where])}`,
          ...likely.values,
          ...values,
        )
  return findNamed(
    rows.map((row) => Object.values(row)),
    search,
  )
}

interface Conditions {
  where: string[]
  values: SqlValue[]
}

function conditionsOf(kind: Kind, sight: Sight, filter: Filter): Conditions {
  const where = ['kind = ?', 'deleted_at IS NULL']
  const values: SqlValue[] = [kind]
  const add = (condition: string, value: SqlValue) => {
    where.push(condition)
    values.push(value)
  }
  if (entityOf(kind).scope === 'swarm') {
    add(
      '(swarm_uuid IS NULL OR swarm_uuid IN (SELECT value FROM json_each(?)))',
      JSON.stringify(sight.swarms),
    )
  }
  if (kind === 'alarm') {
    add(
      `json_extract(body, '$.about.kind') IN (SELECT value FROM json_each(?))`,
      JSON.stringify(sight.kinds),
    )
    add(
      `(json_array_length(body, '$.swarms') = 0 OR EXISTS (SELECT 1 FROM json_each(body, '$.swarms') AS held
         WHERE held.value IN (SELECT value FROM json_each(?))))`,
      JSON.stringify(sight.swarms),
    )
  }
  const hidden = ofDevices.includes(kind) ? hiddenDeviceTypes(sight.closed ?? []) : []
  if (hidden.length > 0) {
    add(
      `coalesce(json_extract(body, '$.deviceType'), '') NOT IN (SELECT value FROM json_each(?))`,
      JSON.stringify(hidden),
    )
  }
  if (filter.status)
    add('status IN (SELECT value FROM json_each(?))', JSON.stringify(filter.status))
  if (filter.updateFrom) add('updated_at >= ?', utcOf(filter.updateFrom))
  if (filter.updateTo) add('updated_at <= ?', utcOf(filter.updateTo))
  if (filter.newest) {
    where.push('uuid NOT IN (SELECT corrects FROM analysis_facts WHERE corrects IS NOT NULL)')
  }
  for (const [field, wanted] of Object.entries(filter.fields ?? {})) {
    if (wanted !== undefined) add(fieldCondition(kind, field), JSON.stringify([wanted].flat()))
  }
  return { where, values }
}

/** Look for analyses by the facts beside their records (analysis-rows.ts): the records are large. */
function ofFacts(condition: string): string {
  return `uuid IN (SELECT uuid FROM analysis_facts WHERE ${condition})`
}

/**
 * Write the SQL condition of a filter. Only names of the entity's own table of facts get into the text. Booleans are 0
 * and 1 on both sides.
 */
function fieldCondition(kind: Kind, field: string): string {
  if (!entityOf(kind).filters?.includes(field)) {
    throw new Fault('invalid', 'There is no such filter', { field: `filters.${field}` })
  }
  if (kind === 'analysis') return ofFacts(`${field} IN (SELECT value FROM json_each(?))`)
  return `EXISTS (SELECT 1 FROM json_each(body, '$.${field}') AS held
    WHERE held.value IN (SELECT value FROM json_each(?)))`
}
