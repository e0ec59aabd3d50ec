import { calibrateDyes } from '../../../workers/compensation/calibration.ts'
import { compensate } from '../../../workers/compensation/compensate.ts'
import { curveOf, type Readings } from '../../../workers/curves/readings.ts'
import { readTwoChannelPlate } from '../../../tests/support/two-channel-plate.ts'
import { Chart, type Point } from '../chart.ts'
import { fixed, overCycles } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

/** Light of both channels of a plate that holds FAM alone, before and after colour compensation. */
export function drawCompensation(): string {
  const { plates, readings } = readTwoChannelPlate()
  const { compensation } = calibrateDyes(plates, 'wells')
  const dyes = compensate(readings, compensation)
  const left = new Chart(
    { left: 76, top: 40, width: 274, height: 230 },
    { from: 0, to: 40, label: 'cycle' },
    { from: -5, to: 27, label: 'rise, thousand a.u.' },
  ).title('Channels as read')
  const right = new Chart(
    { left: 426, top: 40, width: 274, height: 230 },
    { from: 0, to: 40, label: 'cycle' },
    { from: -5, to: 27, label: '' },
  ).title('Dyes, after compensation')
  paint(left, readings, 'channel 1 (FAM)', 'channel 2 (HEX)')
  paint(right, dyes, 'FAM', 'HEX')
  return writePicture({
    width: 720,
    height: 320,
    title: 'Colour compensation',
    description:
      'Two panels of the same eight wells, which hold FAM and no HEX. As read, the HEX channel rises with FAM; after compensation HEX stays flat.',
    parts: [left, right].map(String),
  })
}

function paint(chart: Chart, readings: Readings, first: string, second: string): void {
  const parts: number[] = []
  for (let well = 0; well < readings.wells; well++) {
    const [one, two] = [0, 1].map((channel) => rise(curveOf(readings, channel, well)))
    parts.push(two!.at(-1)![1] / one!.at(-1)![1])
    if (well % 2 === 1) continue
    chart.line(two!, { colour: colours.orange, width: 1.3, opacity: 0.85 })
    chart.line(one!, { colour: colours.blue, width: 1.3, opacity: 0.85 })
  }
  const mean = parts.reduce((sum, part) => sum + part * part, 0) / parts.length
  chart.label([1.5, 25.2], first, { colour: colours.blue, bold: true })
  chart.label([1.5, 23.3], second, { colour: colours.orange, bold: true })
  const text = `rises by ${fixed(100 * Math.sqrt(mean), 1)} % of FAM (rms, ${parts.length} wells)`
  chart.label([1.5, 21.4], text)
}

/** Return the rise over the mean of the cycles 3 to 12, in thousands. */
function rise(curve: Float64Array): Point[] {
  const ground = curve.subarray(2, 12).reduce((sum, value) => sum + value, 0) / 10
  return overCycles(curve.map((value) => (value - ground) / 1000))
}
