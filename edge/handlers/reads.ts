import type * as v from 'valibot'
import type { SearchBody } from '../../domain/calls/record-rows.ts'
import type { PageQuery, SortedQuery } from '../../domain/calls/shapes.ts'
import type { EntityFacts } from '../../domain/entity.ts'
import { entityOf, type Kind, type Stored } from '../../domain/registry.ts'
import type { AccountContext, Store } from '../context.ts'
import { unwrap } from '../outcome.ts'
import type { Filter } from '../store/lists.ts'
import type { StoredBody } from '../store/operations.ts'

type Facts<Schema extends v.GenericSchema> = EntityFacts<Schema> & { kind: Kind }

/** Return the store that keeps records of a kind: the company's, or the provider's for what all companies share. */
export async function storeOf(kind: Kind, context: AccountContext): Promise<Store> {
  return entityOf(kind).home === 'provider' ? context.provider() : context.own
}

export function filterOf(body: SearchBody): Filter {
  const { update_from: updateFrom, update_to: updateTo, search, filters: fields } = body ?? {}
  return { updateFrom, updateTo, search, fields }
}

/**
 * Make the handler that answers a page of an entity. Records are not checked again: only those that fit the schema are
 * ever written.
 */
export function sortedSearchHandler<Schema extends v.GenericSchema>({ kind }: Facts<Schema>) {
  return async (
    { query, body }: { query: SortedQuery; body?: SearchBody },
    context: AccountContext,
  ) => {
    const store = await storeOf(kind, context)
    return (await unwrap(store.list(kind, query, context.by.sight, filterOf(body)))) as {
      data: v.InferOutput<Schema>[]
      pages: number
      total: number
      next: string | null
    }
  }
}

/** Make the handler of a list that is read page by page only. */
export function searchHandler<Schema extends v.GenericSchema>(facts: Facts<Schema>) {
  const search = sortedSearchHandler(facts)
  return async (input: { query: PageQuery; body?: SearchBody }, context: AccountContext) => {
    return withoutNext(await search(input, context))
  }
}

/** Leave out the place behind the last row, for lists that are read by the number of the page. */
export function withoutNext<Page extends { next: string | null }>(page: Page): Omit<Page, 'next'> {
  const { next: _next, ...rest } = page
  return rest
}

export function getHandler<Schema extends v.GenericSchema>({ kind }: Facts<Schema>) {
  return async ({ params }: { params: { id: string } }, context: AccountContext) => {
    return (await findRecord(kind, params.id, context)) as v.InferOutput<Schema>
  }
}

/** Find a record of the company, or of the provider where it keeps the kind. @throws Fault `not_found` */
async function findRecord(kind: Kind, uuid: string, context: AccountContext): Promise<StoredBody> {
  if (entityOf(kind).home !== 'provider') return context.read(kind, uuid)
  return unwrap((await context.provider()).get(kind, uuid, context.by.sight))
}

/** Search and get of an entity that has no others. */
export function readHandlers<Schema extends v.GenericSchema>(facts: Facts<Schema>) {
  return { search: searchHandler(facts), get: getHandler(facts) }
}

/** Options of a form, by field. */
export type Options = Record<string, { value: string; label: string }[]>

type OptionsOf<Input> = (context: AccountContext, input: Input) => Promise<Options> | Options

/** `GET …/create`: no record yet. */
export function createFormHandler(options: OptionsOf<undefined>) {
  return async (_: unknown, context: AccountContext) => ({
    record: null,
    options: await options(context, undefined),
  })
}

/** `GET …/<verb>/{id}`: the record and what may be chosen. The record is looked up first: no options for a stranger's. */
export function formHandler<Schema extends v.GenericSchema>(
  facts: Facts<Schema>,
  options: OptionsOf<v.InferOutput<Schema>>,
) {
  const find = getHandler(facts)
  return async (input: { params: { id: string } }, context: AccountContext) => {
    const record = await find(input, context)
    return { record, options: await options(context, record) }
  }
}

/** Kinds whose records have a name. */
export type NamedKind = { [Of in Kind]: Stored<Of> extends { name: string } ? Of : never }[Kind]

/** List records of a kind as choices, by name; at most 500, as many as a page holds. */
export async function choicesOf(
  kind: NamedKind,
  context: AccountContext,
): Promise<Options[string]> {
  const store = await storeOf(kind, context)
  const query = { order: 'name ASC', limit: '500' }
  const { data } = await unwrap(store.list(kind, query, context.by.sight))
  return data.map(({ uuid, name }) => ({ value: uuid, label: name }))
}

/** Turn a closed list of words into choices; the interface has a text for each. */
export function wordsOf(words: readonly string[]): Options[string] {
  return words.map((word) => ({ value: word, label: word }))
}
