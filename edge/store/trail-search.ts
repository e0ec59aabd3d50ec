import type { EntrySort } from '../../domain/calls/audit.ts'
import { listPageSize } from '../../domain/catalog/limits.ts'
import { type Kind, kinds } from '../../domain/registry.ts'
import type { AuditEntry } from '../../domain/trail/entry.ts'
import { findNamed, isOneOf, mayBeNamed } from '../names/find-named.ts'
import { orderPage, type Sorting } from '../page-order.ts'
import { parseEntry } from './audit.ts'
import { entryColumns, type Kept, type KeptEntry, textOf } from './kept-entry.ts'
import type { Sql, SqlValue } from './sql.ts'
import { timesRunBackSql } from './store-time.ts'

/** Filter of entries; all given parts must match. Times are ISO 8601, UTC, both ends included. */
export interface TrailFilter {
  kind?: Kind | undefined
  uuid?: string | undefined
  actor_uuid?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Text in the name of who did it, or in the present name of the record; case and accents do not matter. */
  search?: string | undefined
}

export interface TrailQuery {
  page?: string | undefined
  limit?: string | undefined
  order?: string | undefined
  after?: string | undefined
}

interface TrailPage {
  data: AuditEntry[]
  pages: number
  total: number
  /** `after` of the next page; null on the last one. */
  next: string | null
}

const compared: Record<EntrySort, string> = {
  at: 'seq',
  who: 'lower(acting.name)',
  action: 'action',
  kind: 'kind',
}
const sorting: Sorting = { compared, nullable: ['who'], keys: ['seq'], byKeys: 'at' }

/** Everybody who did something, with the name in their newest entry, or that entry where it is packed. */
const actingSql = `SELECT 'people', actor, entry ->> '$.actor.name', 0, iif(packed IS NULL, '', entry), packed, named
  FROM (SELECT actor, max(seq) AS newest FROM operations GROUP BY actor) LEFT JOIN audit ON audit.seq = newest`

/**
 * The same with the names given, by ids. Grouped, so that SQLite expects many people and makes an index of them for the join: without one,
 * each of 200,000 entries is compared with each person.
 */
const namedSql = `acting(uuid, name) AS MATERIALIZED (SELECT actor, ? ->> actor FROM operations GROUP BY actor)`

/** A clock that was set right by less than this cannot hide an entry from a search by time. */
const clockSlack = 60 * 60_000

/**
 * Return a page of entries, the newest first unless asked otherwise. A page behind the last row of another is read from that
 * place on, however far it is. It takes two statements: what the page needs to know, and the page with its total.
 */
export function searchTrail(sql: Sql, filter: TrailFilter, query: TrailQuery): TrailPage {
  const order = orderPage({ ...query, order: query.order ?? 'at DESC' }, sorting)
  const limit = Number(query.limit ?? listPageSize)
  const offset = query.after === undefined ? (Number(query.page ?? 1) - 1) * limit : 0
  const isByWho = order.fields.includes('who')
  const facts = readFacts(sql, filter, isByWho)
  const { where, values, isBounded } = conditions(filter, facts)
  const rows = sql.all<Found>(
    `${isByWho ? `WITH ${namedSql}` : ''}
     SELECT found.*, ${entryColumns}, op_id, made.kind, made.uuid, action, actor, made.at, total FROM
       (SELECT ${isBounded ? '?' : `(SELECT count(*) FROM operations WHERE ${where})`} AS total)
       LEFT JOIN (SELECT * FROM (SELECT seq, ${order.value} FROM operations
           ${isByWho ? 'LEFT JOIN acting ON acting.uuid = actor' : ''} WHERE ${where})
         ${order.after ? `WHERE ${order.after}` : ''} ORDER BY ${order.orderBy} LIMIT ? OFFSET ?) AS found
       LEFT JOIN audit ON audit.seq = found.seq LEFT JOIN operations AS made ON made.seq = found.seq
       ORDER BY ${order.orderBy.replaceAll(/\bseq\b/g, 'found.seq')}`,
    ...(isByWho ? [JSON.stringify(Object.fromEntries(facts.people))] : []),
    ...(isBounded ? [facts.size] : values),
    ...values,
    ...order.values,
    limit + 1,
    offset,
  )
  const total = Number(rows[0]?.['total'] ?? 0)
  const found = rows.filter(({ entry }) => entry !== null)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map((row) => parseEntry(textOf(row)) ?? unread(row)),
    pages: Math.max(1, Math.ceil(total / limit)),
    total,
    next: found.length > limit && last ? order.cursorOf(last) : null,
  }
}

/** Facts about the trail that a page needs. */
interface Facts {
  /** Number of the newest entry. */
  size: number
  /** Entries after the first number, up to the second, hold all of the period. */
  first: number
  last: number
  /** Ids and names of everybody who did something, and of the records of today; empty where nothing is searched for. */
  people: SqlValue[][]
  records: SqlValue[][]
}

/** A row of a page: the entry, and what its operation says. */
type Found = Kept<Record<'op_id' | 'kind' | 'uuid' | 'action' | 'actor' | 'at', string>> & {
  seq: number
  total: number
}

/** Show an entry that does not open by its operation alone: the store is damaged, and says so. */
function unread({ seq, op_id, at, actor, action, kind, uuid }: Found): AuditEntry {
  const by = { uuid: actor, name: '', via: '' }
  const rest = { reason: '', changes: [], previous: null, record_hash: null }
  return { seq, op_id, at, actor: by, action, kind, uuid, ...rest }
}

/**
 * Read, in one statement, the bounds of the period and the names that are searched.
 * @param isByWho names are sorted by as well.
 */
function readFacts(sql: Sql, { from, to, search }: TrailFilter, isByWho: boolean): Facts {
  // Search all entries where times are not ascending: a binary search would miss entries after a clock that was ahead.
  const bound = (at: string | undefined, otherwise: string) =>
    at === undefined ? otherwise : `iif(${timesRunBackSql}, ${otherwise}, ${lastBefore})`
  const moments = [from && shift(from, -clockSlack), to && shift(to, clockSlack)]
  const likely = mayBeNamed(['name'], search ?? '')
  const rows = sql.all<Kept<{ of: string; first: SqlValue; last: SqlValue; size: number }>>(
    `WITH RECURSIVE trail(size) AS (SELECT coalesce(max(seq), 0) FROM audit)
     SELECT 'trail' AS of, ${bound(from, '0')} AS first, ${bound(to, 'size')} AS last, size,
       '' AS entry, NULL AS packed, NULL AS named FROM trail
     ${isByWho || search !== undefined ? `UNION ALL ${actingSql}` : ''}
     ${
       search === undefined
         ? ''
         : `UNION ALL SELECT 'records', uuid, name, 0, '', NULL, NULL FROM records WHERE ${likely.text}`
     }`,
    ...moments.filter((moment) => moment !== undefined),
    ...(search === undefined ? [] : likely.values),
  )
  const named = (of: string) =>
    rows
      .filter((row) => row.of === of)
      .map((row) => [row.first, row.packed === null ? row.last : nameIn(row)])
  const { size, first, last } = rows.find(({ of }) => of === 'trail')!
  return {
    size,
    first: Number(first),
    last: Number(last),
    people: named('people'),
    records: named('records'),
  }
}

function nameIn(row: KeptEntry): string | null {
  return parseEntry(textOf(row))?.actor.name ?? null
}

/** Find the number of the last entry before a time by halving: entries are in the order of their times. */
const middle = '((low + high + 1) / 2)'
const isBefore = `(SELECT at FROM operations WHERE seq = ${middle}) < at`
const lastBefore = `(WITH RECURSIVE half(low, high, at) AS (SELECT 0, (SELECT size FROM trail), ? UNION ALL
    SELECT iif(${isBefore}, ${middle}, low), iif(${isBefore}, high, ${middle} - 1), at FROM half WHERE low < high)
  SELECT low FROM half WHERE low = high)`

/** @returns `isBounded` where nothing is asked for: all entries are found, and need no counting. */
function conditions(
  filter: TrailFilter,
  { first, last, people, records }: Facts,
): { where: string; values: SqlValue[]; isBounded: boolean } {
  const parts: string[] = ['seq > ?', 'seq <= ?']
  const values: SqlValue[] = [first, last]
  const add = (condition: string, value: string | undefined): void => {
    if (value === undefined) return
    parts.push(condition)
    values.push(value)
  }
  add('kind = ?', filter.kind)
  if (filter.uuid !== undefined) {
    parts.push(
      `seq IN (SELECT seq FROM audit WHERE kind IN (SELECT value FROM json_each(?)) AND uuid = ?)`,
    )
    values.push(JSON.stringify(kinds), filter.uuid)
  }
  add('actor = ?', filter.actor_uuid)
  add('action = ?', filter.action)
  // Write it in the spelling of the trail: as texts, 10:00:00Z comes after 10:00:00.500Z.
  add('at >= ?', filter.from && shift(filter.from, 0))
  add('at <= ?', filter.to && shift(filter.to, 0))
  if (filter.search !== undefined) {
    const by = isOneOf('actor', findNamed(people, filter.search))
    const about = isOneOf('operations.uuid', findNamed(records, filter.search))
    parts.push(`(${by.text} OR ${about.text})`)
    values.push(...by.values, ...about.values)
  }
  return { where: parts.join(' AND '), values, isBounded: parts.length === 2 }
}

/** Times are compared as texts, which goes for the years 0000 to 9999 only. */
const [earliest, latest] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map((at) =>
  Date.parse(at),
) as [number, number]

function shift(at: string, by: number): string {
  const time = Math.min(latest, Math.max(earliest, Date.parse(at) + by))
  return new Date(time).toISOString()
}
