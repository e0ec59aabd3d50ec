import * as v from 'valibot'
import { entity } from '../entity.ts'
import { author, stamps, Text, Timestamp, Uuid } from '../fields.ts'
import { Device } from './device.ts'
import { RecordedCommand } from '../live/command.ts'
import { ShellTranscript } from '../live/device-setup.ts'

/**
 * Life of a command (ruling 4): kept in the store first, sent second, never repeated by itself. `expired`: nobody was
 * ever given it, so nothing has happened. `unknown`: it was given and no word came in time, so nobody knows.
 */
const commandStates = [
  'queued',
  'sent',
  'accepted',
  'done',
  'refused',
  'expired',
  'unknown',
] as const
export type CommandState = (typeof commandStates)[number]

/**
 * Next states. A command that could not be handed over after all is `queued` again. The device's word settles it
 * whenever it comes: also after `expired` and `unknown`.
 */
export const commandNext: Readonly<Record<CommandState, readonly CommandState[]>> = {
  queued: ['sent', 'accepted', 'done', 'refused', 'expired'],
  sent: ['queued', 'accepted', 'done', 'refused', 'unknown'],
  accepted: ['done', 'refused', 'unknown'],
  done: [],
  refused: [],
  expired: ['accepted', 'done', 'refused'],
  unknown: ['accepted', 'done', 'refused'],
}

/** Return true for a state after which no further change is expected. */
export function isSettled(state: CommandState): boolean {
  return state === 'done' || state === 'refused' || state === 'expired'
}

/** One entry of the command ledger. */
export const CommandRecord = v.strictObject({
  ...stamps,
  device_uuid: Uuid,
  /** Swarm of the analysis it is about: a launch carries its name and plate. Absent where it is about the device. */
  swarm_uuid: v.optional(Uuid),
  /** Type of the device of a command about the device itself: people who do not see such devices do not see it. */
  deviceType: v.optional(Device.entries.deviceType),
  ...author,
  command: RecordedCommand,
  state: v.picklist(commandStates),
  /** The device's word for a refusal; empty otherwise. */
  reason: v.pipe(Text, v.maxLength(500)),
  /** By when the device must have taken it; a later one it refuses. */
  expires_at: Timestamp,
  /** The device has fetched it itself: it may act on it, whatever the live bus says. */
  fetched: v.optional(v.boolean()),
  /** Given to the device in the local network, and told by it afterwards. */
  local: v.optional(v.literal(true)),
  /** Transcript of the remote shell that this command ended, or that had ended by itself before it. */
  transcript: v.optional(ShellTranscript),
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
