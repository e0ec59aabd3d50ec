import * as v from 'valibot'
import { Timestamp, Uuid } from '../fields.ts'

/** Most characters of an output that are kept for those who watch; the digest is of all of it. */
export const keptOutput = 16_000

/** A line of a remote shell as the device carried it out, with what it printed. */
export const ShellLine = v.strictObject({
  /** Counted from 1 in each session. */
  number: v.pipe(v.number(), v.integer()),
  at: Timestamp,
  user_uuid: Uuid,
  line: v.string(),
  output: v.string(),
})
export type ShellLine = v.InferOutput<typeof ShellLine>

/**
 * Return the text whose SHA-256 is the digest of a transcript after this line: the digest before it, time, person, line
 * and output. A person with the transcript can calculate the digest of the trail again (docs/decisions/062).
 */
export function transcriptText(before: string, entry: Omit<ShellLine, 'number'>): string {
  const { at, user_uuid, line, output } = entry
  return JSON.stringify([before, at, user_uuid, line, output])
}
