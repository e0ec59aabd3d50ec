import * as v from 'valibot'
import { wavelengthNames } from '../catalog/wavelengths.ts'
import { AutoTest } from '../entities/auto-test.ts'
import { ContentHash, Name, PlainId, Timestamp, Uuid, Version } from '../fields.ts'

/** Key of a setting: dotted lower-case words, so that no key is a property of objects. */
const SettingKey = v.pipe(
  v.string(),
  v.regex(/^[a-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$/, 'config_key'),
)
const SettingValue = v.union([
  // eslint-disable-next-line no-control-regex
  v.pipe(v.string(), v.maxLength(500), v.regex(/^[^\u0000-\u001f\u007f]*$/, 'control_character')),
  v.number(),
  v.boolean(),
])

/** Settings of a device by key; which keys and values it takes says domain/rules/device-config.ts. */
export const DeviceSettings = v.pipe(v.record(SettingKey, SettingValue), v.maxEntries(100))
export type DeviceSettings = v.InferOutput<typeof DeviceSettings>

const Line = v.pipe(
  v.string(),
  v.maxLength(255),
  // eslint-disable-next-line no-control-regex
  v.regex(/^[^\u0000-\u001f\u007f]*$/, 'control_character'),
)

/**
 * A folder on a file server that a bGATE writes to (spec §3, ENT-054). Which addresses and paths are valid says
 * domain/rules/samba.ts. The password is no part of it: it goes in and never comes out (ENT-055).
 */
export const SambaConfig = v.strictObject({
  /** `//host/share`. */
  address: Line,
  /** Folder on the device. */
  source: Line,
  domain: Line,
  username: Line,
  /** Folder on the share. */
  target_folder: Line,
  max_protocol: v.picklist([
    'NT1',
    'SMB2',
    'SMB2_02',
    'SMB2_10',
    'SMB3',
    'SMB3_00',
    'SMB3_02',
    'SMB3_11',
  ]),
})
export type SambaConfig = v.InferOutput<typeof SambaConfig>

/** As the device tells it: whether there is a password, and not which. */
export const HeldSambaConfig = v.strictObject({
  uuid: Uuid,
  ...SambaConfig.entries,
  has_password: v.boolean(),
})
export type HeldSambaConfig = v.InferOutput<typeof HeldSambaConfig>

/** Most folders that one device writes to. */
export const mostSambaConfigs = 20

/** Setup that a device reports about itself. Nothing in it is secret. */
export const DeviceSetup = v.strictObject({
  name: v.nullable(Name),
  hostname: PlainId,
  bkernel_version: Version,
  /** Slot that runs; an update goes into the other one. */
  slot: v.picklist(['A', 'B']),
  other_version: v.nullable(Version),
  settings: DeviceSettings,
  /** Until when the remote shell is open; null where it is closed. */
  remote_shell_until: v.nullable(Timestamp),
})
export type DeviceSetup = v.InferOutput<typeof DeviceSetup>

/** Proof of what was done in a session of the remote shell, for the audit trail: its lines and their digest. */
export const ShellTranscript = v.strictObject({
  started_at: Timestamp,
  lines: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** SHA-256 over all lines in order (`transcriptText` of domain/lan/shell-line.ts). */
  digest: ContentHash,
})
export type ShellTranscript = v.InferOutput<typeof ShellTranscript>

/** Data of an answer, where the command asks for some. */
export const CommandData = v.variant('of', [
  v.strictObject({ of: v.literal('setup'), setup: DeviceSetup }),
  v.strictObject({
    of: v.literal('samba'),
    configs: v.pipe(v.array(HeldSambaConfig), v.maxLength(mostSambaConfigs)),
  }),
  /** Readings and answers that wait for the service, now that all of them are sent again. */
  v.strictObject({ of: v.literal('sync'), pending: v.number() }),
  /** Folders that were cleared, and those that are kept because the service has not acknowledged them. */
  v.strictObject({
    of: v.literal('folders'),
    runs: v.number(),
    readings: v.number(),
    kept: v.number(),
  }),
  v.strictObject({
    of: v.literal('shell'),
    until: v.nullable(Timestamp),
    /** Transcript of the session that ended last and was not reported before. */
    transcript: v.optional(ShellTranscript),
  }),
  /** A picture of the plate as PNG, in base64; at most some 450,000 bytes, so that it fits a message of the live bus. */
  v.strictObject({
    of: v.literal('picture'),
    channel: v.picklist(wavelengthNames),
    image: v.pipe(v.string(), v.maxLength(600_000), v.base64('image_damaged')),
  }),
  /** Result of a self-test; its pictures follow with the record that the service keeps. */
  v.strictObject({
    of: v.literal('self_test'),
    ...v.pick(AutoTest, ['uuid', 'outcome', 'ran_at', 'values']).entries,
  }),
  v.strictObject({ of: v.literal('update'), version: Version, slot: v.picklist(['A', 'B']) }),
])
export type CommandData = v.InferOutput<typeof CommandData>
