import { divideByReference } from '../../../workers/curves/passive-reference.ts'
import { curveOf, findChannel } from '../../../workers/curves/readings.ts'
import { Chart } from '../chart.ts'
import { findDeviation, fixed, overCycles, readRecorded } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

/** Draw every eighth well of a plate of replicates, as read and divided by the passive reference. */
export function drawPassiveReference(): string {
  const { readings } = readRecorded('qs5-4plex')
  const { wells, points } = readings
  const passive = findChannel(readings, 'QUASAR705')
  const raw: Float64Array[] = []
  const divided: Float64Array[] = []
  for (let well = 0; well < wells; well++) {
    const reporter = curveOf(readings, findChannel(readings, 'VIC'), well)
    raw.push(reporter.map((value) => value / 1000))
    divided.push(
      divideByReference(reporter, curveOf(readings, passive, well), new Float64Array(points)),
    )
  }
  const left = new Chart(
    { left: 76, top: 40, width: 274, height: 230 },
    { from: 0, to: 40, label: 'cycle' },
    { from: 0, to: 600, label: 'VIC, thousand a.u.' },
  ).title('As read')
  const right = new Chart(
    { left: 426, top: 40, width: 274, height: 230 },
    { from: 0, to: 40, label: 'cycle' },
    { from: 0, to: 4, label: 'Rn' },
  ).title('Over the passive reference')
  paint(left, raw)
  paint(right, divided)
  return writePicture({
    width: 720,
    height: 320,
    title: 'Passive reference',
    description:
      'VIC of twelve replicate wells as read, and divided by the passive reference: the curves lie closer together.',
    parts: [left, right].map(String),
  })
}

/** Paint every eighth curve, and the spread of all over the first cycles. */
function paint(chart: Chart, curves: readonly Float64Array[]): void {
  for (const [well, curve] of curves.entries()) {
    if (well % 8 === 0) chart.line(overCycles(curve), { width: 1.1, opacity: 0.75 })
  }
  const grounds = curves.map(
    (curve) => curve.subarray(2, 12).reduce((sum, one) => sum + one, 0) / 10,
  )
  const mean = grounds.reduce((sum, one) => sum + one, 0) / grounds.length
  const spread = (100 * findDeviation(grounds)) / mean
  const top = chart.y.to
  chart.label([1.5, 0.93 * top], `cycles 3 to 12 of ${curves.length} replicates:`, {
    colour: colours.ink,
  })
  chart.label([1.5, 0.86 * top], `CV ${fixed(spread, 1)} %`, { colour: colours.ink })
}
