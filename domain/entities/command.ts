import * as v from 'valibot'
import { entity } from '../entity.ts'
import { stamps, Timestamp, Uuid } from '../fields.ts'
import { Command } from '../live/command.ts'

/** Life of a command (ruling 4): kept in the store first, sent second, never repeated by itself. */
export const commandStates = ['queued', 'sent', 'accepted', 'done', 'refused', 'expired'] as const
export type CommandState = (typeof commandStates)[number]

/**
 * Next states. `expired` says that no word came in time; a device that had taken the command in time and
 * could say so only later still has the last word.
 */
export const commandNext: Readonly<Record<CommandState, readonly CommandState[]>> = {
  queued: ['sent', 'accepted', 'done', 'refused', 'expired'],
  sent: ['accepted', 'done', 'refused', 'expired'],
  accepted: ['done', 'refused'],
  done: [],
  refused: [],
  expired: ['accepted', 'done', 'refused'],
}

/** One entry of the command ledger. */
export const CommandRecord = v.strictObject({
  ...stamps,
  device_uuid: Uuid,
  /** Swarm of the analysis it is about: a launch carries its name and plate. Absent in the oldest entries. */
  swarm_uuid: v.optional(Uuid),
  user_uuid: Uuid,
  user_name: v.string(),
  command: Command,
  state: v.picklist(commandStates),
  /** The device's word for a refusal; empty otherwise. */
  reason: v.pipe(v.string(), v.maxLength(500)),
  expires_at: Timestamp,
})
export type CommandRecord = v.InferOutput<typeof CommandRecord>

export const command = entity({
  kind: 'command',
  path: '/products/commands',
  permission: 'products.search',
  schema: CommandRecord,
  indexes: ['device_uuid', 'state'],
  scope: 'swarm',
  local: { table: 'commands', collection: 'devices' },
  trash: null,
})
