/** Compare versions as numbers, part by part (decisions D73): negative when `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number)
  const right = b.split('.').map(Number)
  for (let part = 0; part < Math.max(left.length, right.length); part += 1) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Return the newer of two minimum versions; null demands nothing. */
export function newerVersion(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return compareVersions(a, b) < 0 ? b : a
}
