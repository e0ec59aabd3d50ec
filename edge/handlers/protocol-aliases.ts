import type { ListedAlias, protocolCalls } from '../../domain/calls/protocols.ts'
import { listPageSize } from '../../domain/catalog/limits.ts'
import type { Protocol } from '../../domain/entities/protocol.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import type { AliasChange } from '../store/alias-changes.ts'
import { newUuid } from './writes.ts'

type AliasRows = Pick<
  typeof protocolCalls,
  'searchAliases' | 'createAlias' | 'editAlias' | 'deleteAlias'
>

/** Names that swarms know protocols by. They are part of the protocol: each write is a change of it. */
export const aliasHandlers: Handlers<AliasRows> = {
  searchAliases: async ({ query, body = {} }, { own, by }) => {
    const limit = Number(query.limit ?? listPageSize)
    const wanted = {
      ...(body.search === undefined ? {} : { search: body.search }),
      ...(body.swarm_uuid === undefined ? {} : { swarm: body.swarm_uuid }),
      ...(body.protocol_uuid === undefined ? {} : { protocol: body.protocol_uuid }),
      limit,
      offset: (Number(query.page ?? 1) - 1) * limit,
    }
    const { data, total } = await unwrap(own.ask({ name: 'protocolAliases', ...wanted }, by.sight))
    return { data, total, pages: Math.max(1, Math.ceil(total / limit)) }
  },
  createAlias: async ({ body }, context) => {
    const { protocol_uuid: protocol, uuid = newUuid(context), alias, swarm_uuid } = body
    const change = { type: 'alias.create', protocol, alias: { uuid, alias, swarm_uuid } } as const
    return aliasIn(await write(change, context), uuid)
  },
  editAlias: async ({ params, body }, context) => {
    const { base, reason, ...patch } = body
    const { opId } = context
    const change = { type: 'alias.edit', uuid: params.id, patch, base, reason, opId } as const
    return aliasIn(await write(change, context), params.id)
  },
  deleteAlias: async ({ params, body }, context) => {
    const { opId } = context
    const change = { type: 'alias.delete', uuid: params.id, reason: body?.reason, opId } as const
    await write(change, context)
    return {}
  },
}

async function write(change: AliasChange, { own, opId, by }: AccountContext): Promise<Protocol> {
  return await unwrap(own.change(change, opId, by))
}

function aliasIn({ uuid, name, aliases }: Protocol, alias: string): ListedAlias {
  const found = aliases.find((one) => one.uuid === alias)
  if (!found) throw new Fault('not_found', 'No such alias')
  return { ...found, protocol_uuid: uuid, protocol_name: name }
}
