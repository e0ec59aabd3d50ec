import type { Process } from '../../../domain/entities/process-recipe.ts'
import {
  expandProgramme,
  type ProgrammeSize,
  sizeProgramme,
} from '../../../domain/rules/programme.ts'
import { formatNumber } from '../../i18n/format.ts'

const known = new WeakMap<Process, ProgrammeSize | null>()

/** Measure a programme: points and seconds; null for one that cannot be walked through. Kept for as long as the record is. */
export function sizeProcess(process: Process): ProgrammeSize | null {
  const kept = known.get(process)
  if (kept !== undefined) return kept
  const size = measure(process)
  known.set(process, size)
  return size
}

function measure(process: Process): ProgrammeSize | null {
  try {
    const size = sizeProgramme(expandProgramme(process))
    return Number.isFinite(size.seconds) ? size : null
  } catch {
    return null
  }
}

/** Write how many points are read; a dash for none. */
export function sayPoints(points: number | undefined): string {
  return points ? formatNumber(points) : '–'
}
