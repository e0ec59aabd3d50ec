import { findCq } from '../../../workers/curves/threshold.ts'
import { Chart } from '../chart.ts'
import { correct, fixed, overCycles, readStandards } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

/** The threshold that the source's software used. */
const threshold = 0.1

/** Draw corrected curves of five standards and of NTCs with the threshold, on both scales. */
export function drawThreshold(): string {
  const wells = readStandards().map((well) => {
    const corrected = correct(well.rn)
    return { ...well, corrected, cq: findCq(corrected, threshold) }
  })
  const x = { from: 0, to: 40, label: 'cycle' }
  const linear = new Chart({ left: 76, top: 40, width: 274, height: 250 }, x, {
    from: -0.1,
    to: 1,
    label: 'dRn',
  }).title('Linear')
  const log = new Chart(
    { left: 426, top: 40, width: 274, height: 250 },
    { from: 20, to: 40, label: 'cycle' },
    { from: 0.003, to: 1, label: '', log: true },
  ).title('Logarithmic')
  for (const { corrected, quantity, cq } of wells) {
    const colour = quantity > 0 ? colours.blue : colours.grey
    for (const chart of [linear, log]) {
      chart.line(overCycles(corrected), { colour, width: 1.2, opacity: 0.8 })
      if (cq > 0) chart.points([[cq, threshold]], { colour: colours.orange, radius: 2.3 })
    }
  }
  for (const chart of [linear, log]) {
    chart.across(threshold, { colour: colours.orange, dash: '5 3' })
    const at = [chart.x.from, threshold] as const
    chart.label(at, 'threshold', { dx: 5, dy: -5, colour: colours.orange })
  }
  noteDifferences(linear, wells)
  return writePicture({
    width: 720,
    height: 340,
    title: 'Threshold and Cq',
    description:
      'Baseline-corrected curves of twenty wells with 1,250 to 20,000 copies and of four NTCs. A dot marks where each curve crosses the threshold upwards for the last time: its Cq.',
    parts: [linear, log].map(String),
  })
}

function noteDifferences(chart: Chart, wells: readonly { cq: number; vendorCq: number | null }[]) {
  const differences = wells.flatMap(({ cq, vendorCq }) =>
    vendorCq === null ? [] : [Math.abs(cq - vendorCq)],
  )
  const corner = [chart.x.from, chart.y.to] as const
  chart.label(corner, `${differences.length} Cqs against the vendor's:`, { dx: 6, dy: 18 })
  const most = fixed(Math.max(...differences), 3)
  chart.label(corner, `largest difference ${most}`, { dx: 6, dy: 32 })
}
