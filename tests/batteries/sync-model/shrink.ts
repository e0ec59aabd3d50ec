import type { Step } from './steps.ts'

/**
 * Find the fewest steps of a history that still fail: leave out halves, then quarters, then single ones, again and
 * again.
 */
export function shrinkSteps(
  steps: readonly Step[],
  failsWith: (steps: readonly Step[]) => boolean,
): readonly Step[] {
  let known = steps
  for (let size = Math.ceil(known.length / 2); size >= 1;) {
    const shorter = shorten(known, size, failsWith)
    if (shorter) known = shorter
    else size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return known
}

function shorten(
  steps: readonly Step[],
  size: number,
  failsWith: (steps: readonly Step[]) => boolean,
): readonly Step[] | null {
  for (let at = 0; at < steps.length; at += size) {
    const without = steps.toSpliced(at, size)
    if (failsWith(without)) return without
  }
  return null
}
