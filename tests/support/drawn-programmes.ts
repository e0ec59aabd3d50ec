import fc from 'fast-check'
import {
  exposureLimits,
  intensityLimits,
  wavelengthNames,
} from '../../domain/catalog/wavelengths.ts'
import {
  type Process,
  processLimits,
  type ProcessStep,
} from '../../domain/entities/process-recipe.ts'

const { temperature, temperature_change: change, repeat, lid_temperature: lid } = processLimits
const tenths = ({ min, max }: { min: number; max: number }) =>
  fc.integer({ min: min * 10, max: max * 10 }).map((value) => value / 10)

const hold = fc
  .record(
    {
      temperature: tenths(temperature),
      duration: fc.integer({ min: 1, max: 86_400 }),
      temperature_change: tenths(change).filter((value) => value !== 0),
      measure: fc.constantFrom('real time' as const, 'meltcurve' as const),
    },
    { requiredKeys: ['temperature', 'duration'] },
  )
  .map((step): ProcessStep => ({ type: 'temperature', ...step }))

const single = fc.oneof(
  { weight: 6, arbitrary: hold },
  tenths(temperature).map((celsius): ProcessStep => ({ type: 'pause', temperature: celsius })),
  fc.constant<ProcessStep>({ type: 'lidOpen' }),
)

/** Steps in groups, of which some are repeated and some hold another repeated group, so that no loops cross. */
const group: fc.Arbitrary<ProcessStep[]> = fc
  .tuple(
    fc.array(single, { minLength: 1, maxLength: 3 }),
    fc.option(
      fc.tuple(fc.array(single, { minLength: 1, maxLength: 3 }), fc.integer({ ...repeat, max: 6 })),
    ),
    fc.option(fc.integer({ ...repeat, max: 50 })),
  )
  .map(([steps, inner, passes]) => {
    const nested: ProcessStep[] = inner
      ? [...inner[0], { type: 'loop', goto: steps.length, repeat: inner[1] }]
      : []
    const whole = [...steps, ...nested]
    return passes === null ? whole : [...whole, { type: 'loop', goto: 0, repeat: passes }]
  })

/** Any programme that devices can be given in whole seconds, with nested loops, pauses, open lids, reads and changes. */
export const programmes: fc.Arbitrary<Process> = fc.record({
  steps: fc.array(group, { minLength: 1, maxLength: 5 }).map((groups) => {
    const steps: ProcessStep[] = []
    for (const own of groups) {
      const from = steps.length
      for (const step of own) {
        steps.push(step.type === 'loop' ? { ...step, goto: step.goto + from } : step)
      }
    }
    return steps
  }),
  channels: fc
    .uniqueArray(fc.constantFrom(...wavelengthNames), { minLength: 1, maxLength: 7 })
    .chain((names) =>
      fc.tuple(
        ...names.map((wavelength) =>
          fc.record({
            wavelength: fc.constant(wavelength),
            intensity: fc.integer(intensityLimits),
            exposure: fc.integer(exposureLimits),
          }),
        ),
      ),
    ),
  lid_temperature: tenths(lid),
})
