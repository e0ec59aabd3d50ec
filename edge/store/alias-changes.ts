import type { Protocol, ProtocolAlias } from '../../domain/entities/protocol.ts'
import { Fault } from '../../domain/fault.ts'
import { looksLike, refuseMarksOnly } from '../names/look-alike.ts'
import { type By, defined, mustSee } from './by.ts'
import { findOperation } from './operations.ts'
import type { Planners } from './planner.ts'
import { checkBase } from './record-changes.ts'
import { allowMethod } from './rules/methods.ts'
import type { Sql } from './sql.ts'

interface Delivery {
  /** The operation that asks: a second delivery finds what the first has removed. */
  opId: string
  reason?: string | undefined
}

/** Aliases are in their protocol; each change of one is a change of the protocol. */
export type AliasChange =
  | { type: 'alias.create'; protocol: string; alias: ProtocolAlias }
  | ({
      type: 'alias.edit'
      uuid: string
      patch: { alias?: string | undefined; swarm_uuid?: string | undefined }
      base?: string | undefined
    } & Delivery)
  | ({ type: 'alias.delete'; uuid: string } & Delivery)

export const aliasPlanners: Planners<AliasChange> = {
  'alias.create': (sql, { protocol, alias }, by) => ({
    kind: 'protocol',
    uuid: protocol,
    action: 'protocol.alias_create',
    change: (found) => {
      const before = openProtocol(found, by)
      if (findProtocolOf(sql, alias.uuid)) {
        throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
      }
      refuseMarksOnly(alias.alias, 'alias')
      checkAlias(sql, alias, before, by)
      return withAliases(before, [...before.aliases, alias])
    },
  }),
  'alias.edit': (sql, { uuid, patch, base, opId, reason = '' }, by) => ({
    kind: 'protocol',
    uuid: protocolOf(sql, uuid, opId),
    action: 'protocol.alias_edit',
    reason,
    change: (found) => {
      const before = openProtocol(found, by)
      checkBase(before, base, patch)
      const known = seenAlias(before, uuid, by)
      const alias = { ...known, ...defined(patch) }
      // Judge an alias only when it changes: one from before this rule stays.
      if (alias.alias !== known.alias) refuseMarksOnly(alias.alias, 'alias')
      checkAlias(sql, alias, before, by)
      return withAliases(
        before,
        before.aliases.map((one) => (one === known ? alias : one)),
      )
    },
  }),
  'alias.delete': (sql, { uuid, opId, reason = '' }, by) => ({
    kind: 'protocol',
    uuid: protocolOf(sql, uuid, opId),
    action: 'protocol.alias_delete',
    reason,
    change: (found) => {
      const before = openProtocol(found, by)
      const known = seenAlias(before, uuid, by)
      return withAliases(
        before,
        before.aliases.filter((one) => one !== known),
      )
    },
  }),
}

function openProtocol(found: Protocol | null, by: By): Protocol {
  const before = mustSee('protocol', found, by.sight)
  allowMethod('protocol', 'edit', before, by)
  return before
}

function withAliases(before: Protocol, aliases: ProtocolAlias[]): Protocol {
  return { ...before, aliases }
}

function seenAlias({ aliases }: Protocol, uuid: string, by: By): ProtocolAlias {
  const alias = aliases.find((one) => one.uuid === uuid)
  if (alias && by.sight.swarms.includes(alias.swarm_uuid)) return alias
  throw noAlias()
}

function noAlias(): Fault {
  return new Fault('not_found', 'No such alias')
}

/** @throws Fault `taken` "Choose a different protocol alias" when the swarm has it already, or one that looks like it (VAL-025, decisions D69). */
function checkAlias(sql: Sql, alias: ProtocolAlias, protocol: Protocol, by: By): void {
  const { swarm_uuid: swarm } = alias
  if (!by.sight.swarms.includes(swarm)) {
    throw new Fault('invalid', 'You are not in this swarm', {
      field: 'swarm_uuid',
      reason: 'swarm_unknown',
    })
  }
  if (protocol.swarm_uuid !== null && protocol.swarm_uuid !== swarm) {
    throw new Fault('invalid', 'This swarm does not see the protocol', {
      field: 'swarm_uuid',
      reason: 'other_swarm',
    })
  }
  const isAlike = looksLike(alias.alias)
  const twin = aliasesOf(sql, swarm).find((one) => one.uuid !== alias.uuid && isAlike(one.alias))
  if (!twin) return
  throw new Fault('taken', 'Choose a different protocol alias', {
    field: 'alias',
    reason: 'alias_taken',
    params: { alias: alias.alias },
  })
}

function aliasesOf(sql: Sql, swarm: string): ProtocolAlias[] {
  const rows = sql.all<{ alias: string }>(
    `SELECT held.value AS alias FROM records, json_each(body, '$.aliases') AS held
     WHERE kind = 'protocol' AND deleted_at IS NULL
       AND json_extract(held.value, '$.swarm_uuid') = ?`,
    swarm,
  )
  return rows.map(({ alias }) => JSON.parse(alias) as ProtocolAlias)
}

function findProtocolOf(sql: Sql, alias: string): string | null {
  const row = sql.first<{ uuid: string }>(
    `SELECT records.uuid FROM records, json_each(body, '$.aliases') AS held
     WHERE kind = 'protocol' AND deleted_at IS NULL AND json_extract(held.value, '$.uuid') = ?`,
    alias,
  )
  return row?.uuid ?? null
}

/** Find the protocol that holds an alias, or that this very operation has changed already. */
function protocolOf(sql: Sql, alias: string, opId: string): string {
  const found = findProtocolOf(sql, alias) ?? findOperation(sql, opId)?.uuid
  if (found === undefined) throw noAlias()
  return found
}
