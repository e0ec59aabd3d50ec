import type * as v from 'valibot'
import type { PageQuery } from '../../domain/calls/shapes.ts'
import type { EntityFacts } from '../../domain/entity.ts'
import type { Kind } from '../../domain/registry.ts'
import type { AccountContext } from '../context.ts'
import { unwrap } from '../outcome.ts'

type Facts<Schema extends v.GenericSchema> = EntityFacts<Schema> & { kind: Kind }

/** A page of an entity. What leaves the store fits its schema: nothing else was let in. */
export function searchHandler<Schema extends v.GenericSchema>({ kind }: Facts<Schema>) {
  return async ({ query }: { query: PageQuery }, { own, by }: AccountContext) =>
    (await unwrap(own.list(kind, query, by.sight))) as {
      data: v.InferOutput<Schema>[]
      pages: number
      total: number
    }
}

export function getHandler<Schema extends v.GenericSchema>({ kind }: Facts<Schema>) {
  return async ({ params }: { params: { id: string } }, { own, by }: AccountContext) =>
    (await unwrap(own.get(kind, params.id, by.sight))) as v.InferOutput<Schema>
}

/** Search and get of an entity that has no others. */
export function readHandlers<Schema extends v.GenericSchema>(facts: Facts<Schema>) {
  return { search: searchHandler(facts), get: getHandler(facts) }
}
