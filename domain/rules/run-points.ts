import { extensionCycles } from '../catalog/limits.ts'
import type { Analysis, RunPoints } from '../entities/analysis.ts'
import type { Process } from '../entities/process-recipe.ts'
import { amplificationLoop, expandProgramme, sizeProgramme } from './programme.ts'

export type Phase = keyof RunPoints
export const phases = ['AMP', 'VAL'] as const satisfies readonly Phase[]

/** Points and steps of a programme whose amplification was lengthened by so many cycles, or shortened by a negative number. */
export interface PlannedPoints {
  AMP: number
  VAL: number
  steps: number
}

/** Count what a programme measures with the cycles that were ordered; null where it cannot be walked through. */
export function planPoints(process: Process, extra = 0): PlannedPoints | null {
  try {
    const loop = extra === 0 ? null : amplificationLoop(process)
    const steps = expandProgramme(process, new Map(loop ? [[loop.last, extra]] : []))
    const { cycles, meltPoints } = sizeProgramme(steps)
    return { AMP: cycles, VAL: meltPoints, steps: steps.length }
  } catch {
    return null
  }
}

/**
 * Count the points of a run for its record. `ordered` is the number of cycles that people added or removed.
 * @returns undefined where the expected number is not known.
 */
export function countPoints(
  process: Process,
  measured: Record<Phase, { measured: number; last: number }>,
  ordered = 0,
): RunPoints | undefined {
  const planned = planPoints(process, ordered)
  if (!planned) return undefined
  return {
    AMP: { ...measured.AMP, planned: planned.AMP },
    VAL: { ...measured.VAL, planned: planned.VAL },
  }
}

/** Count the points of single readings. */
export function countReadings(
  readings: readonly { phase: Phase; index: number }[],
): Record<Phase, { measured: number; last: number }> {
  const count = (phase: Phase) => {
    const found = new Set(readings.flatMap((one) => (one.phase === phase ? [one.index] : [])))
    return { measured: found.size, last: Math.max(0, ...found) }
  }
  return { AMP: count('AMP'), VAL: count('VAL') }
}

/** Points of a phase that are missing at its end, and between those that there are. */
export interface MissingPoints {
  phase: Phase
  measured: number
  planned: number
  atEnd: number
  between: number
}

/** Say of each phase with fewer points than its programme has, where they are missing. */
export function findMissing(points: RunPoints | null | undefined): MissingPoints[] {
  if (!points) return []
  return phases
    .map((phase) => {
      const { measured, last, planned } = points[phase]
      const atEnd = Math.max(0, planned - last)
      return { phase, measured, planned, atEnd, between: Math.max(0, last - measured) }
    })
    .filter(({ atEnd, between }) => atEnd > 0 || between > 0)
}

type Ended = Pick<Analysis, 'status' | 'points'> & Partial<Pick<Analysis, 'end_reason'>>

/** Points of an older run, whose record keeps no count, as its curves and orders have them. Null: they cannot be read. */
export type CountedPoints = RunPoints | null | undefined

/**
 * Return true for a run that ended before its programme did, whatever its device said of the end and its status is now. Lists,
 * files, queue and certificates all decide by this.
 */
export function hasEndedEarly(
  { status, points, end_reason: reason = '' }: Ended,
  counted?: CountedPoints,
): boolean {
  if (status === 'INCOMPLETE' || status === 'ABORT') return true
  // Ask for the reason of the end of older records, which have no count: a signature or a person's decision replaces the status.
  if (points === undefined && reason !== '') return true
  return findMissing(points ?? counted).some(({ atEnd }) => atEnd > 0)
}

/**
 * Describe, for tables and files, how much of its programme a run has not measured: a reader of the file alone must not take
 * "not detected" after 12 cycles for "not detected" after 40. Return an empty text for a complete run.
 */
export function describeEnd(record: Ended, counted?: CountedPoints): string {
  const parts = findMissing(record.points ?? counted).map(
    ({ phase, measured, planned }) =>
      `${measured} of ${planned} ${phase === 'AMP' ? 'cycles' : 'melt points'}`,
  )
  const what = hasEndedEarly(record, counted)
    ? 'ended early'
    : parts.length > 0
      ? 'points missing'
      : record.points === undefined && counted === null
        ? 'not known: the curves cannot be read'
        : ''
  return [what, parts.join(', ')].filter(Boolean).join(': ')
}

/** Count the points that are missing between measured ones. */
export function countGaps({ points }: Pick<Analysis, 'points'>, counted?: CountedPoints): number {
  return findMissing(points ?? counted).reduce((sum, { between }) => sum + between, 0)
}

/**
 * Cycles beyond the programme and the orders that the service knows of, which a device may deliver: somebody may have
 * lengthened the run over the local network with a word that never came here. They are kept and said.
 */
export const unknownOrders = 10 * extensionCycles
