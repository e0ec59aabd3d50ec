import * as v from 'valibot'
import { wavelengths, type WavelengthName } from '../../domain/catalog/wavelengths.ts'
import {
  evaluationLimits,
  type GenotypeRule,
  type TargetRule,
} from '../../domain/entities/evaluation-recipe.ts'
import { chooseCqMethod } from '../../domain/rules/cq-default.ts'
import { Process } from '../../domain/entities/process-recipe.ts'
import { plannedCycles } from '../../domain/rules/programme.ts'
import type { RunCurves } from '../run/blob.ts'
import type { ImportedRun, ImportedTarget, ImportedWell } from './imported-run.ts'
import type { Channel } from './plan-channels.ts'
import { hasCurve, type RuleOf } from './plan-layout.ts'
import { refuseFile } from './refuse-file.ts'

/**
 * Plan a rule for each target of the file. Take threshold and baseline window if the file has one for all wells of a
 * target, and then read the Cq by that threshold; throws `too_many_targets`.
 */
export function planTargets(
  run: ImportedRun,
  ruleOf: RuleOf,
  mixes: Map<ImportedWell, string> | null,
  channels: ReadonlyMap<string, Channel>,
): TargetRule[] {
  const rules = new Map<string, { seen: ImportedTarget[]; mixes: Set<string> }>()
  for (const well of run.wells) {
    for (const target of well.targets.filter(hasCurve)) {
      const rule = rules.get(ruleOf(target)) ?? { seen: [], mixes: new Set<string>() }
      rule.seen.push(target)
      const mix = mixes?.get(well)
      if (mix) rule.mixes.add(mix)
      rules.set(ruleOf(target), rule)
    }
  }
  const limit = evaluationLimits.targets
  if (rules.size > limit) throw refuseFile('too_many_targets', {}, { count: rules.size, limit })
  const state = run.amplification?.state
  const points = run.amplification?.readings.points ?? 0
  return [...rules].map(([name, { seen, mixes: own }]): TargetRule => {
    const threshold = sharedValue(seen.map((one) => one.threshold))
    // Take a window up to the last cycle for what exports write where no baseline was taken.
    const windows = seen.map(({ baseline }) =>
      baseline && baseline.end < points ? baseline : null,
    )
    const start = sharedValue(windows.map((window) => window && window.start))
    const end = sharedValue(windows.map((window) => window && window.end))
    const rule =
      threshold !== null && threshold > 0
        ? ({ method: 'fixed', value: threshold } as const)
        : ({ method: 'automatic', factor: 10 } as const)
    return {
      name,
      channel: channels.get(seen[0]!.channel!)!.name,
      role: 'target',
      ...(own.size > 0 && { well_types: [...own] }),
      threshold: rule,
      cq_method: chooseCqMethod({ threshold: rule }),
      baseline:
        state === 'baseline-subtracted'
          ? { method: 'none' }
          : start !== null && end !== null
            ? { method: 'window', start, end }
            : { method: 'automatic' },
      ...(run.melt && writesSlopeAbove(run) && { tm_at: 'upper' as const }),
      cq_max: Math.min(100, Math.max(1, points)),
    }
  })
}

/**
 * Return true if the file's software writes the slope of a melt at the upper of two readings, as Design & Analysis
 * does. The older QuantStudio and ViiA 7 software writes it at the lower one or between the two.
 */
function writesSlopeAbove({ source }: ImportedRun): boolean {
  return source.format === 'quantstudio' && /^design\s*&\s*analysis/i.test(source.software)
}

/** Find pairs of targets that instruments name as the two alleles of one assay. */
export function findAlleles(targets: readonly TargetRule[]): GenotypeRule[] {
  return targets.flatMap(({ name: first }) => {
    const assay = /^(.+)[ _-]allele ?1$/i.exec(first)?.[1]
    const second = targets.find(({ name }) => /^(.+)[ _-]allele ?2$/i.exec(name)?.[1] === assay)
    return assay && second ? [{ name: assay, alleles: [first, second.name] }] : []
  })
}

/** Return the common value of all that have one, null if they differ or none has one. */
function sharedValue<T>(values: readonly (T | null)[]): T | null {
  const known = new Set(values.filter((value) => value !== null))
  return known.size === 1 ? [...known][0]! : null
}

/**
 * Return the file's programme if ours can express it and it measures as many points as there are; else a programme that
 * only counts them (`given` is false, and it is never shown as the one that ran).
 */
export function planProcess(
  run: ImportedRun,
  curves: RunCurves,
): { process: Process; given: boolean } {
  const channels = curves.amplification.channels.map((wavelength) => {
    const { settings } = wavelengths[wavelength as WavelengthName]
    return {
      wavelength,
      intensity: settings.Intensity.default,
      exposure: settings.Exposure.default,
    }
  })
  const steps = run.programme?.map((step) => {
    if (step.type !== 'temperature') return step
    const { temperatureChange, ...rest } = step
    return temperatureChange === undefined
      ? rest
      : { ...rest, temperature_change: temperatureChange }
  })
  const { points } = curves.amplification
  if (steps) {
    const read = v.safeParse(Process, { steps, channels, lid_temperature: 105 })
    if (read.success && countCycles(read.output) === points) {
      return { process: read.output, given: true }
    }
  }
  const measured = {
    type: 'temperature',
    temperature: 60,
    duration: (run.minutesPerReading ?? 0.5) * 60,
    measure: 'real time',
  } as const
  const loop = { type: 'loop', goto: 0, repeat: Math.max(1, Math.min(500, points)) } as const
  const process = v.parse(Process, { steps: [measured, loop], channels, lid_temperature: 105 })
  return { process, given: false }
}

/** Count the cycles of a programme, NaN for one whose loops cross. */
function countCycles(process: Process): number {
  try {
    return plannedCycles(process)
  } catch {
    return Number.NaN
  }
}
