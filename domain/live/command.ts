import * as v from 'valibot'
import { cartridgeNames } from '../catalog/cartridges.ts'
import { Process } from '../entities/process-recipe.ts'
import { Name, Uuid, Well } from '../fields.ts'

/**
 * Commands to a device (spec §7, decisions D47 and D49). The codes are ours: the specification names
 * the commands and not their numbers. Those without a schema here are refused until their issue adds it.
 */
export const commandCodes = {
  SKIP: 1,
  ABORT: 2,
  EXTEND: 3,
  REBOOT: 4,
  SHUTDOWN: 5,
  LOAD_RECIPE: 6,
  GET_SETUP: 7,
  FLASH: 8,
  ANALYSIS_SYNC: 9,
  BGATE_SYNC: 10,
  FOLDERS_CLEAR: 11,
  UPDATE: 12,
  SET_INFO: 13,
  UPDATE_SETUP: 14,
  GET_SAMBA_CONFIGS: 15,
  UPDATE_SAMBA_CONFIG: 16,
  DELETE_SAMBA_CONFIG: 17,
} as const

/** What is in the wells, as far as a device needs to know. */
export const LayoutWell = v.strictObject({
  well: Well,
  sample_type: v.picklist(['unknown', 'standard', 'positive', 'negative', 'ntc']),
  quantity: v.optional(v.number()),
  /** Number of the sample in the layout: wells with the same one are replicates. */
  sample: v.optional(v.pipe(v.number(), v.integer())),
})

/** The run to load: everything a device needs to go on alone when the network goes away. */
export const RunOrder = v.strictObject({
  analysis_uuid: Uuid,
  name: Name,
  cartridge_type: v.picklist(cartridgeNames),
  process: Process,
  wells: v.array(LayoutWell),
})
export type RunOrder = v.InferOutput<typeof RunOrder>

/** Which run is meant: a command for a run that is over is refused by the device. */
const forRun = { analysis_uuid: Uuid }

export const Command = v.variant('name', [
  v.strictObject({ name: v.literal('LOAD_RECIPE'), order: RunOrder }),
  v.strictObject({ name: v.literal('ABORT'), ...forRun }),
  /** Ends the step that is going on; `position` is the step the sender saw, so a late one cannot hit the next. */
  v.strictObject({ name: v.literal('SKIP'), ...forRun, position: v.number() }),
  /** Adds cycles to the amplification loop; a negative number anticipates its end (decisions D15). */
  v.strictObject({
    name: v.literal('EXTEND'),
    ...forRun,
    cycles: v.pipe(v.number(), v.integer(), v.minValue(-50), v.maxValue(50), v.notValue(0)),
  }),
])
export type Command = v.InferOutput<typeof Command>

/** What travels on the command subject. */
export const CommandMessage = v.strictObject({
  command_uuid: Uuid,
  code: v.number(),
  command: Command,
  expires_at: v.string(),
})
export type CommandMessage = v.InferOutput<typeof CommandMessage>

/** Why a device says no; the interface has a text for each. */
export const refusalReasons = [
  'busy',
  'wrong_cartridge',
  'channel_missing',
  'lid_open',
  'no_run',
  'other_run',
  'step_over',
  'not_in_loop',
  'programme_too_long',
  'storage_full',
  'expired',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** The device's answer to a command. */
export const CommandAnswer = v.variant('state', [
  v.strictObject({ command_uuid: Uuid, state: v.picklist(['accepted', 'done']) }),
  v.strictObject({
    command_uuid: Uuid,
    state: v.literal('refused'),
    reason: v.picklist(refusalReasons),
  }),
])
export type CommandAnswer = v.InferOutput<typeof CommandAnswer>
