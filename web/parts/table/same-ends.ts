/**
 * How many rows at the begin and at the end of a list are those of another. Most often little has changed between two of them: what is
 * known of the others need not be found out again, and they themselves need not be looked at.
 */
export function sameEnds(
  one: readonly unknown[],
  other: readonly unknown[],
): { first: number; last: number } {
  const most = Math.min(one.length, other.length)
  let first = 0
  while (first < most && one[first] === other[first]) first += 1
  let last = 0
  while (last < most - first && one[one.length - 1 - last] === other[other.length - 1 - last])
    last += 1
  return { first, last }
}
