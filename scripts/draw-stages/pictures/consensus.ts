import { correctChannel } from '../../../workers/curves/correct.ts'
import { measureAmplifications } from '../../../workers/growth/amplification-score.ts'
import { showsGrowth } from '../../../workers/growth/growth-rules.ts'
import { findChannel } from '../../../workers/curves/readings.ts'
import { findCq } from '../../../workers/curves/threshold.ts'
import { wellOf } from '../../../workers/curves/correct.ts'
import { findMedian } from '../../../workers/numbers/median.ts'
import { estimateTarget } from '../../../workers/run/estimate.ts'
import { readShippedPlate } from '../../../tests/support/vendor-plate.ts'
import { Chart } from '../chart.ts'
import { findDeviation, fixed } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

/** Draw the Cq of 96 replicates by every method, and the consensus of the first of them with its error. */
export function drawConsensus(): string {
  const { cq, error, methods } = measure()
  const names = methods.map(({ name }) => name)
  const spread = new Chart(
    { left: 130, top: 40, width: 300, height: 250 },
    { from: -0.5, to: 0.5, label: 'Cq less the method\u2019s median, cycles' },
    { from: 0.4, to: 5.6, label: '', ticks: [5, 4, 3, 2, 1], names },
  ).title('96 replicates of one sample')
  for (const [row, { values }] of methods.entries()) {
    const middle = findMedian(values)
    const at = 5 - row
    const colour = row === 4 ? colours.orange : colours.blue
    const points = values.map((value, i) => [value - middle, at + 0.22 * jitter(i)] as const)
    spread.points(points, { colour, radius: 1.8, opacity: 0.55 })
    const text = `SD ${fixed(findDeviation(values), 3)}`
    spread.label([0.5, at], text, { anchor: 'end', dx: -5, dy: 4, colour: colours.ink, size: 11 })
  }
  const middle = findMedian(cq)
  const wells = new Chart(
    { left: 500, top: 40, width: 230, height: 250 },
    { from: 0, to: 25, label: 'well (rows A and B)', ticks: [1, 6, 12, 18, 24] },
    { from: middle - 0.5, to: middle + 0.5, label: 'consensus Cq' },
  ).title('Consensus with its error')
  wells.across(middle, { colour: colours.frame })
  for (let well = 0; well < 24; well++) {
    const [value, reach] = [cq[well]!, error[well]!]
    wells.error(well + 1, value - reach, value + reach, colours.orange)
    wells.points([[well + 1, value]], { colour: colours.orange, radius: 2.6 })
  }
  return writePicture({
    width: 760,
    height: 340,
    title: 'Consensus Cq',
    description:
      'Left: how far each method scatters over 96 replicate wells. Right: the consensus Cq of 24 of them with its standard error.',
    parts: [spread, wells].map(String),
  })
}

/** Measure FZD1 of the 4-plex plate by all methods. */
function measure() {
  const { amplification, curves } = readShippedPlate()
  const { threshold } = curves.find(({ target }) => target === 'FZD1')!
  const channel = findChannel(amplification, 'FAM')
  const passive = findChannel(amplification, 'QUASAR705')
  const corrected = correctChannel(amplification, channel, passive, { method: 'automatic' })
  const { rn, wells, points } = corrected
  const amplified = Uint8Array.from(measureAmplifications(rn, points), (one) =>
    showsGrowth(one, 'consensus') ? 1 : 0,
  )
  const found = estimateTarget(corrected, amplified, true)
  const crossings = Array.from({ length: wells }, (_, well) =>
    findCq(wellOf(corrected.corrected, well, points), threshold),
  )
  return {
    cq: [...found.consensus],
    error: [...found.consensusError],
    methods: [
      { name: 'threshold', values: crossings },
      { name: 'cpD2', values: [...found.secondDerivative] },
      { name: 'Cy0', values: [...found.cy0] },
      { name: 'TD0', values: [...found.takeOff] },
      { name: 'consensus', values: [...found.consensus] },
    ],
  }
}

/** Spread points across their row, the same way each time: -1 to 1. */
const jitter = (i: number) => (((i * 37) % 96) - 47.5) / 47.5
