import * as v from 'valibot'
import {
  type WavelengthName,
  wavelengthNames,
  wavelengths,
} from '../../../../../domain/catalog/wavelengths.ts'
import type { EvaluationRecipe } from '../../../../../domain/entities/evaluation-recipe.ts'
import type { Process, ProcessStep } from '../../../../../domain/entities/process-recipe.ts'
import type { DrawnStep } from '../../../../../domain/rules/programme-layout.ts'
import { known, numberOf, Typed } from '../../editing/typed.ts'

const DraftStep = v.variant('type', [
  v.strictObject({
    type: v.literal('temperature'),
    temperature: Typed,
    duration: Typed,
    /** Added on each pass of the loop; null is no change. */
    temperature_change: Typed,
    measure: v.picklist(['', 'real time', 'meltcurve']),
  }),
  v.strictObject({ type: v.literal('loop'), goto: v.number(), repeat: Typed }),
  v.strictObject({ type: v.literal('pause'), temperature: Typed }),
  v.strictObject({ type: v.literal('lidOpen') }),
])
export type DraftStep = v.InferOutput<typeof DraftStep>

const DraftChannel = v.strictObject({
  wavelength: v.picklist(wavelengthNames),
  intensity: Typed,
  exposure: Typed,
})
export type DraftChannel = v.InferOutput<typeof DraftChannel>

/** A process recipe as it is edited: as the record, and its numbers may be missing while they are typed. */
export const Draft = v.strictObject({
  name: v.string(),
  swarm_uuid: v.nullable(v.string()),
  lid_temperature: Typed,
  steps: v.array(DraftStep),
  channels: v.array(DraftChannel),
})
export type Draft = v.InferOutput<typeof Draft>

/** Content of a new process recipe: no steps, the usual lid temperature, and the channel that all devices have. */
export const emptyDraft: Draft = {
  name: '',
  swarm_uuid: null,
  lid_temperature: 105,
  steps: [],
  channels: [makeChannel('FAM')],
}

/** Return what a new thermal profile of an evaluation begins with: its name, and the channels that it reads. */
export function firstProcess({ name, swarm_uuid, evaluation }: EvaluationRecipe): Draft {
  const { targets, passive_reference: reference } = evaluation
  const read = new Set([
    ...targets.map(({ channel }) => channel),
    ...(reference ? [reference] : []),
  ])
  const channels = wavelengthNames.filter((one) => read.has(one)).map(makeChannel)
  return { ...emptyDraft, name, swarm_uuid, channels }
}

/** Return a channel with the settings that its wavelength starts with. */
export function makeChannel(wavelength: WavelengthName): DraftChannel {
  const { Intensity, Exposure } = wavelengths[wavelength].settings
  return { wavelength, intensity: Intensity.default, exposure: Exposure.default }
}

interface Content {
  name: string
  swarm_uuid: string | null
  process: Process
}

/** Take the draft out of a record. */
export function draftOf({ name, swarm_uuid, process }: Content): Draft {
  return {
    name,
    swarm_uuid,
    lid_temperature: process.lid_temperature,
    steps: process.steps.map(stepOf),
    channels: process.channels.map((channel) => ({ ...channel })),
  }
}

/** Return a step of a record as it is edited. */
export function stepOf(step: ProcessStep): DraftStep {
  if (step.type !== 'temperature') return { ...step }
  const { temperature_change: change = null, measure = '', ...rest } = step
  return { ...rest, temperature_change: change, measure }
}

/** Tell if all numbers of a step can be drawn: none is a text that could not be read. */
function isDrawn(step: DraftStep): step is DraftStep & DrawnStep {
  const { type: _type, ...values } = step
  return Object.entries(values).every(
    ([name, value]) => name === 'measure' || typeof value !== 'string',
  )
}

/** Return a step as it can be drawn, without what could not be read; otherwise the same, which is not drawn again. */
export function drawnStep(step: DraftStep): DrawnStep {
  if (isDrawn(step)) return step
  switch (step.type) {
    case 'temperature':
      return {
        ...step,
        temperature: numberOf(step.temperature),
        duration: numberOf(step.duration),
        temperature_change: numberOf(step.temperature_change),
      }
    case 'loop':
      return { ...step, repeat: numberOf(step.repeat) }
    case 'pause':
      return { ...step, temperature: numberOf(step.temperature) }
  }
}

/** Return the process that a draft says. Check it first (`findDraftProblems`): a number that is none yet is written as NaN. */
export function processOf({ steps, channels, lid_temperature: lid }: Omit<Draft, 'name'>): Process {
  return {
    steps: steps.map((step): ProcessStep => {
      switch (step.type) {
        case 'temperature': {
          const { temperature, duration, temperature_change: change, measure } = step
          return {
            type: 'temperature',
            temperature: known(temperature),
            duration: known(duration),
            ...(change !== null && change !== 0 && { temperature_change: known(change) }),
            ...(measure !== '' && { measure }),
          }
        }
        case 'loop':
          return { ...step, repeat: known(step.repeat) }
        case 'pause':
          return { ...step, temperature: known(step.temperature) }
        case 'lidOpen':
          return step
      }
    }),
    channels: channels.map((channel) => ({
      ...channel,
      intensity: known(channel.intensity),
      exposure: known(channel.exposure),
    })),
    lid_temperature: known(lid),
  }
}
