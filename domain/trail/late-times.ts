import { type Checkpoint, isAfter } from './checkpoint.ts'
import type { MetSignature, TrailProblem } from './problems.ts'

/**
 * Find what is dated after the checkpoint that was signed over it: somebody has put it in, or the clock of the service was
 * ahead. Of the entries only the newest is looked at: where an older one is later than that, the clock was set back, which is
 * told (`timesBack`) and no problem as such. A signature is dated by the law, so each is looked at.
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
