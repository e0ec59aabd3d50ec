import type * as v from 'valibot'
import type { EntityFacts } from '../../domain/entity.ts'
import type { Kind } from '../../domain/registry.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { unwrap } from '../outcome.ts'
import type { StoredBody } from '../store/operations.ts'
import { storeOf } from './reads.ts'

type Facts<Schema extends v.GenericSchema> = EntityFacts<Schema> & {
  kind: Exclude<Kind, 'analysis' | 'command'>
}

/** Fields of a new record that its writer does not give: states, owners, empty lists. */
type Initial = (context: AccountContext, body: StoredBody) => Promise<StoredBody> | StoredBody

/** Make a record. Without an id of the client's the operation makes one: a second delivery finds it made. */
export function createHandler<Schema extends v.GenericSchema>(
  { kind }: Facts<Schema>,
  initial: Initial = () => ({}),
) {
  return async ({ body }: { body: { uuid?: string | undefined } }, context: AccountContext) => {
    const { uuid = newUuid(context), ...given } = body
    const fields = { ...(await initial(context, given)), ...given }
    const store = await storeOf(kind, context)
    const change = { type: 'record.create', kind, uuid, body: fields } as const
    return (await unwrap(store.change(change, context.opId, context.by))) as v.InferOutput<Schema>
  }
}

/** Set the fields that are given; with `base`, only of the version that the editor saw. */
export function editHandler<Schema extends v.GenericSchema>({ kind }: Facts<Schema>) {
  return async (
    {
      params,
      body,
    }: {
      params: { id: string }
      body: { base?: string | undefined; reason?: string | undefined }
    },
    context: AccountContext,
  ) => {
    const { base, reason, ...patch } = body
    const store = await storeOf(kind, context)
    const change = { type: 'record.edit', kind, uuid: params.id, patch, base, reason } as const
    return (await unwrap(store.change(change, context.opId, context.by))) as v.InferOutput<Schema>
  }
}

export function deleteHandler({ kind }: Facts<v.GenericSchema>) {
  return async (
    {
      params,
      body,
    }: {
      params: { id: string }
      body: { reason?: string | undefined; base?: string | undefined } | undefined
    },
    context: AccountContext,
  ) => {
    const store = await storeOf(kind, context)
    const change = { type: 'record.delete', kind, uuid: params.id, ...body } as const
    await unwrap(store.change(change, context.opId, context.by))
    return {}
  }
}

/** Derive the id of the new record from the operation, so that a repeat makes the same record. */
export function newUuid({ account, opId }: AccountContext): string {
  return derivedUuid(account.uuid, opId)
}
