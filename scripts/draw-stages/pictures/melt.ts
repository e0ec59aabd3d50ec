import { defaultMeltRule } from '../../../workers/melt/melt-rule.ts'
import { findMeltPeaks, type MeltPeak } from '../../../workers/melt/peaks.ts'
import { differentiateSmoothly } from '../../../workers/melt/smooth-slope.ts'
import { Chart, type Point } from '../chart.ts'
import { fixed, readJson } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

interface RecordedMelt {
  temperatures: number[]
  values: number[]
}

interface DrawnMelt extends RecordedMelt {
  /** Light that is drawn as 1. */
  unit: number
}

const folder = '../../tests/fixtures/curves'

/** Draw a melt of one product and one with a second product, with their derivatives and peaks. */
export function drawMelt(): string {
  const [one] = readJson<RecordedMelt[]>(`${folder}/qs7-melt.json`)
  const file = readJson<{ temperatures: number[]; wells: { values: number[]; peaks: number[] }[] }>(
    `${folder}/rdmlpython-melt.json`,
  )
  const several = file.wells.find(({ peaks }) => peaks.length > 1)!
  return writePicture({
    width: 760,
    height: 560,
    title: 'Melt curve',
    description:
      'Two melts: the fluorescence on the left, its negative slope over temperature on the right with the peaks found, their melting temperatures and their widths at half height.',
    parts: [
      ...drawWell({ ...one!, unit: 1000 }, 40, 'One product'),
      ...drawWell(
        { temperatures: file.temperatures, values: several.values, unit: 1 },
        305,
        'Two products',
      ),
    ].map(String),
  })
}

function drawWell({ temperatures, values, unit }: DrawnMelt, top: number, title: string): Chart[] {
  const grid = Float64Array.from(temperatures)
  const light = Float64Array.from(values, (value) => value / unit)
  const slope = differentiateSmoothly(grid, light, new Float64Array(light.length))
  const peaks = findMeltPeaks(grid, light, defaultMeltRule)
  const x = { from: Math.min(...grid), to: Math.max(...grid), label: '\u00b0C' }
  const most = Math.max(...light)
  const raw = new Chart({ left: 76, top, width: 280, height: 175 }, x, {
    from: 0,
    to: 1.1 * most,
    label: unit === 1 ? 'a.u.' : 'thousand a.u.',
  }).title(title)
  raw.points(over(grid, light), { radius: 1.5 })
  const highest = Math.max(...slope)
  const derivative = new Chart({ left: 446, top, width: 280, height: 175 }, x, {
    from: -0.1 * highest,
    to: 1.25 * highest,
    label: '\u2212dF/dT',
  }).title(`${peaks.length} peak${peaks.length === 1 ? '' : 's'}`)
  derivative.line(over(grid, slope))
  for (const peak of peaks) mark(derivative, peak)
  return [raw, derivative]
}

function mark(chart: Chart, { tm, height, prominence, width, share }: MeltPeak): void {
  const half = height - prominence / 2
  chart.line(
    [
      [tm, chart.y.from],
      [tm, height],
    ],
    { colour: colours.orange, dash: '3 3', width: 1.2 },
  )
  chart.line(
    [
      [tm - width / 2, half],
      [tm + width / 2, half],
    ],
    { colour: colours.green, width: 2 },
  )
  chart.points([[tm, height]], { colour: colours.orange, radius: 3 })
  const style = { anchor: 'end' as const, dx: -7 }
  chart.label([tm, height], `Tm ${fixed(tm, 2)}`, {
    ...style,
    dy: -6,
    colour: colours.orange,
    bold: true,
  })
  const facts = `${fixed(width, 1)} \u00b0C wide, ${fixed(100 * share, 0)} %`
  chart.label([tm - width / 2, half], facts, { ...style, dy: 0, size: 10, colour: colours.green })
}

/** Return points in the order of the temperatures: an instrument may turn before it ramps. */
function over(temperatures: Float64Array, values: Float64Array): Point[] {
  return Array.from(temperatures, (t, i): Point => [t, values[i]!]).sort((a, b) => a[0] - b[0])
}
