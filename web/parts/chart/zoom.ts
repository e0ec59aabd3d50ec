type Domain = readonly [number, number]

/** A part of an axis smaller than this share of the whole shows nothing more. */
const leastShare = 0.02

/**
 * Return the visible part of an axis after zooming by a factor (above 1 comes nearer) around a value that keeps its
 * place; null once the whole axis is visible again.
 */
export function zoomAround(
  domain: Domain,
  at: number,
  factor: number,
  whole: Domain,
): Domain | null {
  const span = Math.max((domain[1] - domain[0]) / factor, (whole[1] - whole[0]) * leastShare)
  const share = (at - domain[0]) / (domain[1] - domain[0] || 1)
  return clampTo([at - share * span, at + (1 - share) * span], whole)
}

/** Move a part of an axis by a share of itself, as far as the axis goes. */
export function pan(domain: Domain, share: number, whole: Domain): Domain | null {
  const step = (domain[1] - domain[0]) * share
  const kept = Math.max(whole[0] - domain[0], Math.min(whole[1] - domain[1], step))
  return clampTo([domain[0] + kept, domain[1] + kept], whole)
}

/** Return the part between two values in any order; null for one too small to be intended. */
export function zoomTo(a: number, b: number, whole: Domain): Domain | null {
  const from = Math.min(a, b)
  const to = Math.max(a, b)
  if (to - from < (whole[1] - whole[0]) * leastShare) return null
  return clampTo([from, to], whole)
}

function clampTo([from, to]: Domain, whole: Domain): Domain | null {
  const part = [Math.max(from, whole[0]), Math.min(to, whole[1])] as const
  const isWhole = part[0] <= whole[0] && part[1] >= whole[1]
  return isWhole || part[0] >= part[1] ? null : part
}
