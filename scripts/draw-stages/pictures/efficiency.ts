import { analyseLinreg } from '../../../workers/linreg/linreg.ts'
import { findCq } from '../../../workers/curves/threshold.ts'
import { exp } from '../../../workers/numbers/exp.ts'
import { log, log10 } from '../../../workers/numbers/log.ts'
import { combineEfficiencies } from '../../../workers/plate/assay-efficiency.ts'
import { createGrowthScratch, evaluateGrowth } from '../../../workers/plate/growth-equations.ts'
import { fitLimitedGrowth } from '../../../workers/plate/limited-growth.ts'
import { fitStandardCurve } from '../../../workers/plate/standard-curve.ts'
import { nameAxis } from '../axis.ts'
import { Chart } from '../chart.ts'
import { correct, fixed, overCycles, readStandards, sample, type StandardWell } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

/** Draw one curve's growth with its unlimited tail, and the efficiencies of all standards of an assay. */
export function drawEfficiency(): string {
  const wells = readStandards().filter(({ quantity }) => quantity > 0)
  return writePicture({
    width: 760,
    height: 340,
    title: 'Efficiency from growth',
    description:
      'Left: readings around the take-off with the limited-growth fit and the exponential it comes from. Right: the efficiency of each standard with its standard error, the assay\u2019s from these curves and the one from the slope of the standard curve, both with their 95 % interval.',
    parts: [drawCurve(wells.find(({ well }) => well === 'E5')!), drawAssay(wells)].map(String),
  })
}

function drawCurve({ rn }: StandardWell): Chart {
  const td0 = analyseLinreg(rn, 1, rn.length).td0[0]!
  const { efficiency, error, baseline, rise } = fitLimitedGrowth(
    rn,
    td0,
    createGrowthScratch(rn.length),
  )
  const [first, last] = [Math.floor(td0) - 6, Math.floor(td0) + 3]
  const centre = findCentre(rn.subarray(first - 1, last), first, efficiency)
  const chart = new Chart(
    { left: 76, top: 40, width: 290, height: 250 },
    { from: first - 4, to: last + 9, label: 'cycle' },
    { from: rise / 1000, to: rise * 3, label: 'Rn over the baseline', log: true },
  ).title('One curve')
  const scratch = createGrowthScratch(1)
  const rate = log(efficiency)
  const grown = (cycle: number) => {
    scratch.cycle[0] = cycle
    evaluateGrowth(rn.subarray(0, 1), rate, centre, scratch)
    return rise * scratch.growth[0]!
  }
  const { from, to } = chart.x
  chart.block([first, chart.y.from], [last, chart.y.to], colours.yellow, 0.18)
  const unlimited = (cycle: number) => rise * exp(rate * (cycle - centre))
  chart.line(sample(from, to, 80, unlimited), { colour: colours.orange, dash: '5 3' })
  chart.line(sample(from, to, 80, grown), { colour: colours.sky, width: 3 })
  const corrected = rn.map((value) => value - baseline)
  chart.points(overCycles(corrected), { radius: 2.2, colour: colours.ink })
  const text = `E ${fixed(efficiency, 3)} \u00b1 ${fixed(error, 3)} fold a cycle`
  return chart.label([from, chart.y.to], text, { dx: 6, dy: 18, colour: colours.orange })
}

/** Find the centre of a fit of known efficiency, from its readings, which begin at cycle `first`. */
function findCentre(part: Float64Array, first: number, efficiency: number): number {
  const scratch = createGrowthScratch(part.length)
  for (let i = 0; i < part.length; i++) scratch.cycle[i] = first + i
  scratch.weight.fill(1)
  let best = { centre: first, squares: Number.POSITIVE_INFINITY }
  for (let step = 0; step <= 2000; step++) {
    const centre = first + step / 100
    const { squares } = evaluateGrowth(part, log(efficiency), centre, scratch)
    if (squares < best.squares) best = { centre, squares }
  }
  return best.centre
}

function drawAssay(wells: readonly StandardWell[]): Chart {
  const fits = wells.map(({ rn }) => {
    const td0 = analyseLinreg(rn, 1, rn.length).td0[0]!
    return fitLimitedGrowth(rn, td0, createGrowthScratch(rn.length))
  })
  const assay = combineEfficiencies(fits)
  const levels = [...new Set(wells.map(({ quantity }) => quantity))]
  const chart = new Chart(
    { left: 440, top: 40, width: 290, height: 250 },
    nameAxis(levels.map(String), 'copies'),
    { from: 1.6, to: 2.6, label: 'fold a cycle' },
  ).title('An assay')
  const flat = (y: number) => [chart.x.from, chart.x.to].map((x) => [x, y] as const)
  const slope = findSlopeEfficiency(wells)
  chart.band(flat(slope.low), flat(slope.high), colours.green)
  chart.across(slope.value, { colour: colours.green, dash: '5 3' })
  chart.band(flat(assay.low), flat(assay.high), colours.orange, 0.3)
  chart.across(assay.efficiency, { colour: colours.orange })
  for (const [i, { quantity }] of wells.entries()) {
    const at = levels.indexOf(quantity) + 1 + ((i % 4) - 1.5) * 0.15
    const { efficiency: value, error: reach } = fits[i]!
    chart.error(at, value - reach, value + reach, colours.sky, 2)
    chart.points([[at, value]], { radius: 2 })
  }
  const say = ({ low, high }: { low: number; high: number }, value: number) =>
    `${fixed(value, 3)} (${fixed(low, 2)} to ${fixed(high, 2)})`
  const corner = [chart.x.from, chart.y.to] as const
  const growth = `growth of ${assay.count} curves: ${say(assay, assay.efficiency)}`
  chart.label(corner, growth, { dx: 6, dy: 18, colour: colours.orange })
  const line = `standard curve: ${say(slope, slope.value)}`
  return chart.label(corner, line, { dx: 6, dy: 33, colour: colours.green })
}

function findSlopeEfficiency(wells: readonly StandardWell[]) {
  const fitted = fitStandardCurve(
    wells.map(({ quantity, rn }) => ({
      log10Quantity: log10(quantity),
      cq: findCq(correct(rn), 0.1),
    })),
  )
  if (fitted.outcome !== 'fitted') throw new Error(fitted.outcome)
  return fitted.curve.efficiency
}
