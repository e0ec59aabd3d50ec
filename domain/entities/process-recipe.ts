import * as v from 'valibot'
import { exposureLimits, intensityLimits, wavelengthNames } from '../catalog/wavelengths.ts'
import { entity } from '../entity.ts'
import { Name, stamps, Uuid, within } from '../fields.ts'

/** Limits of a programme: °C of block and lid, seconds of a hold, numbers of passes, steps and channels. */
export const processLimits = {
  temperature: { min: 4, max: 110 },
  duration: { min: 0, max: 86_400 },
  temperature_change: { min: -10, max: 10 },
  repeat: { min: 1, max: 500 },
  lid_temperature: { min: 20, max: 115 },
  steps: 100,
  channels: 7,
} as const

const Seconds = within(processLimits.duration)
const Celsius = within(processLimits.temperature)

/**
 * One step of the thermal programme in RDML's terms (RDML 1.3 `thermalCyclingConditions`, decisions R14).
 * `loop` goes back to the step at index `goto` and runs from there `repeat` times in all.
 * `temperature_change` is added on each pass of the loop around the step: a melt is a measured step with one.
 */
export const ProcessStep = v.variant('type', [
  v.strictObject({
    type: v.literal('temperature'),
    temperature: Celsius,
    duration: Seconds,
    temperature_change: v.optional(within(processLimits.temperature_change)),
    /** `real time`: one point of the amplification; `meltcurve`: one point of the melt. */
    measure: v.optional(v.picklist(['real time', 'meltcurve'])),
  }),
  v.strictObject({
    type: v.literal('loop'),
    goto: v.pipe(v.number(), v.integer(), v.minValue(0)),
    repeat: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(processLimits.repeat.min),
      v.maxValue(processLimits.repeat.max),
    ),
  }),
  v.strictObject({ type: v.literal('pause'), temperature: Celsius }),
  v.strictObject({ type: v.literal('lidOpen') }),
])
export type ProcessStep = v.InferOutput<typeof ProcessStep>

/** A wavelength as it is measured; limits of spec §5 (Intensity 1 to 100, Exposure 10 to 300). */
export const ProcessChannel = v.strictObject({
  wavelength: v.picklist(wavelengthNames),
  intensity: within(intensityLimits),
  exposure: within(exposureLimits),
})
export type ProcessChannel = v.InferOutput<typeof ProcessChannel>

/** Programme of a run: the steps, and the channels it measures, in order. */
export const Process = v.strictObject({
  steps: v.pipe(v.array(ProcessStep), v.minLength(1), v.maxLength(processLimits.steps)),
  channels: v.pipe(v.array(ProcessChannel), v.minLength(1), v.maxLength(processLimits.channels)),
  lid_temperature: within(processLimits.lid_temperature),
})
export type Process = v.InferOutput<typeof Process>

export const ProcessRecipe = v.strictObject({
  ...stamps,
  name: Name,
  swarm_uuid: v.nullable(Uuid),
  archived: v.picklist([0, 1]),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  process: Process,
})
export type ProcessRecipe = v.InferOutput<typeof ProcessRecipe>

export const processRecipe = entity({
  kind: 'process_recipe',
  path: '/process_recipes',
  permission: 'processRecipe.search',
  schema: ProcessRecipe,
  indexes: ['name'],
  filters: ['archived', 'swarm_uuid'],
  scope: 'swarm',
  local: { table: 'processRecipes', collection: 'methods' },
  trash: 'process_recipes',
})
