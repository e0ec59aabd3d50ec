import type { Process } from '../../domain/entities/process-recipe.ts'
import { amplificationLoop, expandProgramme } from '../../domain/rules/programme.ts'

/**
 * Return the temperature at which a programme reads each amplification cycle, with cycles that were added to its loop
 * or removed. None if it cannot be expanded, such as the programme of an imported run.
 */
export function readingTemperatures(process: Process, addedCycles = 0): number[] {
  try {
    const loop = amplificationLoop(process)
    const extra = new Map(loop && addedCycles !== 0 ? [[loop.last, addedCycles]] : [])
    return expandProgramme(process, extra).flatMap(({ measure, temperature }) =>
      measure?.phase === 'AMP' ? [temperature] : [],
    )
  } catch {
    return []
  }
}
