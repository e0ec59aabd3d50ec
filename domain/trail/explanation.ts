/** Anchors whose size is behind `after` and up to `to`: they are of what was lost when a store was put back. */
export interface LostRange {
  after: number
  to: number
}

/**
 * The operator's word for why a store was put back, bound to what it explains: the finding, the anchors that are of what
 * was lost, and the trail as it was when the word was given.
 */
export interface Explanation {
  origin: string
  finding: { reason: string; anchor: number; size: number; found_at: string }
  lost: readonly LostRange[]
  /** Largest anchor there was: the trail is signed again behind it. */
  up_to: number
  /** Entries of the trail, and its root (base64), when it was explained. */
  size: number
  root: string
  at: string
}

/** Write an explanation as lines, signed like a checkpoint; its first line distinguishes it from one. */
export function formatExplanation({
  origin,
  finding: { reason, anchor, size: foundSize, found_at },
  lost,
  up_to,
  size,
  root,
  at,
}: Explanation): string {
  return [
    'bapp put back explained',
    origin,
    `found ${found_at} ${reason} anchor ${anchor} entries ${foundSize}`,
    ...lost.map(({ after, to }) => `lost ${after} ${to}`),
    `anchors up to ${up_to}`,
    `trail ${size} ${root}`,
    `time ${at}`,
    '',
  ].join('\n')
}
