import { Fault } from '../../domain/fault.ts'
import type { AuditEntry } from '../../domain/trail/entry.ts'
import { listPageSize } from '../../domain/catalog/limits.ts'
import type { PageQuery } from '../../domain/calls/shapes.ts'
import type { Kind, Stored } from '../../domain/registry.ts'
import { entityOf } from '../../domain/registry.ts'
import { hiddenBy, type Sight } from '../../domain/rules/access.ts'
import { commandAsSeen, deviceAsSeen, hiddenDeviceTypes } from '../../domain/rules/device-sight.ts'
import { readRecord, type StoredBody } from './operations.ts'
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
  /** Text that the name holds, whatever the case of its letters. */
  search?: string | undefined
  /** Analyses only: those that no later version corrects. */
  newest?: boolean | undefined
  /** Fields of the entity's `filters`, each with a value or several; a field that is a list holds one of them. */
  fields?: Readonly<Record<string, FilterValue | undefined>> | undefined
}

type FilterValue = Scalar | readonly Scalar[]
type Scalar = string | number | boolean

/** A page of records of a kind. */
export interface Page<Of extends Kind> {
  data: Stored<Of>[]
  pages: number
  total: number
}

/** List one page of a kind, filtered and ordered (decisions D36, D100: newest first unless asked otherwise). */
export function listPage<Of extends Kind>(
  sql: Sql,
  kind: Of,
  query: PageQuery,
  sight: Sight,
  filter: Filter = {},
): Page<Of> {
  const { where, values } = conditions(kind, sight, filter)
  const limit = Number(query.limit ?? listPageSize)
  const offset = (Number(query.page ?? 1) - 1) * limit
  const order = query.order ?? 'created_at DESC'
  const [field, direction] = order.split(' ')
  // Chosen and counted inside an index that holds all a list asks for; only the page's bodies are read.
  // The order is one of a closed list of names (shapes.ts), so it may stand in the text.
  const from = `FROM records INDEXED BY records_listed_by_${field} WHERE ${where.join(' AND ')}`
  const page = sql.all<{ uuid: string }>(
    `SELECT uuid ${from} ORDER BY ${order}, uuid ${direction} LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  )
  const total =
    sql.first<{ total: number }>(`SELECT count(*) AS total ${from}`, ...values)?.total ?? 0
  return {
    data: page.flatMap(({ uuid }): Stored<Of>[] => {
      const body = readRecord(sql, kind, uuid)
      return body ? [asSeen(kind, body, sight)] : []
    }),
    pages: Math.max(1, Math.ceil(total / limit)),
    total,
  }
}

interface Conditions {
  where: string[]
  values: SqlValue[]
}

function conditions(kind: Kind, sight: Sight, filter: Filter): Conditions {
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
  if (filter.updateFrom) add('updated_at >= ?', utc(filter.updateFrom, 'update_from'))
  if (filter.updateTo) add('updated_at <= ?', utc(filter.updateTo, 'update_to'))
  // Never LIKE: its patterns may not be longer than 50 bytes here, and % and _ would mean something.
  const named = 'instr(lower(name), lower(?)) > 0'
  if (filter.search) add(kind === 'analysis' ? ofFacts(named) : named, filter.search)
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

function utc(moment: string, field: string): string {
  const ms = Date.parse(moment)
  if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  throw new Fault('invalid', 'There is no such day', { field, reason: 'moment' })
}
