import type { MeltPoints } from './order-points.ts'

/** Least height of a spike in standard deviations of noise. */
const leastHeight = 12
/** Part of a spike by which its neighbours seem to be on the other side: a half if it is alone. */
const leastEcho = 0.25
const mostEcho = 0.75

/**
 * Put single readings that stick out, such as a bubble passing the optics, onto the line between
 * their neighbours, which they alone leave: seen from there, each neighbour is half as far off to the
 * other side. A melting, however sharp, bends one way and then the other and has no such point.
 * @param noise standard deviation of each point.
 * @returns the same points when there is no spike, else a copy.
 */
export function repairSpikes(points: MeltPoints, noise: Float64Array): MeltPoints {
  const { temperatures } = points
  let { values } = points
  const offset = (i: number) => values[i]! - lineAt(temperatures, values, i)
  const isEcho = (echo: number, spike: number) =>
    -echo / spike > leastEcho && -echo / spike < mostEcho
  for (let i = 2; i + 2 < values.length; i++) {
    const spike = offset(i)
    if (!(Math.abs(spike) > leastHeight * noise[i]!)) continue
    if (!isEcho(offset(i - 1), spike) || !isEcho(offset(i + 1), spike)) continue
    if (values === points.values) values = values.slice()
    values[i] = lineAt(temperatures, values, i)
  }
  return values === points.values ? points : { ...points, values }
}

function lineAt(temperatures: Float64Array, values: Float64Array, i: number): number {
  const part =
    (temperatures[i]! - temperatures[i - 1]!) / (temperatures[i + 1]! - temperatures[i - 1]!)
  return values[i - 1]! + part * (values[i + 1]! - values[i - 1]!)
}
