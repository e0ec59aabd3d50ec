/** Round numbers in a range, some five of them. */
export function ticksOf(least: number, most: number, count = 5): number[] {
  const span = most - least
  if (!(span > 0)) return [least]
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  const ticks: number[] = []
  for (let at = Math.ceil(least / step - 1e-9); at * step <= most + step * 1e-9; at += 1) {
    // Written as a person would: 0.30000000000000004 is none.
    ticks.push(Number((at * step).toPrecision(12)))
  }
  return ticks
}
