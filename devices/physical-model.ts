import { normal, uniform } from './random.ts'
import type { Optics, OpticsWish, WellContent } from './optics-wish.ts'

/**
 * A model of a PCR, used where no recording fits. It is a model and not data: what it draws follows from
 * the seed and the layout alone.
 *
 * Amplification: copies grow by N <- N (1 + E (1 - N/K)), so that growth is exponential with efficiency E
 * while reagents last and ends in the plateau K (discrete logistic growth). The signal is
 *   background + drift * cycle + gain * N/K + noise.
 * A standard holds `quantity` copies, a positive control 10^5 unless a quantity is given; a negative or
 * no-template control holds none. An unknown holds a target in three samples of four, 10 to 10^6 copies.
 * With two channels or more the last one is a control of the sample itself: 10^4 to 10^5 copies in whatever
 * is not a no-template control. Replicates of a sample hold the same. Few copies scatter by Poisson's law.
 *
 * Melt: a two-state transition, signal = background + product * fading / (1 + exp((T - Tm)/width)), with one
 * Tm per channel (78 to 89 °C) and `product` the share of the plateau reached at the last cycle.
 */

const plateauCopies = 10 ** 12.5
const meltWidth = 0.9

interface Reaction {
  background: number
  /** a.u. per cycle. */
  drift: number
  gain: number
  noise: number
  /** Share of the plateau after each cycle, from cycle 1. */
  product: number[]
  tm: number
}

/** Draw the copies of a channel's target in a sample; `name` is that of the sample, so that replicates agree. */
function drawCopies(name: string, content: WellContent, isSampleControl: boolean): number {
  if (content.sample_type === 'ntc') return 0
  if (isSampleControl) return 10 ** (4 + uniform(`${name}|amount`))
  if (content.sample_type === 'negative') return 0
  if (content.sample_type === 'unknown') {
    return uniform(`${name}|present`) < 0.75 ? 10 ** (1 + 5 * uniform(`${name}|amount`)) : 0
  }
  return content.quantity ?? 1e5
}

/** Name the sample in a well by its number in the order, or by its well where the order does not number samples. */
function sampleName(content: WellContent): string {
  return 'sample' in content ? `sample ${String(content.sample)}` : content.well
}

/** Draw the error of pipetting (3 %) and, for few copies, Poisson scatter of their number in the well. */
function scatter(name: string, copies: number): number {
  if (copies === 0) return 0
  const deviation = Math.hypot(0.03, Math.min(0.5, 1 / Math.sqrt(copies)))
  return copies * Math.exp(deviation * normal(`${name}|pipetting`))
}

function growProduct(copies: number, efficiency: number, cycles: number): number[] {
  const shares: number[] = []
  let share = copies / plateauCopies
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    share *= 1 + efficiency * (1 - share)
    shares.push(share)
  }
  return shares
}

/** Cycles beyond the programme that an EXTEND may still ask for. */
const spareCycles = 100

function drawReaction(wish: OpticsWish, channel: string, content: WellContent): Reaction {
  const name = `${wish.seed}|${channel}|${content.well}`
  const target = `${wish.seed}|${channel}`
  const efficiency =
    0.92 + 0.07 * uniform(`${target}|efficiency`) + 0.004 * normal(`${name}|efficiency`)
  const isSampleControl = wish.channels.length > 1 && wish.channels.at(-1) === channel
  const drawn = drawCopies(`${target}|${sampleName(content)}`, content, isSampleControl)
  const copies = scatter(name, drawn)
  const background = 2500 * (1 + 0.06 * normal(`${name}|background`))
  return {
    background,
    drift: background * (0.0006 + 0.0003 * normal(`${name}|drift`)),
    gain: 12_000 * (1 + 0.08 * normal(`${name}|gain`)),
    noise: 9,
    product: growProduct(copies, Math.min(1, efficiency), wish.cycles + spareCycles),
    tm: 78 + 11 * uniform(`${target}|tm`) + 0.08 * normal(`${name}|tm`),
  }
}

/** Round as a converter with a tenth of a unit would. */
function quantise(value: number): number {
  return Math.round(value * 10) / 10
}

/** Make optics drawn from the model; the same options give the same curves. */
export function modelOptics(wish: OpticsWish): Optics {
  const reactions = wish.channels.map((channel) =>
    wish.wells.map((content) => content && drawReaction(wish, channel, content)),
  )
  const readAll = (point: string, signal: (reaction: Reaction) => number) =>
    reactions.map((row, channel) =>
      row.map((reaction, well) => {
        if (!reaction) return null
        const noise = reaction.noise * normal(`${wish.seed}|${point}|${channel}|${well}`)
        return quantise(signal(reaction) + noise)
      }),
    )
  return {
    name: 'physical-model',
    readAmplification: (cycle) =>
      readAll(`AMP|${cycle}`, (reaction) => {
        const share = reaction.product[Math.min(cycle, reaction.product.length) - 1] ?? 0
        return reaction.background + reaction.drift * cycle + reaction.gain * share
      }),
    readMelt: (index, temperature) =>
      readAll(`VAL|${index}`, (reaction) => {
        const share = reaction.product[Math.max(0, wish.cycles - 1)] ?? 0
        const folded = 1 / (1 + Math.exp((temperature - reaction.tm) / meltWidth))
        const fading = 1 - 0.006 * (temperature - 60)
        return reaction.background * fading + reaction.gain * share * fading * folded
      }),
  }
}
