/** Time without a message after which a device's state is shown with its age. */
const silentAfterMs = 15_000

/** Age of a device's shown state: just received, some seconds old, or not received since this page was opened. */
export type Hearing = { kind: 'fresh' } | { kind: 'old'; seconds: number } | { kind: 'never' }

/** @param heardAt when it was last heard, @param since when we began to listen, both in milliseconds. */
export function judgeHearing(heardAt: number | undefined, since: number, at: number): Hearing {
  if (heardAt === undefined)
    return at - since < silentAfterMs ? { kind: 'fresh' } : { kind: 'never' }
  const silence = at - heardAt
  return silence < silentAfterMs
    ? { kind: 'fresh' }
    : { kind: 'old', seconds: Math.round(silence / 1000) }
}
