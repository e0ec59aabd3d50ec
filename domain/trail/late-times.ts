import { type Checkpoint, isAfter } from './checkpoint.ts'
import type { MetSignature, TrailProblem } from './problems.ts'

/**
 * Find the newest entry and the signatures that are dated after the checkpoint that covers them: somebody has inserted them,
 * or the clock of the service was ahead. Older entries are not checked: one that is later than the newest shows that the
 * clock was set back, which is reported as `timesBack` and is no problem by itself. Each signature is checked, because its
 * date is part of it by law (21 CFR 11.50).
 */
export function findLate(
  newest: { seq: number; at: string } | undefined,
  signatures: readonly MetSignature[],
  checkpoint: Pick<Checkpoint, 'at'>,
): TrailProblem[] {
  const entries = newest && isAfter(newest.at, checkpoint) ? [newest] : []
  return [
    ...entries.map(({ seq }) => ({ code: 'entry_after_checkpoint', at: seq }) as const),
    ...signatures
      .filter(({ at }) => isAfter(at, checkpoint))
      .map(({ seq }) => ({ code: 'signature_after_checkpoint', at: seq }) as const),
  ]
}
