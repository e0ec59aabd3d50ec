import * as v from 'valibot'
import { deviceCartridgeNames } from '../catalog/cartridges.ts'
import { wavelengthNames } from '../catalog/wavelengths.ts'
import { Process } from '../entities/process-recipe.ts'
import { Pixels } from '../entities/calibration.ts'
import { LabelledLot } from '../entities/lab-lot.ts'
import { ContentHash, Day, Name, PlainId, Uuid, Version, Well } from '../fields.ts'
import { CommandData, DeviceSettings, SambaConfig } from './device-setup.ts'

/**
 * Commands to a device (spec §7, decisions D16, D47 and D49). The codes are ours: the specification names the
 * commands and not their numbers. The same commands travel on the live bus and on the local network.
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
  /** Not in the specification's list: start and stop by a flag (decisions D16). */
  REMOTE_SHELL: 18,
  /** Ours: a picture of the plate in one channel, for the calibration of its regions (decision 63). */
  TAKE_PICTURE: 19,
  /** Ours: an accepted calibration, for the device to measure by (decision 63). */
  APPLY_CALIBRATION: 20,
  /** Ours: test optics, block, lid and fan now (decision 71). */
  SELF_TEST: 21,
} as const

/** The part of an accepted calibration that a device needs. */
export const AppliedCalibration = v.variant('kind', [
  v.strictObject({
    kind: v.literal('roi'),
    uuid: Uuid,
    /** Size of the pictures in which the circles are, in pixels. */
    width: Pixels,
    height: Pixels,
    regions: v.pipe(
      v.array(v.strictObject({ well: Well, x: Pixels, y: Pixels, radius: Pixels })),
      v.minLength(4),
      v.maxLength(96),
    ),
  }),
  v.strictObject({
    kind: v.literal('illumination'),
    uuid: Uuid,
    /** Light of each place against the mean of all, in the order of the wells: what the device divides its readings by. */
    fields: v.pipe(
      v.array(
        v.strictObject({
          channel: v.picklist(wavelengthNames),
          light: v.pipe(
            v.array(v.pipe(v.number(), v.minValue(0.05), v.maxValue(20))),
            v.minLength(4),
            v.maxLength(96),
          ),
        }),
      ),
      v.minLength(1),
      v.maxLength(wavelengthNames.length),
    ),
  }),
  v.strictObject({
    kind: v.literal('thermal'),
    uuid: Uuid,
    /** True temperature = offset + gain x block sensor, in °C. */
    offset: v.pipe(v.number(), v.minValue(-50), v.maxValue(50)),
    gain: v.pipe(v.number(), v.minValue(0.5), v.maxValue(2)),
  }),
])
export type AppliedCalibration = v.InferOutput<typeof AppliedCalibration>

/** Content of the wells, as far as a device needs it. */
const LayoutWell = v.strictObject({
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
  cartridge_type: v.picklist(deviceCartridgeNames),
  process: Process,
  wells: v.array(LayoutWell),
  /** Swarm whose people may see it in the local network; absent in the oldest orders. */
  swarm_uuid: v.optional(Uuid),
  /** The kit, which a device compares with the lots that are not run; absent without one. */
  kit: v.optional(
    v.strictObject({
      bkit_uuid: Uuid,
      lot: LabelledLot,
      /** Its last day; null where a person has said why it is used after it. */
      use_by: v.nullable(Day),
    }),
  ),
})
export type RunOrder = v.InferOutput<typeof RunOrder>

/** The run that is meant: the device refuses a command for a run that is over, or for another one. */
const forRun = { analysis_uuid: Uuid }

const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))

/** Ends a run. */
export const AbortRun = v.strictObject({ name: v.literal('ABORT'), ...forRun })

/**
 * Ends the step that is going on. `position` (and `cycle`, where given) is what the sender saw, so that a late one
 * cannot hit the next step.
 */
export const SkipStep = v.strictObject({
  name: v.literal('SKIP'),
  ...forRun,
  position: v.number(),
  cycle: v.optional(Count),
})

/**
 * Adds cycles to the amplification loop; a negative number anticipates its end (decisions D15). `of` is how many the
 * sender saw planned: two people who press at once do not add up.
 */
export const ExtendRun = v.strictObject({
  name: v.literal('EXTEND'),
  ...forRun,
  cycles: v.pipe(v.number(), v.integer(), v.minValue(-50), v.maxValue(50), v.notValue(0)),
  of: v.optional(Count),
})

/** Allowed life of a remote shell, in minutes; the device closes it by itself. */
export const shellMinutes = [15, 30, 60] as const

const plainCommands = [
  v.strictObject({ name: v.literal('LOAD_RECIPE'), order: RunOrder }),
  AbortRun,
  SkipStep,
  ExtendRun,
  /** A run that is going on goes on afterwards. */
  v.strictObject({ name: v.literal('REBOOT') }),
  v.strictObject({ name: v.literal('SHUTDOWN') }),
  v.strictObject({ name: v.literal('GET_SETUP') }),
  /** Blinks, so that a person finds it. */
  v.strictObject({ name: v.literal('FLASH') }),
  /** Sends again what the service has not acknowledged, of one run or of all. */
  v.strictObject({ name: v.literal('ANALYSIS_SYNC'), analysis_uuid: v.optional(Uuid) }),
  v.strictObject({ name: v.literal('BGATE_SYNC') }),
  /** Clears what the service has acknowledged, and nothing else. */
  v.strictObject({ name: v.literal('FOLDERS_CLEAR') }),
  /** `file_hash`: SHA-256 of the software; what is fetched and does not match is not installed. */
  v.strictObject({ name: v.literal('UPDATE'), version: Version, file_hash: ContentHash }),
  v.strictObject({
    name: v.literal('SET_INFO'),
    info: v.strictObject({ name: v.optional(Name), hostname: v.optional(PlainId) }),
  }),
  /** Changes the settings named, and leaves the others. */
  v.strictObject({ name: v.literal('UPDATE_SETUP'), settings: DeviceSettings }),
  v.strictObject({ name: v.literal('TAKE_PICTURE'), channel: v.picklist(wavelengthNames) }),
  v.strictObject({ name: v.literal('APPLY_CALIBRATION'), calibration: AppliedCalibration }),
  v.strictObject({ name: v.literal('SELF_TEST') }),
  v.strictObject({ name: v.literal('GET_SAMBA_CONFIGS') }),
  v.strictObject({ name: v.literal('DELETE_SAMBA_CONFIG'), config_uuid: Uuid }),
  /** `reason` and `minutes` with each start; absent in the oldest entries and with a stop. */
  v.strictObject({
    name: v.literal('REMOTE_SHELL'),
    action: v.picklist(['start', 'stop']),
    reason: v.optional(v.pipe(v.string(), v.maxLength(500))),
    minutes: v.optional(v.picklist(shellMinutes)),
  }),
] as const

const sambaUpdate = {
  name: v.literal('UPDATE_SAMBA_CONFIG'),
  /** The one to change, or a new one. */
  config_uuid: Uuid,
  config: SambaConfig,
} as const

/** A command as it travels. */
export const Command = v.variant('name', [
  ...plainCommands,
  /** Without a password the one that the device holds stays. */
  v.strictObject({
    ...sambaUpdate,
    password: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
  }),
])
export type Command = v.InferOutput<typeof Command>
export type CommandName = Command['name']

/** A command as it is written down: of a password it says that there was one. */
export const RecordedCommand = v.variant('name', [
  ...plainCommands,
  v.strictObject({ ...sambaUpdate, secret: v.optional(v.literal('withheld')) }),
])
export type RecordedCommand = v.InferOutput<typeof RecordedCommand>

/** Remove secrets from a command for ledger, audit trail, logs and answers. */
export function withoutSecret(command: Command): RecordedCommand {
  if (command.name !== 'UPDATE_SAMBA_CONFIG') return command
  const { password, ...rest } = command
  return password === undefined ? rest : { ...rest, secret: 'withheld' }
}

/** Message on the command subject. */
export const CommandMessage = v.strictObject({
  command_uuid: Uuid,
  code: v.number(),
  command: Command,
  expires_at: v.string(),
})
export type CommandMessage = v.InferOutput<typeof CommandMessage>

/** Reasons that a device refuses a command; the interface has a text for each. */
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
  /** The lot of the kit is not released, is held or withdrawn, as the device has heard from the service. */
  'lot_stopped',
  'lot_expired',
  'expired',
  /** The plan of the run is another one than the sender saw. */
  'plan_changed',
  /** Not on this model, or not with this software. */
  'not_supported',
  /** This device does not know such a command. */
  'unreadable',
  'setting_refused',
  'no_such_config',
  'too_many_configs',
  'already_installed',
  /** The downloaded software is not the ordered one. */
  'update_mismatch',
  /** The new software did not come up: the old one runs again. */
  'update_rolled_back',
  /** The service no longer offers the version to this device, or has no image of it. */
  'update_unavailable',
  /** The release is not signed by the service for this device, has expired, or names other models. */
  'update_untrusted',
  /** Release metadata (decision 68): by too few known keys, out of date, older than known, not belonging together, without this image. */
  'update_unsigned',
  'update_outdated',
  'update_older',
  'update_mixed',
  'update_unlisted',
  'update_unreadable',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** The device's answer to a command. */
export const CommandAnswer = v.variant('state', [
  /** Taken up; `done` or `refused` follows. */
  v.strictObject({ command_uuid: Uuid, state: v.literal('accepted') }),
  v.strictObject({
    command_uuid: Uuid,
    state: v.literal('done'),
    data: v.optional(CommandData),
  }),
  v.strictObject({
    command_uuid: Uuid,
    state: v.literal('refused'),
    reason: v.picklist(refusalReasons),
  }),
])
export type CommandAnswer = v.InferOutput<typeof CommandAnswer>
