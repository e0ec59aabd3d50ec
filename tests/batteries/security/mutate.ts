import { hostileTexts, hostileValues } from './hostile.ts'
import type { Random } from './random.ts'

/** Names of what only the server writes; added to bodies that have no such field. */
export const serverFields = [
  'company_uuid',
  'permissions',
  'profile',
  'certified',
  'status',
  'validated_by',
  'seq',
  'reviewer',
  'isPartner',
  'created_at',
  'updated_at',
  'deleted_at',
  'user_uuid',
  'user_name',
  'signature',
  'results',
  'curves_hash',
  'password_hash',
  'key_hash',
  'secret',
  'provider',
  'capabilities',
  'record_hash',
  'audit',
] as const

/** Return a copy of a JSON value with one to three places changed. */
export function mutate(value: unknown, random: Random): unknown {
  let changed = structuredClone(value)
  const times = 1 + random.below(3)
  for (let i = 0; i < times; i++) changed = mutateOnce(changed, random, 0)
  return changed
}

function mutateOnce(value: unknown, random: Random, depth: number): unknown {
  const isDeeper = typeof value === 'object' && value !== null && depth < 8
  if (!isDeeper || random.chance(15)) return hostileValue(value, random)
  if (Array.isArray(value)) return mutateList(value, random, depth)
  return mutateObject(value as Record<string, unknown>, random, depth)
}

function mutateList(list: unknown[], random: Random, depth: number): unknown {
  if (list.length === 0 || random.chance(20)) return [...list, hostileValue(null, random)]
  const at = random.below(list.length)
  if (random.chance(15)) return [...list, ...list, ...list]
  return list.with(at, mutateOnce(list[at], random, depth + 1))
}

function mutateObject(
  object: Record<string, unknown>,
  random: Random,
  depth: number,
): Record<string, unknown> {
  const names = Object.keys(object)
  const kind = random.below(10)
  if (names.length === 0 || kind === 0) {
    return { ...object, [random.pick(serverFields)]: hostileValue(null, random) }
  }
  const name = random.pick(names)
  if (kind === 1) {
    const { [name]: _, ...rest } = object
    return rest
  }
  if (kind === 2)
    return { ...object, [`${name}${random.pick(['\u200b', ' ', '.x', '[0]'])}`]: object[name] }
  return { ...object, [name]: mutateOnce(object[name], random, depth + 1) }
}

function hostileValue(value: unknown, random: Random): unknown {
  if (typeof value === 'string' || random.chance(40)) return random.pick(hostileTexts)
  if (typeof value === 'number' && random.chance(50)) {
    return random.pick([0, -1, value + 0.5, -value, value * 1e6, 1e308, 2 ** 53 - 1])
  }
  return structuredClone(random.pick(hostileValues))
}
