import { fitLine, type Line } from '../../../workers/curves/baseline.ts'
import { fitAsymptote } from '../../../workers/curves/baseline-asymptote.ts'
import { chooseWindow } from '../../../workers/curves/baseline-window.ts'
import { curveOf } from '../../../workers/curves/readings.ts'
import { Chart } from '../chart.ts'
import { fixed, overCycles, readJson, readRecorded, readStandards } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

/** Draw an ordinary curve, one that grows from the first cycles, and one that does not grow. */
export function drawBaseline(): string {
  const ordinary = readStandards().find(({ well }) => well === 'E5')!.rn
  const early = curveOf(readRecorded('chai-1ch-melt').readings, 0, 5).map((value) => value / 1000)
  const flat = Float64Array.from(
    readJson<{ well: string; target: string; amplified: boolean; rn: number[] }[]>(
      '../../tests/fixtures/curves/qs7-pa.json',
    ).find(({ amplified }) => !amplified)!.rn,
  )
  const panels = [
    { title: 'Ordinary curve', curve: ordinary, label: 'Rn', height: 0.35 },
    { title: 'Early growth', curve: early, label: 'thousand a.u.', height: 1, sigmoid: true },
    { title: 'No growth', curve: flat, label: 'Rn', height: 1 },
  ]
  return writePicture({
    width: 760,
    height: 330,
    title: 'Baseline',
    description:
      'Three curves with the automatic window shaded and the line fitted in it. The second one grows from its first cycles; the level of its sigmoid is drawn as well. The third one does not grow, and its window reaches to the end.',
    parts: panels.map((panel, i) => String(paint(70 + i * 240, panel))),
  })
}

interface Panel {
  title: string
  curve: Float64Array
  label: string
  /** Part of the curve's range that is shown. */
  height: number
  /** Draw the sigmoid's level too. */
  sigmoid?: boolean
}

function paint(left: number, { title, curve, label, height, sigmoid }: Panel): Chart {
  const window = chooseWindow(curve, new Float64Array(2 * curve.length))
  const line = fitLine(curve, window)
  const [low, high] = [Math.min(...curve), Math.max(...curve)]
  const shown = (high - low) * height
  const chart = new Chart(
    { left, top: 40, width: 170, height: 220 },
    { from: 0, to: curve.length, label: 'cycle', ticks: [0, 10, 20, 30, 40] },
    { from: low - 0.15 * shown, to: low + 1.05 * shown, label },
  ).title(title)
  chart.block([window.start, chart.y.from], [window.end, chart.y.to], colours.yellow, 0.18)
  chart.line(lineOf(line, curve.length), { colour: colours.orange, dash: '5 3' })
  chart.points(overCycles(curve), { radius: 1.9 })
  if (sigmoid) {
    const level = fitAsymptote(curve, window)
    chart.line(lineOf(level, curve.length), { colour: colours.green, dash: '2 2' })
    chart.label([curve.length, level.intercept], 'sigmoid level', {
      anchor: 'end',
      dx: -6,
      dy: 15,
      colour: colours.green,
    })
  }
  const style = { colour: colours.orange, dx: 6 }
  chart.label([0, chart.y.to], `cycles ${window.start} to ${window.end}`, { ...style, dy: 16 })
  const noise = `noise ${fixed(line.noise, line.noise < 0.1 ? 4 : 2)}`
  return chart.label([0, chart.y.to], noise, { ...style, dy: 30 })
}

function lineOf({ intercept, slope }: Line, cycles: number) {
  return [0, cycles].map((cycle) => [cycle, intercept + slope * cycle] as const)
}
