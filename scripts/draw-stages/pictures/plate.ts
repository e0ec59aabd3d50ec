import { correctChannel } from '../../../workers/curves/correct.ts'
import { createReadings } from '../../../workers/curves/readings.ts'
import { findMedian } from '../../../workers/numbers/median.ts'
import { findKineticOutliers } from '../../../workers/plate/kinetic-outliers.ts'
import {
  findPositionEffects,
  type PositionEffect,
} from '../../../workers/plate/position-effects.ts'
import { reviewReplicates } from '../../../workers/plate/replicate-outliers.ts'
import { estimateTarget } from '../../../workers/run/estimate.ts'
import { fixed, readJson } from '../data.ts'
import { colours, element, writePicture, writeText } from '../svg.ts'

const size = 34
const [left, top] = [60, 66]

/** Draw a plate of replicates with Cqs above and below the median, and the flagged wells. */
export function drawPlate(): string {
  const rn = readJson<number[][]>('./fixtures/replicate-plate.json')
  const readings = createReadings(['FAM'], 96, 40)
  readings.values.set(rn.flat())
  const curves = correctChannel(readings, 0, null, { method: 'automatic' })
  const { consensus, growths } = estimateTarget(curves, new Uint8Array(96).fill(1), true)
  const plate = { rows: 8, columns: 12, values: consensus, groups: new Int32Array(96) }
  const effects = findPositionEffects(plate, { alpha: 0.01, least: 0.2 })
  const kinetic = findKineticOutliers(
    growths.map((growth) => [growth?.efficiency ?? Number.NaN]),
    0.01,
  )
  const { outliers, limit } = reviewReplicates([...consensus], { most: 0.5, expected: 0 })
  const far = new Set(outliers.map(({ index }) => index))
  const middle = findMedian(consensus)
  const cells = [...consensus].flatMap((cq, well) =>
    drawWell(well, cq - middle, { far: far.has(well), kinetic: kinetic[well]!.isOutlier }),
  )
  const strange = kinetic.filter(({ isOutlier }) => isOutlier).length
  const heading = { bold: true, colour: colours.ink }
  return writePicture({
    width: 800,
    height: 390,
    title: 'Flags of the plate',
    description:
      'Map of 96 replicate wells with the distance of each Cq from the median, and a table of the patterns that were looked for.',
    parts: [
      writeText(left, 30, 'Cq less the median of 96 replicates, cycles', heading),
      ...drawNames(),
      ...cells,
      ...drawTable(effects),
      writeText(510, 260, `frame: over ${limit} cycles from the median (${far.size})`),
      writeText(510, 280, `dot: kinetic outlier (${strange})`),
    ],
  })
}

function drawWell(
  well: number,
  away: number,
  { far, kinetic }: { far: boolean; kinetic: boolean },
): string[] {
  const x = left + (well % 12) * size
  const y = top + Math.floor(well / 12) * size
  const fill = away > 0 ? colours.orange : colours.blue
  const inset = { x: x + 1, y: y + 1, width: size - 2, height: size - 2, rx: 5 }
  const parts = [
    element('rect', {
      ...inset,
      fill,
      'fill-opacity': Math.min(0.85, Math.abs(away) * 1.4) + 0.04,
    }),
    writeText(x + size / 2, y + 21, fixed(away, 2), {
      size: 9,
      anchor: 'middle',
      colour: colours.ink,
    }),
  ]
  if (far)
    parts.push(element('rect', { ...inset, fill: 'none', stroke: colours.ink, 'stroke-width': 2 }))
  if (kinetic)
    parts.push(element('circle', { cx: x + size - 7, cy: y + 7, r: 3, fill: colours.purple }))
  return parts
}

function drawNames(): string[] {
  const columns = Array.from({ length: 12 }, (_, i) =>
    writeText(left + (i + 0.5) * size, top - 8, String(i + 1), { anchor: 'middle', size: 11 }),
  )
  const rows = Array.from('ABCDEFGH', (row, i) =>
    writeText(left - 12, top + (i + 0.6) * size, row, { anchor: 'middle', size: 11 }),
  )
  return [...columns, ...rows]
}

function drawTable(effects: readonly PositionEffect[]): string[] {
  const places = [510, 665, 725, 740]
  const rows = effects.map(({ pattern, size: by, probability, isPresent }) => [
    pattern.replaceAll('_', ' '),
    fixed(by, 2),
    probability < 0.001 ? '< 0.001' : fixed(probability, 3),
    isPresent ? 'flagged' : '',
  ])
  return [['pattern', 'cycles', 'p', ''], ...rows].flatMap((row, i) =>
    row.map((text, k) =>
      writeText(places[k]!, 84 + i * 24, text, {
        anchor: k === 1 || k === 2 ? 'end' : 'start',
        bold: i === 0 || row[3] !== '',
        colour: row[3] === '' ? colours.ink : colours.orange,
      }),
    ),
  )
}
