import type * as v from 'valibot'
import type { EntityFacts } from '../../domain/entity.ts'
import { Fault } from '../../domain/fault.ts'
import type { Kind } from '../../domain/registry.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../derived-uuid.ts'
import { unwrap } from '../outcome.ts'
import type { StoredBody } from '../store/operations.ts'
import { storeOf } from './reads.ts'

type Facts<Schema extends v.GenericSchema> = EntityFacts<Schema> & {
  kind: Exclude<Kind, 'analysis' | 'command'>
}

/** Fields of a new record that its writer does not give: states, owners, empty lists. */
type Initial = (context: AccountContext, body: StoredBody) => Promise<StoredBody> | StoredBody

/** Makes a record. Without an id of the client's the operation makes one: a second delivery finds it made. */
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

/** Sets the fields that are given; with `base`, only of the version that the editor saw. */
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
    { params, body }: { params: { id: string }; body: { reason?: string | undefined } | undefined },
    context: AccountContext,
  ) => {
    const store = await storeOf(kind, context)
    const change = {
      type: 'record.delete',
      kind,
      uuid: params.id,
      reason: body?.reason,
    } as const
    await unwrap(store.change(change, context.opId, context.by))
    return {}
  }
}

/** A copy under a new id. `fresh` gives the fields that a copy does not take over. */
export function duplicateHandler<Schema extends v.GenericSchema>(
  { kind }: Facts<Schema>,
  fresh: StoredBody = {},
) {
  return async (
    { params, body }: { params: { id: string }; body: { name?: string | undefined } | undefined },
    context: AccountContext,
  ) => {
    const store = await storeOf(kind, context)
    const original = await unwrap(store.get(kind, params.id, context.by.sight))
    const { uuid: _uuid, created_at: _created, updated_at: _updated, ...fields } = original
    const name = body?.name ?? copyName(original['name'])
    const change = {
      type: 'record.create',
      kind,
      uuid: newUuid(context),
      body: { ...fields, ...fresh, name },
    } as const
    return (await unwrap(store.change(change, context.opId, context.by))) as v.InferOutput<Schema>
  }
}

/** To another swarm. @throws Fault `invalid` "Choose a different swarm" for the one it is in (VAL-026). */
export function migrateHandler<Schema extends v.GenericSchema>({ kind }: Facts<Schema>) {
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
    const record = await unwrap(store.get(kind, params.id, context.by.sight))
    if (record['swarm_uuid'] === body.swarm_uuid) {
      throw new Fault('invalid', 'Choose a different swarm', {
        field: 'swarm_uuid',
        reason: 'same_swarm',
      })
    }
    const change = {
      type: 'record.edit',
      kind,
      uuid: params.id,
      patch: { swarm_uuid: body.swarm_uuid },
      reason: body.reason,
      action: `${kind}.migrate`,
    } as const
    return (await unwrap(store.change(change, context.opId, context.by))) as v.InferOutput<Schema>
  }
}

/** The operation makes this record and no other. */
export function newUuid({ account, opId }: AccountContext): string {
  return derivedUuid(account.uuid, opId)
}

/** Names are at most 120 characters long. */
function copyName(name: unknown): string {
  return `${String(name).slice(0, 113)} (copy)`
}
