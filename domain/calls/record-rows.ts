import * as v from 'valibot'
import { action, type CallFacts, get, post, search } from '../call.ts'
import type { EntityFacts } from '../entity.ts'
import { Moment, Name, Timestamp, Uuid } from '../fields.ts'
import type { Permission } from '../permissions.ts'
import { byId, MaybeReason, Page, PageQuery, Reason, SortedPage, SortedQuery } from './shapes.ts'

/**
 * The rows that most kinds of record have. What differs (fields that may be written, permissions, options of a
 * form) is given; what a verb does beyond writing one record gets a row of its own in the group's file.
 */
type Facts<Schema extends v.GenericSchema> = EntityFacts<Schema>

const Value = v.union([v.pipe(v.string(), v.maxLength(200)), v.number(), v.boolean()])
const Wanted = v.optional(v.union([Value, v.pipe(v.array(Value), v.maxLength(100))]))

/**
 * Build the body of a search: a period of changes, a text in the name (whatever its case and accents) or in the fields of
 * `searched`, and the fields by which the entity may be filtered. Unknown fields are refused (decisions D36, D37).
 */
export function SearchBody(facts: Pick<EntityFacts, 'filters'>) {
  return v.optional(
    v.strictObject({
      update_from: v.optional(Moment),
      update_to: v.optional(Moment),
      search: v.optional(v.pipe(v.string(), v.maxLength(100))),
      filters: v.optional(
        v.strictObject(Object.fromEntries((facts.filters ?? []).map((name) => [name, Wanted]))),
      ),
    }),
  )
}
export type SearchBody = v.InferOutput<ReturnType<typeof SearchBody>>

/** Build the answer that a form starts with: the record, if there is one, and the options of each field with a choice. */
export function Form<const Schema extends v.GenericSchema>(record: Schema) {
  return v.strictObject({
    record: v.nullable(record),
    options: v.record(
      v.string(),
      v.array(v.strictObject({ value: v.string(), label: v.string() })),
    ),
  })
}

export function searchRow<Schema extends v.GenericSchema>(
  facts: Facts<Schema>,
  needs: Permission | null = facts.permission,
) {
  return search(`${facts.path}/search`, {
    needs,
    query: PageQuery,
    body: SearchBody(facts),
    data: Page(facts.schema),
  })
}

/** Make the row of a search that is sorted by several fields and read on behind the last row of a page. */
export function sortedSearchRow<Schema extends v.GenericSchema>(
  facts: Facts<Schema>,
  more: Pick<CallFacts, 'cache' | 'offline'> = {},
) {
  return search(`${facts.path}/search`, {
    ...more,
    needs: facts.permission,
    query: SortedQuery(facts.sorts ?? []),
    body: SearchBody(facts),
    data: SortedPage(facts.schema),
  })
}

export function getRow<Schema extends v.GenericSchema>(facts: Facts<Schema>) {
  return get(`${facts.path}/get/:id`, {
    reads: facts.kind,
    needs: facts.permission,
    params: byId,
    data: facts.schema,
  })
}

/** `GET …/create`: the options for a new record. */
export function createFormRow<Schema extends v.GenericSchema>(
  facts: Facts<Schema>,
  needs: Permission,
) {
  return get(`${facts.path}/create`, { needs, data: Form(facts.schema) })
}

/** `GET …/<verb>/{id}` of a path that writes by POST: the record and the options for the form (decisions D31). */
export function formRow<Schema extends v.GenericSchema>(
  facts: Facts<Schema>,
  verb: string,
  needs: Permission,
) {
  return get(`${facts.path}/${verb}/:id`, { needs, params: byId, data: Form(facts.schema) })
}

/** `body` holds the fields that may be written; a client-made `uuid` makes a repeated create one (decisions R6). */
export function createRow<Schema extends v.GenericSchema, const Fields extends v.ObjectEntries>(
  facts: Facts<Schema>,
  needs: Permission,
  fields: Fields,
  more: Pick<CallFacts, 'timeout'> = {},
) {
  return post(`${facts.path}/create`, {
    ...more,
    needs,
    body: v.strictObject({ uuid: v.optional(Uuid), ...fields }),
    data: facts.schema,
  })
}

/**
 * Make the row that edits some fields of a record. `base` is the `updated_at` that the editor saw: when the record has
 * changed since, nothing is written and both versions come back (409 `stale`).
 */
export function editRow<Schema extends v.GenericSchema, const Fields extends v.ObjectEntries>(
  facts: Facts<Schema>,
  needs: Permission,
  fields: Fields,
  more: Pick<CallFacts, 'timeout'> = {},
) {
  return post(`${facts.path}/edit/:id`, {
    ...more,
    needs,
    params: byId,
    body: v.strictObject({
      ...v.partial(v.strictObject(fields)).entries,
      base: v.optional(Timestamp),
      reason: v.optional(Reason),
    }),
    data: facts.schema,
  })
}

/**
 * Make the row that deletes a record; with `base` only in the version that was seen, so that a later edit is not lost.
 */
export function deleteRow(
  facts: Pick<EntityFacts, 'path'>,
  needs: Permission,
  more: Pick<CallFacts, 'timeout'> = {},
) {
  return post(`${facts.path}/delete/:id`, {
    ...more,
    needs,
    params: byId,
    body: v.optional(v.strictObject({ reason: v.optional(Reason), base: v.optional(Timestamp) })),
    data: v.strictObject({}),
  })
}

/** Make the row of a delete that the specification lists as a GET (decisions R3). */
export function deleteAction(facts: Pick<EntityFacts, 'path'>, needs: Permission) {
  return action(`${facts.path}/delete/:id`, {
    needs,
    params: byId,
    body: MaybeReason,
    data: v.strictObject({}),
  })
}

/** Make the row that copies a record under a new id, with the name given or one that marks it as a copy. */
export function duplicateRow<Schema extends v.GenericSchema>(
  facts: Facts<Schema>,
  needs: Permission,
) {
  return post(`${facts.path}/duplicate/:id`, {
    needs,
    params: byId,
    body: v.optional(v.strictObject({ name: v.optional(Name) })),
    data: facts.schema,
  })
}

/**
 * Make the row that moves a record to another swarm of the company ("Choose a different swarm": VAL-026, decisions
 * D69).
 */
export function migrateRow<Schema extends v.GenericSchema>(
  facts: Facts<Schema>,
  needs: Permission,
) {
  return post(`${facts.path}/migrate_to_swarm/:id`, {
    needs,
    params: byId,
    body: v.strictObject({ swarm_uuid: v.nullable(Uuid), reason: v.optional(Reason) }),
    data: facts.schema,
  })
}
