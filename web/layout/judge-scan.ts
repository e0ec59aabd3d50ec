import * as v from 'valibot'
import { codeText, isDamagedLabel } from '../../domain/codes/read-code.ts'
import type { Sample } from '../../domain/entities/analysis.ts'
import { Name } from '../../domain/fields.ts'
import type { Layout } from '../state/draft-steps.ts'

/**
 * Reasons to check a scanned code. `misread`, `damaged` (the label of a product, with an error in it), `duplicate`, `taken` (the well has a name), `control` (the well is
 * a control's) and `full`: it was not put in. `doubtful`: it was, and some of it may be missing or come from the keyboard.
 */
export type ScanReason =
  | 'misread'
  | 'damaged'
  | 'duplicate'
  | 'taken'
  | 'control'
  | 'full'
  | 'doubtful'

export interface ScanIssue {
  well: string
  code: string
  reason: ScanReason
  /** Wells that have the same code already. */
  elsewhere: readonly string[]
  /** The sample in the well, which a scan does not replace unasked. */
  holds?: Pick<Sample, 'name' | 'sample_type'>
}

/** Texts that readers send when they could not read a label. */
const noRead = /^(no\s?read|nr|error|err|fail(ed)?|bad\s?read|\?+|-+|#+)$/i

/**
 * Judge one code for one well; return null if it may be used there.
 * @param scanned as the reader sent it.
 * @param today `YYYY-MM-DD`, for the dates of labels.
 */
export function judgeScan(
  scanned: string,
  { well, layout, today }: { well: string; layout: Layout; today: string },
): ScanIssue | null {
  const code = codeText(scanned)
  if (noRead.test(code) || !v.is(Name, code))
    return { well, code, reason: 'misread', elsewhere: [] }
  if (isDamagedLabel(scanned, today)) return { well, code, reason: 'damaged', elsewhere: [] }
  const elsewhere = layout
    .filter(({ name }) => name === code)
    .flatMap(({ coordinates }) => coordinates.filter((one) => one !== well))
  return elsewhere.length > 0 ? { well, code, reason: 'duplicate', elsewhere } : null
}
