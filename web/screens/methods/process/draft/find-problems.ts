import * as v from 'valibot'
import { exposureLimits, intensityLimits } from '../../../../../domain/catalog/wavelengths.ts'
import { Process, processLimits } from '../../../../../domain/entities/process-recipe.ts'
import type { FaultDetail } from '../../../../../domain/fault.ts'
import { Name } from '../../../../../domain/fields.ts'
import { describeIssue } from '../../../../../domain/rules/describe-issue.ts'
import { findProcessProblems } from '../../../../../domain/rules/recipe-problems.ts'
import type { Typed } from '../../../../parts/form/read-number.ts'
import { whyNoNumber } from '../../editing/typed.ts'
import { type Draft, type DraftStep, processOf } from './draft.ts'

interface Limits {
  min: number
  max: number
}

/** Limits of the numbers of a step, by field. */
export const stepLimits = processLimits satisfies Record<string, Limits | number>
export const channelLimits = { intensity: intensityLimits, exposure: exposureLimits }

/**
 * Find what keeps a draft from being saved, each at its field, as the service would say it: missing and impossible numbers
 * first, then what the whole programme leads to (VAL-021, VAL-037, VAL-038).
 */
export function findDraftProblems(draft: Draft): FaultDetail[] {
  const { name, lid_temperature: lid, steps, channels } = draft
  const typed = [
    ...(v.safeParse(Name, name).issues ?? []).slice(0, 1).map((issue): FaultDetail => ({
      code: 'invalid',
      field: 'name',
      ...describeIssue(issue),
    })),
    ...checkNumber('process.lid_temperature', lid, processLimits.lid_temperature),
    ...steps.flatMap((step, at) => checkStep(`process.steps.${at}`, step)),
    ...channels.flatMap(({ intensity, exposure }, at) => [
      ...checkNumber(`process.channels.${at}.intensity`, intensity, channelLimits.intensity),
      ...checkNumber(`process.channels.${at}.exposure`, exposure, channelLimits.exposure),
    ]),
  ]
  if (typed.some(({ field }) => field !== 'name')) return typed
  return [...typed, ...checkWhole(draft)]
}

function checkWhole(draft: Draft): FaultDetail[] {
  const read = v.safeParse(Process, processOf(draft))
  if (read.success) return findProcessProblems(read.output)
  return read.issues.map((issue) => ({
    code: 'invalid',
    field: `process.${v.getDotPath(issue) ?? ''}`,
    ...describeIssue(issue),
  }))
}

function checkStep(field: string, step: DraftStep): FaultDetail[] {
  const check = (name: 'temperature' | 'duration' | 'repeat', value: Typed) =>
    checkNumber(`${field}.${name}`, value, processLimits[name])
  switch (step.type) {
    case 'temperature': {
      const { temperature, duration, temperature_change: change } = step
      const limits = processLimits.temperature_change
      return [
        ...check('temperature', temperature),
        ...check('duration', duration),
        ...(change === null ? [] : checkNumber(`${field}.temperature_change`, change, limits)),
      ]
    }
    case 'loop': {
      const isPart = typeof step.repeat === 'number' && !Number.isInteger(step.repeat)
      const part = { code: 'invalid', reason: 'integer', message: 'A whole number' } as const
      return isPart ? [{ ...part, field: `${field}.repeat` }] : check('repeat', step.repeat)
    }
    case 'pause':
      return check('temperature', step.temperature)
    case 'lidOpen':
      return []
  }
}

function checkNumber(field: string, value: Typed, { min, max }: Limits): FaultDetail[] {
  if (typeof value !== 'number') return [whyNoNumber(field, value)]
  if (value >= min && value <= max) return []
  const params = { min, max }
  const message = `Between ${min} and ${max}`
  return [{ code: 'invalid', reason: 'out_of_range', message, field, params }]
}
