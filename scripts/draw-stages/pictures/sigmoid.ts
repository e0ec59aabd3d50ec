import { curveOf } from '../../../workers/curves/readings.ts'
import { evaluateSigmoid } from '../../../workers/sigmoid/model.ts'
import { findSigmoidCq, type SigmoidCq } from '../../../workers/sigmoid/sigmoid-cq.ts'
import { fitSigmoid, type SigmoidFit } from '../../../workers/sigmoid/sigmoid-fit.ts'
import { Chart } from '../chart.ts'
import { fixed, overCycles, readRun, sample } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

/** Draw a curve with its five-parameter sigmoid, and the Cqs that are read from the fit. */
export async function drawSigmoid(): Promise<string> {
  const run = await readRun('own_mix_a.rdml')
  const { readings } = run.amplification!
  const well = run.wells.find(({ name }) => name === 'H8')!.well
  const curve = curveOf(readings, 0, well).map((value) => value / 1000)
  const fit = fitSigmoid(curve)
  const found = findSigmoidCq(fit)
  return writePicture({
    width: 760,
    height: 360,
    title: 'Sigmoid fit with cpD1, cpD2 and Cy0',
    description:
      'Readings of one well with the fitted sigmoid. cpD1 is where it is steepest, cpD2 where it bends most, Cy0 where the tangent at cpD1 meets the lower asymptote.',
    parts: [drawFit(curve, fit, found), ...drawDerivatives(fit, found)].map(String),
  })
}

function drawFit(curve: Float64Array, fit: SigmoidFit, { cpD1, cpD2, cy0 }: SigmoidCq): Chart {
  const at = (x: number) => evaluateSigmoid(fit, x)
  const [low, high] = [Math.min(...curve), Math.max(...curve)]
  const rise = high - low
  const chart = new Chart(
    { left: 76, top: 40, width: 400, height: 270 },
    { from: 0, to: 40, label: 'cycle' },
    { from: low - 0.12 * rise, to: high + 0.1 * rise, label: 'thousand a.u.' },
  ).title('Five-parameter sigmoid')
  chart.across(fit.c, { colour: colours.grey, dash: '2 3' })
  chart.line(sample(1, 40, 156, at), { colour: colours.sky, width: 3 })
  chart.points(overCycles(curve), { colour: colours.ink, radius: 2 })
  const slope = (at(cpD1 + 0.01) - at(cpD1 - 0.01)) / 0.02
  const tangent = (x: number) => at(cpD1) + slope * (x - cpD1)
  chart.line(sample(cy0, cpD1 + 3, 1, tangent), { colour: colours.purple, dash: '5 3' })
  const marks = [
    { name: 'cpD1', place: [cpD1, at(cpD1)], colour: colours.green, dx: -36, dy: 4 },
    { name: 'cpD2', place: [cpD2, at(cpD2)], colour: colours.orange, dx: -36, dy: -4 },
    { name: 'Cy0', place: [cy0, fit.c], colour: colours.purple, dx: -10, dy: 18 },
  ] as const
  for (const { name, place, ...style } of marks) {
    chart.points([place], { colour: style.colour, radius: 4 })
    chart.label(place, name, { ...style, bold: true })
  }
  chart.label([1, high], `Cy0 ${fixed(cy0, 2)}`, { colour: colours.purple, dy: 4 })
  return chart.label([1, high], `R\u00b2 ${fixed(fit.r2, 5)}`, { dy: 20 })
}

/** Draw slope and bend of the fit, each as a part of its largest. */
function drawDerivatives(fit: SigmoidFit, { cpD1, cpD2 }: SigmoidCq): Chart[] {
  const at = (x: number) => evaluateSigmoid(fit, x)
  const first = (x: number) => (at(x + 0.01) - at(x - 0.01)) / 0.02
  const second = (x: number) => (at(x + 0.05) - 2 * at(x) + at(x - 0.05)) / 0.0025
  const slope = new Chart(
    { left: 540, top: 40, width: 190, height: 105 },
    { from: 15, to: 35, label: '', names: ['', '', '', '', ''] },
    { from: 0, to: 1.15, label: 'slope', ticks: [0, 0.5, 1] },
  ).title('First derivative, scaled')
  const bend = new Chart(
    { left: 540, top: 196, width: 190, height: 114 },
    { from: 15, to: 35, label: 'cycle' },
    { from: -1.2, to: 1.2, label: 'bend', ticks: [-1, 0, 1] },
  ).title('Second derivative, scaled')
  const panels = [
    { chart: slope, name: 'cpD1', cq: cpD1, of: first, colour: colours.green },
    { chart: bend, name: 'cpD2', cq: cpD2, of: second, colour: colours.orange },
  ]
  return panels.map(({ chart, name, cq, of, colour }) => {
    const most = of(cq)
    const curve = sample(15, 35, 100, (x) => of(x) / most)
    chart.line(curve, { colour }).upright(cq, { colour, dash: '3 3' })
    return chart.label([15, 1], `${name} ${fixed(cq, 2)}`, { dx: 5, dy: 10, colour })
  })
}
