import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Evaluation } from '../../../../domain/entities/evaluation-recipe.ts'
import { isIsothermal } from '../../../../domain/rules/assay-kind.ts'
import { plannedCycles } from '../../../../domain/rules/programme.ts'
import type { HeldRun } from '../../../../workers/method-bench.ts'

/** Most runs on the bench at once: their curves are held in the workers. */
export const mostRuns = 50

/** A run that a method is tried on. */
export type BenchRun = Pick<
  Analysis,
  | 'uuid'
  | 'name'
  | 'status'
  | 'cartridge_type'
  | 'samples'
  | 'exclusions'
  | 'method'
  | 'curves_hash'
  | 'source'
  | 'device_uuid'
  | 'bcube'
  | 'created_at'
>

/** Readings that an evaluation asks for. */
export interface Needs {
  isIsothermal: boolean
  channels: readonly string[]
}

export function findNeeds(evaluation: Evaluation): Needs {
  const { targets, passive_reference, compensation } = evaluation
  const channels = [
    ...targets.map(({ channel }) => channel),
    ...(passive_reference === null ? [] : [passive_reference]),
    ...(compensation?.channels ?? []),
  ]
  return {
    isIsothermal: isIsothermal(evaluation),
    channels: [...new Set(channels)].toSorted(),
  }
}

/** Tell if a run has ended with curves, and measured all that is asked for. */
export function isComparable(run: BenchRun, needs: readonly Needs[]): boolean {
  const isOver = ['COMPLETE', 'INCOMPLETE', 'VALIDATION'].includes(run.status)
  if (!isOver || run.curves_hash === null) return false
  const measured = new Set<string>(run.method.process.channels.map(({ wavelength }) => wavelength))
  return needs.every(
    (one) =>
      one.isIsothermal === isIsothermal(run.method.evaluation) &&
      one.channels.every((channel) => measured.has(channel)),
  )
}

/** Return a run as the bench takes it. */
export function heldRun(run: BenchRun, curves: Uint8Array): HeldRun {
  return {
    id: run.uuid,
    curves,
    own: run.method.evaluation,
    source: run.source,
    cartridge_type: run.cartridge_type,
    planned_cycles: plannedCycles(run.method.process),
    samples: run.samples,
    exclusions: run.exclusions,
    input_hash: run.curves_hash ?? '',
  }
}
