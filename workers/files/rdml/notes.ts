import type { ImportedTarget } from '../imported-run.ts'
import { writeNumber } from '../write-number.ts'

type Noted = Pick<ImportedTarget, 'call' | 'baseline' | 'note'>
type Levels = Pick<ImportedTarget, 'threshold' | 'background' | 'endPoint'>

const callWord = /^call: (.+)$/
const baselineWord = /^baseline: (\d{1,4}) to (\d{1,4})$/
const levelWord = /^normalised (threshold|background|end point): (\S+)(?: (\S+))?$/

/** Description of a run whose curves are the light of dyes, so that nobody compensates it a second time. */
export const compensatedWords = 'Light of the dyes, compensated for crosstalk'

/**
 * Write a note: RDML has no element for a call or for the window of a baseline, and its `note` is free text with parts
 * separated by semicolons. They are written as `call: detected` and `baseline: 3 to 15`.
 */
export function writeNote(noted: Noted, normalised: Levels | null): string {
  const { call, baseline, note } = noted
  const parts = note === null ? [] : [note]
  if (baseline) parts.push(`baseline: ${baseline.start} to ${baseline.end}`)
  if (normalised) parts.push(...writeLevels(normalised))
  if (call !== null && !call.includes(';')) parts.push(`call: ${call}`)
  return parts.join(';')
}

/**
 * Write levels of curves that a passive reference divides. The elements of RDML for them belong to the light beside them,
 * which is not divided, so they have their place in the note: `normalised threshold: 0.2`.
 */
function writeLevels({ threshold, background, endPoint }: Levels): string[] {
  const line = background && [background.intercept, background.slope].map(writeNumber).join(' ')
  return [
    threshold === null ? '' : `normalised threshold: ${writeNumber(threshold)}`,
    line === null ? '' : `normalised background: ${line}`,
    endPoint === null ? '' : `normalised end point: ${writeNumber(endPoint)}`,
  ].filter((part) => part !== '')
}

/** Take what `writeNote` has put into a note out of it again; what is left is the note. */
export function readNote(text: string): Noted & Partial<Levels> {
  const noted: Noted & Partial<Levels> = { call: null, baseline: null, note: null }
  const rest = text.split(';').filter((part) => {
    const call = callWord.exec(part.trim())?.[1]
    const [, start, end] = baselineWord.exec(part.trim()) ?? []
    const level = levelWord.exec(part.trim())
    if (call !== undefined && noted.call === null) noted.call = call
    else if (start && end && !noted.baseline) {
      noted.baseline = { start: Number(start), end: Number(end) }
    } else if (level && [level[2], level[3] ?? 0].every((word) => Number.isFinite(Number(word)))) {
      takeLevel(noted, level[1] ?? '', Number(level[2]), Number(level[3] ?? 0))
    } else return true
    return false
  })
  const note = rest.join(';')
  return { ...noted, note: note || null }
}

function takeLevel(noted: Partial<Levels>, name: string, value: number, slope: number): void {
  if (name === 'threshold') noted.threshold = value
  else if (name === 'background') noted.background = { intercept: value, slope }
  else noted.endPoint = value
}
