/**
 * Count the equal rows at the beginning and at the end of two lists. Most often little has changed between them: facts about
 * the equal rows need not be calculated again.
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
