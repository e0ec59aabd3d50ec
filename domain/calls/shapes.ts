import * as v from 'valibot'
import { Uuid } from '../fields.ts'
import { isReason, isText } from '../rules/plain-text.ts'

/** `/:id` of one record. */
export const byId = v.strictObject({ id: Uuid })

/** Publish in the contract that a reason has three characters. A pattern cannot check which of them are visible. */
const threeCharacters = /\S\s*\S\s*\S/

/** Reason for a change: at least three visible characters; kept in the audit trail. */
export const Reason = v.pipe(
  v.string(),
  v.regex(threeCharacters, 'reason'),
  // Report one error when both checks fail.
  v.check((text) => !threeCharacters.test(text) || isReason(text), 'reason'),
  v.maxLength(500),
  v.check(isText, 'control_character'),
)

/** Body of a call that asks for nothing but a reason, which may be left out. */
export const MaybeReason = v.optional(v.strictObject({ reason: v.optional(Reason) }))

type RecordOrder = v.GenericSchema<`${(typeof recordSorts)[number]} ${'ASC' | 'DESC'}`>

/** Paging and order of a search (decisions D36); unknown names are refused. */
export const PageQuery = v.strictObject({
  page: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'page'))),
  limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, 'limit'))),
  /** Field and direction, such as `created_at DESC`. */
  order: v.optional(
    // Type it by its fields, so that no page asks for an order that is refused.
    v.pipe(
      v.string(),
      v.regex(/^(created_at|updated_at|name) (ASC|DESC)$/, 'order'),
    ) as RecordOrder,
  ),
  extended: v.optional(v.picklist(['0', '1'])),
})
export type PageQuery = v.InferOutput<typeof PageQuery>

/** So many fields can be sorted by one after the other. */
const mostSorts = 3

/** Fields by which each list of records can be sorted. */
export const recordSorts = ['created_at', 'updated_at', 'name'] as const

/**
 * Describe an order of up to three of these fields, such as `call ASC,cq_mean DESC`. Rows without a value come last in both
 * directions; of equal rows the newest comes first.
 */
export function Order(sorts: readonly string[]) {
  const one = `(${sorts.join('|')}) (ASC|DESC)`
  return v.pipe(v.string(), v.regex(new RegExp(`^${one}(,${one}){0,${mostSorts - 1}}$`), 'order'))
}

/** `next` of the previous page: continue after its last row. `page` is ignored then. */
export const After = v.pipe(v.string(), v.maxLength(4000))

/** Paging and order of a list that is sorted by several fields and read on by `after`. @param sorts beside those of all. */
export function SortedQuery(sorts: readonly string[]) {
  return v.strictObject({
    ...PageQuery.entries,
    order: v.optional(Order([...recordSorts, ...sorts])),
    after: v.optional(After),
  })
}
export type SortedQuery = v.InferOutput<ReturnType<typeof SortedQuery>>

/** Describe a page with `next`, which is `after` of the next page; null on the last one. */
export function SortedPage<const Item extends v.GenericSchema>(item: Item) {
  return v.strictObject({ ...Page(item).entries, next: v.nullable(v.string()) })
}

/**
 * Companies whose stores did not answer in time: what they hold is missing in the answer. Absent where all answered, and from older services.
 */
export const SilentCompanies = v.optional(v.array(v.strictObject({ uuid: Uuid, name: v.string() })))

/** Describe a page of a list: records in `data.data`, the number of pages beside it (spec §3). */
export function Page<const Item extends v.GenericSchema>(item: Item) {
  return v.strictObject({ data: v.array(item), pages: v.number(), total: v.number() })
}
