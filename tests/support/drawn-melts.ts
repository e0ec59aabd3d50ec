import { makeRandom } from '../workers/curves.ts'

/** Return temperatures from 60 to 95 deg C. */
export function makeGrid(step: number): Float64Array {
  return Float64Array.from({ length: Math.round(35 / step) + 1 }, (_, i) => 60 + i * step)
}

/** A drawn melt curve: one product that loses 1 a.u. at `tm`, over a falling background. */
export interface DrawnMelt {
  tm: number
  /** Scale of the logistic loss in deg C; the peak is 3.5 times as wide at half height. */
  scale: number
  values: Float64Array
}

/** Draw a melt curve, the same for the same seed. `product` is the light lost in the melting. */
export function drawMelt(
  temperatures: Float64Array,
  { seed, noise, product = 1 }: { seed: number; noise: number; product?: number },
): DrawnMelt {
  const random = makeRandom(seed)
  const tm = 76 + 12 * random()
  const scale = 0.35 + 0.4 * random()
  const values = temperatures.map(
    (t) => drawBackground(t) + product * melted(t, tm, scale) + noise * drawNormal(random),
  )
  return { tm, scale, values }
}

/** Draw two products, the smaller 15 to 35 % of the light and 1.5 to 4 widths off; 0.1 % noise. */
export function drawPair(
  temperatures: Float64Array,
  seed: number,
): { main: number; side: number; values: Float64Array } {
  const random = makeRandom(seed)
  const main = 78 + 6 * random()
  const scale = 0.4 + 0.3 * random()
  const part = 0.15 + 0.2 * random()
  const direction = random() < 0.5 ? -1 : 1
  const side = main + direction * 3.526 * scale * (1.5 + 2.5 * random())
  const values = temperatures.map((t) => {
    const light = (1 - part) * melted(t, main, scale) + part * melted(t, side, scale)
    return drawBackground(t) + light + 0.001 * drawNormal(random)
  })
  return { main, side, values }
}

function melted(t: number, tm: number, scale: number): number {
  return 1 / (1 + Math.exp((t - tm) / scale))
}

/** Light of a dye falls faster the colder it is. */
function drawBackground(t: number): number {
  return 0.6 * Math.exp(-0.03 * (t - 60))
}

function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
