/** Return the area that two circles share (Weisstein, "Circle-Circle Intersection", MathWorld); `apart` is the distance of their centres. */
export function overlap(apart: number, one: number, other: number): number {
  if (apart >= one + other) return 0
  if (apart <= Math.abs(one - other)) return Math.PI * Math.min(one, other) ** 2
  const first = Math.acos((apart ** 2 + one ** 2 - other ** 2) / (2 * apart * one))
  const second = Math.acos((apart ** 2 + other ** 2 - one ** 2) / (2 * apart * other))
  const kite = Math.sqrt(
    (one + other - apart) * (apart + one - other) * (apart - one + other) * (apart + one + other),
  )
  return one ** 2 * first + other ** 2 * second - kite / 2
}
