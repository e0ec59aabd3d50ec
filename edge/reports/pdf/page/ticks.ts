/** Round numbers in a range, some five of them. */
export function ticksOf(least: number, most: number, count = 5): number[] {
  const span = most - least
  if (!(span > 0 && span < Infinity)) return [least]
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  const first = Math.ceil(least / step - 1e-9)
  // Count the ticks from the first: added to a number without room for ones, 1 changes nothing, and there would be no last.
  const length = Math.max(0, Math.min(2 * count, Math.floor(most / step + 1e-9) - first + 1)) || 0
  // Round to what a person would write: 0.30000000000000004 is no tick.
  return Array.from({ length }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}
