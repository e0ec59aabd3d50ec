import { findCq } from '../../../workers/curves/threshold.ts'
import { log10 } from '../../../workers/numbers/log.ts'
import {
  fitStandardCurve,
  predictCq,
  type Interval,
  type StandardCurve,
} from '../../../workers/plate/standard-curve.ts'
import { readQuantity } from '../../../workers/plate/standard-quantity.ts'
import { Chart, type Point } from '../chart.ts'
import { correct, fixed, readStandards, sample } from '../data.ts'
import { colours, writePicture, writeText } from '../svg.ts'

/** Cqs of a sample's wells that is read off the curve. */
const cqs = [28.4, 28.3, 28.5]
const [lowest, highest] = [2.9, 4.5]

/** Draw the Cq of the standards over their copies, the line with its band, and a sample read off it. */
export function drawStandardCurve(): string {
  const points = readStandards()
    .filter(({ quantity }) => quantity > 0)
    .map(({ quantity, rn }) => ({ log10Quantity: log10(quantity), cq: findCq(correct(rn), 0.1) }))
  const fitted = fitStandardCurve(points)
  if (fitted.outcome !== 'fitted') throw new Error(fitted.outcome)
  const read = readQuantity(fitted.curve, cqs)
  if (read.outcome !== 'read') throw new Error(read.outcome)
  const chart = drawLine(fitted.curve)
  const [{ value, low, high }, cq] = [read.log10Quantity, 28.4]
  const path: Point[] = [
    [lowest, cq],
    [value, cq],
    [value, chart.y.from],
  ]
  chart.line(path, { colour: colours.orange, dash: '5 3' })
  chart.block([low, chart.y.from], [high, cq], colours.orange, 0.2)
  const marks = points.map(({ log10Quantity, cq: own }): Point => [log10Quantity, own])
  chart.points(marks, { colour: colours.ink })
  return writePicture({
    width: 700,
    height: 390,
    title: 'Standard curve',
    description:
      'Cq of twenty standard wells over the logarithm of their copies with the fitted line, its 95 % confidence band (dark) and 95 % prediction band (light), and a sample of three wells read off with its interval.',
    parts: [String(chart), ...writeFacts(listFacts(fitted.curve, read.quantity))],
  })
}

/** Draw the line with its confidence band in its prediction band. */
function drawLine(curve: StandardCurve): Chart {
  const chart = new Chart(
    { left: 70, top: 40, width: 400, height: 290 },
    { from: lowest, to: highest, label: 'copies', ...copies() },
    { from: 25.5, to: 32, label: 'Cq' },
  ).title('Standards, RNase P')
  const over = (pick: (x: number) => number) => sample(lowest, highest, 60, pick)
  const bands = { prediction: colours.sky, confidence: colours.blue } as const
  for (const kind of ['prediction', 'confidence'] as const) {
    const low = over((x) => predictCq(curve, x)[kind].low)
    const high = over((x) => predictCq(curve, x)[kind].high)
    chart.band(low, high, bands[kind])
  }
  const line = over((x) => curve.intercept + curve.slope * x)
  return chart.line(line, { colour: colours.blue })
}

function listFacts(curve: StandardCurve, quantity: Interval): [name: string, value: string][] {
  const { value, low, high } = curve.efficiency
  return [
    ['slope', fixed(curve.slope, 3)],
    ['intercept', fixed(curve.intercept, 2)],
    ['R\u00b2', fixed(curve.r2, 4)],
    ['residual SD, cycles', fixed(curve.residualSd, 3)],
    ['efficiency, fold', `${fixed(value, 3)} (${fixed(low, 2)} to ${fixed(high, 2)})`],
    ['lack of fit, p', fixed(curve.lackOfFit.p, 2)],
    ['Cq of a sample', cqs.map((cq) => fixed(cq, 1)).join(', ')],
    ['copies', fixed(quantity.value, 0)],
    ['95 % prediction', `${fixed(quantity.low, 0)} to ${fixed(quantity.high, 0)}`],
  ]
}

function writeFacts(facts: readonly (readonly [string, string])[]): string[] {
  return facts.flatMap(([name, value], i) => {
    const y = 60 + i * 28
    const colour = i < 6 ? colours.ink : colours.orange
    return [
      writeText(500, y, name, { size: 11 }),
      writeText(500, y + 13, value, { colour, bold: true }),
    ]
  })
}

/** Marks at the standards, named by their copies. */
function copies() {
  const levels = [1250, 2500, 5000, 10000, 20000]
  return {
    ticks: levels.map((level) => log10(level)),
    names: ['1250', '2500', '5000', '10k', '20k'],
  }
}
