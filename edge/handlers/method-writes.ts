import type * as v from 'valibot'
import type { EntityFacts } from '../../domain/entity.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { writeCqMethods } from '../../domain/rules/cq-default.ts'
import type { MethodKind } from '../../domain/actions/method.ts'
import type { AccountContext } from '../context.ts'
import { unwrap } from '../outcome.ts'
import { storeOf } from './reads.ts'
import { createHandler, newUuid } from './writes.ts'

/** Writes that all kinds of method share: recipes of all kinds, applications and protocols. */
type Facts<Schema extends v.GenericSchema> = EntityFacts<Schema> & { kind: MethodKind }

/** A new method is active and in its first version. */
export const firstVersion = { archived: 0, version: 1 } as const

export function createMethod<Schema extends v.GenericSchema>(facts: Facts<Schema>) {
  return createHandler(facts, () => firstVersion)
}

/**
 * Wrap a handler that creates a method with an evaluation: write the Cq method into each target that has none, so
 * that a later default never changes the stored method.
 */
export function withCqMethods<
  Body extends { uuid?: string | undefined; evaluation: Evaluation },
  Made,
>(
  create: (
    input: { body: { uuid?: string | undefined } },
    context: AccountContext,
  ) => Promise<Made>,
) {
  return async ({ body }: { body: Body }, context: AccountContext): Promise<Made> =>
    create({ body: { ...body, evaluation: writeCqMethods(body.evaluation) } }, context)
}

interface EditInput {
  params: { id: string }
  body: { base?: string | undefined; reason?: string | undefined }
}

/** Set the fields that are given; archive, bring back, ask for publication (store/method-changes.ts). */
export function editMethod<Schema extends v.GenericSchema>(
  { kind }: Facts<Schema>,
  { dev = false }: { dev?: boolean } = {},
) {
  return async ({ params, body }: EditInput, context: AccountContext) => {
    const { base, reason, ...patch } = body
    const store = await storeOf(kind, context)
    const change = { type: 'method.edit', kind, uuid: params.id, patch, base, reason, dev } as const
    return (await unwrap(store.change(change, context.opId, context.by))) as v.InferOutput<Schema>
  }
}

export function duplicateMethod<Schema extends v.GenericSchema>({ kind }: Facts<Schema>) {
  return async (
    { params, body }: { params: { id: string }; body: { name?: string | undefined } | undefined },
    context: AccountContext,
  ) => {
    const store = await storeOf(kind, context)
    const uuid = newUuid(context)
    const change = {
      type: 'method.duplicate',
      kind,
      uuid,
      from: params.id,
      name: body?.name,
    } as const
    return (await unwrap(store.change(change, context.opId, context.by))) as v.InferOutput<Schema>
  }
}

export function migrateMethod<Schema extends v.GenericSchema>({ kind }: Facts<Schema>) {
  return async (
    {
      params,
      body,
    }: {
      params: { id: string }
      body: { swarm_uuid: string | null; reason?: string | undefined }
    },
    context: AccountContext,
  ) => {
    const store = await storeOf(kind, context)
    const change = { type: 'method.migrate', kind, uuid: params.id, ...body } as const
    return (await unwrap(store.change(change, context.opId, context.by))) as v.InferOutput<Schema>
  }
}
