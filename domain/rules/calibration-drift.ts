import * as v from 'valibot'
import { acceptance } from '../catalog/calibration.ts'
import type { Device } from '../entities/device.ts'
import { Timestamp, Uuid, Well } from '../fields.ts'

/**
 * Values of ordinary runs that are followed between calibrations, with the limits at which a calibration would find them.
 * - `change`: light of a place against the median of its channel, as a share; the factor's own limit.
 * - `level`: light of a channel, as a share; where the health check of the optics warns (device-health.ts).
 * - `tm_well`: melting temperature of a well against the median of its amplicon, °C.
 * - `tm_bias`: median melting temperature of an amplicon against that of the first runs, °C.
 */
export const driftLimits = {
  change: acceptance.illumination.change.value,
  level: 0.2,
  tm_well: acceptance.melt.tm_well.value,
  tm_bias: acceptance.melt.tm_bias.value,
} as const
export type DriftName = keyof typeof driftLimits
const driftNames = Object.keys(driftLimits) as DriftName[]

/** Return true for a value of light, a share; the others are in °C. */
export function isDriftOfLight(name: DriftName): boolean {
  return name === 'change' || name === 'level'
}

/** Fewest runs of one method from which a trend is read, and most that are read: the newest. */
export const leastDriftRuns = 8
export const mostDriftRuns = 60
/** Days before a limit from which a drift is reported: time to calibrate before results are wrong. */
export const driftHorizonDays = 42

/** One value over the runs of a device, as its change since the calibration in force. */
export const DriftSeries = v.strictObject({
  what: v.picklist(driftNames),
  /** Channel of light, or amplicon. */
  part: v.string(),
  well: v.nullable(Well),
  limit: v.number(),
  runs: v.number(),
  /** Change so far, and a month; `low` and `high` are the ends of its interval of 95 %, null where too few runs bound it. */
  so_far: v.number(),
  per_month: v.number(),
  low: v.nullable(v.number()),
  high: v.nullable(v.number()),
  /** Time at which the limit is reached if it goes on so, with its interval; null for no trend, or an open end. */
  reaches_at: v.nullable(Timestamp),
  earliest: v.nullable(Timestamp),
  latest: v.nullable(Timestamp),
  /** The trend is real by its interval, and the limit is reached within the horizon. */
  flagged: v.boolean(),
  points: v.array(v.strictObject({ run_uuid: Uuid, at: Timestamp, value: v.number() })),
})
export type DriftSeries = v.InferOutput<typeof DriftSeries>

/** Drift of a device: the flagged values first, then those that are nearest to their limits. */
export const DriftReport = v.strictObject({
  runs: v.number(),
  /** Runs whose files cannot be read. */
  unread: v.number(),
  /** Number of values that were followed; those with the fewest days left are listed. */
  followed: v.number(),
  series: v.array(DriftSeries),
})
export type DriftReport = v.InferOutput<typeof DriftReport>

/** The drift of a device that reaches its limit first. */
export interface KnownDrift {
  what: DriftName
  part: string
  well: string | null
  reaches_at: string
}

const prefix = 'calibration.drift.'

/** Return the drift that was found with the last run of a device; null for none. */
export function driftOf({ config }: Pick<Device, 'config'>): KnownDrift | null {
  const read = (field: string) => {
    const value = config[prefix + field]
    return typeof value === 'string' ? value : null
  }
  const [what, part, reaches_at] = [read('what'), read('part'), read('reaches_at')]
  const name = driftNames.find((one) => one === what)
  if (!name || part === null || reaches_at === null) return null
  return { what: name, part, well: read('well') || null, reaches_at }
}

/** Return the configuration of a device with what was found of its drift; the same object where nothing is new. */
export function withDrift(
  config: Device['config'],
  drift: Pick<DriftSeries, 'what' | 'part' | 'well' | 'reaches_at'> | null,
): Device['config'] {
  const known = driftOf({ config })
  const at = drift?.reaches_at ?? null
  if (drift === null || at === null) {
    if (known === null) return config
    return Object.fromEntries(Object.entries(config).filter(([key]) => !key.startsWith(prefix)))
  }
  const { what, part, well } = drift
  // Write a day, not a moment: each run would move it a little, and leave an entry in the trail.
  const day = `${at.slice(0, 10)}T00:00:00.000Z`
  const isSame = known?.what === what && known.part === part && known.well === well
  const moved = known ? Math.abs(Date.parse(known.reaches_at) - Date.parse(day)) : Infinity
  if (isSame && moved < 3 * 86_400_000) return config
  return {
    ...config,
    [`${prefix}what`]: what,
    [`${prefix}part`]: part,
    [`${prefix}well`]: well ?? '',
    [`${prefix}reaches_at`]: day,
  }
}
