import type { ProgrammeStep } from '../imported-run.ts'
import type { Section } from './split-sections.ts'

/** Lines before and behind the steps: the volume of a tube, and the name of the programme. */
const other = /^(?:XPRG|XSAV)\b/

/**
 * Read a programme such as `XLEV 9400 60 0 0 0 0`, `XCYC 1`, `XLEV 6600 60 0 0 0 1`, `XCYC 40`: hundredths of a degree, seconds, changes from
 * cycle to cycle, 1 where the light is read, and how often the levels above are done. Null where a line says something else, such as a
 * change, of which no public file shows how it counts: half a programme is worse than none.
 */
export function readProgramme(lines: Section['lines']): ProgrammeStep[] | null {
  const steps: ProgrammeStep[] = []
  let first = 0
  for (const { text } of lines) {
    const line = text.trim()
    const [, degrees, seconds, measure] =
      /^XLEV\s+(\d{2,5})\s+(\d{1,6})\s+0\s+0\s+0\s+([01])$/.exec(line) ?? []
    const [, count] = /^XCYC\s+([1-9]\d{0,3})$/.exec(line) ?? []
    if (degrees !== undefined) {
      steps.push({
        type: 'temperature',
        temperature: Number(degrees) / 100,
        duration: Number(seconds),
        ...(measure === '1' && { measure: 'real time' as const }),
      })
    } else if (count !== undefined && first < steps.length) {
      if (count !== '1') steps.push({ type: 'loop', goto: first, repeat: Number(count) - 1 })
      first = steps.length
    } else if (!other.test(line)) return null
  }
  // Leave a programme whose last levels nothing counts: its end may be missing.
  return steps.length > 0 && first === steps.length ? steps : null
}
