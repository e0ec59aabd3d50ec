import * as v from 'valibot'
import { mostWells } from '../catalog/cartridges.ts'
import { wavelengthNames } from '../catalog/wavelengths.ts'
import { entity } from '../entity.ts'
import { author, ContentHash, Name, stamps, Text, Timestamp, Uuid, Well } from '../fields.ts'
import { isSeenReason } from '../rules/plain-text.ts'

const Channel = v.picklist(wavelengthNames)
const Why = v.pipe(Text, v.minLength(3), v.maxLength(500), v.check(isSeenReason, 'reason'))

/** Wells of a plate by what they hold: one dye alone, each named by the channel it is read in, or no dye. */
export const DyePlate = v.strictObject({
  run_uuid: Uuid,
  dyes: v.pipe(
    v.array(
      v.strictObject({
        channel: Channel,
        wells: v.pipe(v.array(Well), v.minLength(1), v.maxLength(mostWells)),
      }),
    ),
    v.minLength(2),
    v.maxLength(7),
  ),
  blanks: v.pipe(v.array(Well), v.maxLength(mostWells)),
  /** Wells of a dye, or without dye, that do not count. */
  left_out: v.pipe(v.array(v.strictObject({ well: Well, reason: Why })), v.maxLength(mostWells)),
})
export type DyePlate = v.InferOutput<typeof DyePlate>

/** Limits of a calibration by name; their values and sources: `dyeLimits` (domain/catalog/calibration.ts). */
const dyeLimitNames = ['wells', 'blanks', 'light', 'condition', 'residual'] as const

/** Measurements of a plate of pure dyes. */
export const MeasuredDyes = v.strictObject({
  channels: v.array(Channel),
  /** `matrix[channel][dye]`: light of a dye in a channel as a part of that in its own. */
  matrix: v.array(v.array(v.number())),
  /** Light without dye in each channel, a.u. */
  background: v.array(v.number()),
  /** Condition number of the matrix, columns of length 1. */
  condition: v.number(),
  dyes: v.array(
    v.strictObject({
      channel: Channel,
      /** Median light in its own channel over the background, a.u. */
      light: v.number(),
      /** Light that is left in the other dye that gets most of it, as a part of the dye's own: rms over its wells. */
      residual: v.number(),
      into: Channel,
    }),
  ),
  /** Wells of the dyes, the one with the largest residual first; then those without dye. */
  wells: v.array(
    v.strictObject({
      well: Well,
      /** Null: no dye. */
      channel: v.nullable(Channel),
      /** Largest part left in another dye by the matrix of the other wells; null without dye. */
      residual: v.nullable(v.number()),
      left_out: v.optional(v.string()),
    }),
  ),
  /** Limits that are not met; with one the calibration is not kept. */
  failures: v.array(
    v.strictObject({
      limit: v.picklist(dyeLimitNames),
      /** Null: of the plate. */
      channel: v.nullable(Channel),
      value: v.number(),
      allowed: v.number(),
    }),
  ),
})
export type MeasuredDyes = v.InferOutput<typeof MeasuredDyes>

/** A colour calibration: measured once from a run of pure dyes, then never changed; only withdrawn (decision 60). */
export const DyeCalibration = v.strictObject({
  ...stamps,
  /** Those of the run. */
  name: Name,
  swarm_uuid: Uuid,
  run_uuid: Uuid,
  input_hash: ContentHash,
  measured_at: Timestamp,
  /** Null for an imported run. */
  device_uuid: v.nullable(Uuid),
  /** Name of the device then, or of the instrument as its file says. */
  device_name: v.string(),
  // Leave out the failures: with one a calibration is not kept.
  ...v.omit(MeasuredDyes, ['failures']).entries,
  /** Version of the calculation. */
  engine: v.string(),
  ...author,
  withdrawn: v.nullable(v.strictObject({ reason: Why, at: Timestamp, ...author })),
})
export type DyeCalibration = v.InferOutput<typeof DyeCalibration>

export const dyeCalibration = entity({
  kind: 'dye_calibration',
  path: '/dye_calibrations',
  permission: 'evaluationRecipe.search',
  schema: DyeCalibration,
  indexes: ['device_uuid'],
  filters: ['device_uuid', 'swarm_uuid'],
  scope: 'swarm',
  local: null,
  trash: null,
})
