import { keysOf } from '../names/look-alike.ts'
import type { PlannedOfSomeKind } from './operations.ts'
import type { Sql } from './sql.ts'

export interface Alias {
  alias: string
  swarm_uuid: string
}

/** Move aliases with their swarm; drop one that reads like one of that swarm. */
export function moveAlias(aliases: readonly Alias[], { uuid, into, taken }: AliasMove): Alias[] {
  return aliases.flatMap((one) => {
    if (one.swarm_uuid !== uuid) return [one]
    return keysOf(one.alias).some((key) => taken.has(key)) ? [] : [{ ...one, swarm_uuid: into }]
  })
}

export interface AliasMove {
  uuid: string
  into: string
  /** Forms of the aliases that the target has (`keysOf`). */
  taken: ReadonlySet<string>
}

interface AliasRow extends Record<string, string> {
  protocol: string
  alias: string
}

export function aliasesIn(sql: Sql, swarm: string): AliasRow[] {
  return sql.all<AliasRow>(
    `SELECT records.uuid AS protocol, json_extract(held.value, '$.alias') AS alias
     FROM records, json_each(body, '$.aliases') AS held
     WHERE kind = 'protocol' AND deleted_at IS NULL
       AND json_extract(held.value, '$.swarm_uuid') = ? ORDER BY records.uuid`,
    swarm,
  )
}

/** Move the aliases in protocols of other swarms. */
export function moveAliases(
  sql: Sql,
  move: AliasMove,
  reason: string,
  moving: ReadonlySet<string>,
): PlannedOfSomeKind[] {
  const protocols = new Set(aliasesIn(sql, move.uuid).map(({ protocol }) => protocol))
  return [...protocols]
    .filter((uuid) => !moving.has(uuid))
    .map((uuid) => ({
      kind: 'protocol',
      uuid,
      action: 'protocol.migrate',
      reason,
      change: (found) => found && { ...found, aliases: moveAlias(found.aliases, move) },
    }))
}
