import { fitLogWindow } from '../../../workers/linreg/baseline.ts'
import { findTakeOff, type TakeOff } from '../../../workers/linreg/take-off.ts'
import { curveOf } from '../../../workers/curves/readings.ts'
import { exp } from '../../../workers/numbers/exp.ts'
import { log } from '../../../workers/numbers/log.ts'
import { Chart } from '../chart.ts'
import { fixed, overCycles, readRun, sample } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

/** Draw the take-off of a curve, and the window of its log-linear phase before that. */
export async function drawTakeOff(): Promise<string> {
  const run = await readRun('own_mix_a.rdml')
  const { readings } = run.amplification!
  const well = run.wells.find(({ name }) => name === 'H8')!.well
  const curve = curveOf(readings, 0, well).map((value) => value / 1000)
  const second = new Float64Array(curve.length)
  const takeOff = findTakeOff(curve, second)
  return writePicture({
    width: 720,
    height: 340,
    title: 'Take-off and log-linear phase',
    description:
      'Left: second difference of a curve, averaged over three cycles, with TD0 at its maximum. Right: the same curve less its LinRegPCR baseline on a logarithmic scale, with the window whose slope is the efficiency.',
    parts: [drawBend(second, takeOff), drawPhase(curve, takeOff)].map(String),
  })
}

function drawBend(second: Float64Array, { td0 }: TakeOff): Chart {
  const most = Math.max(...second.filter(Number.isFinite))
  const chart = new Chart(
    { left: 76, top: 40, width: 274, height: 250 },
    { from: 14, to: 34, label: 'cycle' },
    { from: -0.6 * most, to: 1.15 * most, label: 'mean second difference' },
  ).title('Take-off cycle TD0')
  chart.across(0, { colour: colours.frame })
  chart.line(overCycles(second), { width: 1.4 }).points(overCycles(second), { radius: 2.2 })
  chart.upright(td0, { colour: colours.orange, dash: '5 3' })
  const style = { dx: 6, dy: 18, colour: colours.orange, bold: true }
  return chart.label([14, chart.y.to], `TD0 ${fixed(td0, 2)}`, style)
}

function drawPhase(curve: Float64Array, takeOff: TakeOff): Chart {
  const { first, last, baseline, efficiency, start } = fitLogWindow(
    curve,
    takeOff,
    new Float64Array(curve.length),
  )
  const chart = new Chart(
    { left: 426, top: 40, width: 274, height: 250 },
    { from: 10, to: 40, label: 'cycle' },
    { from: 0.01, to: 1000, label: 'thousand a.u.', log: true },
  ).title('Log-linear phase (LinRegPCR)')
  chart.block([first, 0.01], [last, 1000], colours.yellow, 0.18)
  const line = (x: number) => start * exp(log(efficiency) * (x - first))
  chart.line(sample(first - 2, last + 3, 1, line), { colour: colours.orange, dash: '5 3' })
  const corrected = curve.map((value) => value - baseline)
  chart.points(overCycles(corrected), { radius: 2.2 })
  chart.upright(takeOff.td0, { colour: colours.orange, width: 1 })
  chart.label([10, 1000], `cycles ${first} to ${last}`, { dx: 6, dy: 18 })
  return chart.label([10, 1000], `E ${fixed(efficiency, 3)} fold a cycle`, { dx: 6, dy: 32 })
}
