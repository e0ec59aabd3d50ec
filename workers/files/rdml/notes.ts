import type { ImportedTarget } from '../imported-run.ts'

type Noted = Pick<ImportedTarget, 'call' | 'baseline' | 'note'>

const callWord = /^call: (.+)$/
const baselineWord = /^baseline: (\d{1,4}) to (\d{1,4})$/

/**
 * Write a note: RDML has no element for a call or for the window of a baseline, and its `note` is free text with parts
 * separated by semicolons. They are written as `call: detected` and `baseline: 3 to 15`.
 */
export function writeNote(noted: Noted): string {
  const { call, baseline, note } = noted
  const parts = note === null ? [] : [note]
  if (baseline) parts.push(`baseline: ${baseline.start} to ${baseline.end}`)
  if (call !== null && !call.includes(';')) parts.push(`call: ${call}`)
  return parts.join(';')
}

/** Takes call and baseline out of a note again; what is left is the note. */
export function readNote(text: string): Noted {
  const noted: Noted = { call: null, baseline: null, note: null }
  const rest = text.split(';').filter((part) => {
    const call = callWord.exec(part.trim())?.[1]
    const [, start, end] = baselineWord.exec(part.trim()) ?? []
    if (call !== undefined && noted.call === null) noted.call = call
    else if (start && end && !noted.baseline) {
      noted.baseline = { start: Number(start), end: Number(end) }
    } else return true
    return false
  })
  const note = rest.join(';')
  return { ...noted, note: note || null }
}
