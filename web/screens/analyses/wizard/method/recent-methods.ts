import * as v from 'valibot'
import { Uuid } from '../../../../../domain/fields.ts'
import { keepItem } from '../../../../keep-item.ts'

const Recent = v.array(
  v.strictObject({ protocol_uuid: v.nullable(Uuid), recipe_uuid: Uuid, name: v.string() }),
)
export type RecentMethod = v.InferOutput<typeof Recent>[number]

const most = 5
const keyOf = (user: string) => `recent-methods-${user}`

/** Read the methods that this person ran last from this browser, the newest first. */
export function readRecent(user: string): RecentMethod[] {
  try {
    const read = v.safeParse(Recent, JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]'))
    return read.success ? read.output : []
  } catch {
    return []
  }
}

/** Return the list with a method on top of it, each method once. */
export function withRecent(known: readonly RecentMethod[], method: RecentMethod): RecentMethod[] {
  const others = known.filter(
    ({ protocol_uuid: protocol, recipe_uuid: recipe }) =>
      protocol !== method.protocol_uuid || recipe !== method.recipe_uuid,
  )
  return [method, ...others].slice(0, most)
}

export function keepRecent(user: string, method: RecentMethod): void {
  // Ignore a full storage, as it is only a help for the next time.
  keepItem(keyOf(user), JSON.stringify(withRecent(readRecent(user), method)))
}
