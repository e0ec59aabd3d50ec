import { cartridges } from '../../domain/catalog/cartridges.ts'
import { technicianNeeds, wavelengthNames, wavelengths } from '../../domain/catalog/wavelengths.ts'
import { sampleTypes } from '../../domain/entities/analysis.ts'
import { cqMethods } from '../../domain/entities/evaluation-recipe.ts'
import { can } from '../../domain/permissions.ts'
import type { AccountContext } from '../context.ts'
import { unwrap } from '../outcome.ts'
import { type NamedKind, type Options, storeOf, wordsOf } from './reads.ts'

/** Options of the forms of methods: only what the account may choose. */

/** List the account's swarms; a method without one belongs to the whole company. */
export async function swarmOptions({ own, by }: AccountContext): Promise<Options> {
  const query = { order: 'name ASC', limit: '500' }
  const { data } = await unwrap(own.list('swarm', query, by.sight))
  const seen = data.filter(({ uuid }) => by.sight.swarms.includes(uuid as string))
  return {
    swarm_uuid: seen.map(({ uuid, name }) => ({ value: uuid, label: name })),
  }
}

/** List the swarms other than the present one. */
export async function migrateOptions(
  context: AccountContext,
  record: { swarm_uuid: string | null },
): Promise<Options> {
  const { swarm_uuid: swarms = [] } = await swarmOptions(context)
  return { swarm_uuid: swarms.filter(({ value }) => value !== record.swarm_uuid) }
}

/** Offer no choices: a copy needs a name only. */
export function noOptions(): Options {
  return {}
}

/** List wavelengths; those for technicians only are hidden from ordinary users (PERM-007). */
export function channelOptions({ by }: AccountContext, dev = false): Options {
  const shown = wavelengthNames.filter(
    (name) => dev || !wavelengths[name].forTech || can(by.permissions, technicianNeeds),
  )
  return { channel: wordsOf(shown) }
}

export function evaluationOptions(context: AccountContext, dev = false): Options {
  return { ...channelOptions(context, dev), cq_method: wordsOf(cqMethods) }
}

/** List the cartridges that the account may use (PERM-005). */
export function cartridgeOptions({ by }: AccountContext): Options {
  const usable = Object.values(cartridges).filter(({ permission }) =>
    can(by.permissions, permission),
  )
  return { cartridge_types: usable.map(({ type, name }) => ({ value: type, label: name })) }
}

export function sampleTypeOptions(): Options {
  return { sample_types: wordsOf(sampleTypes) }
}

/** List active methods by name; none without the permission to search them. */
export async function offered(kind: NamedKind, context: AccountContext): Promise<Options[string]> {
  if (!context.by.sight.kinds.includes(kind)) return []
  const store = await storeOf(kind, context)
  const query = { order: 'name ASC', limit: '500' }
  const active = { fields: { archived: 0 } }
  const { data } = await unwrap(store.list(kind, query, context.by.sight, active))
  return data.map(({ uuid, name }) => ({ value: uuid, label: name }))
}
