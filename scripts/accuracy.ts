// `npm run accuracy [-- --json FILE]`: our Cq, calls and Tm against a vendor's software on real plates.
import { parseArgs } from 'node:util'
import { measurePlate, plateInput, quantile, type Figure } from '../tests/support/curve-accuracy.ts'
import {
  hasPlate,
  readPlate,
  readShippedPlate,
  referencePlates,
} from '../tests/support/vendor-plate.ts'
import type { VendorPlate } from '../tests/support/vendor-plate.ts'
import { measureRated } from '../tests/support/rated-curves.ts'
import { analyse } from '../workers/curves/analyse.ts'
import { createReadings } from '../workers/curves/readings.ts'
import { curveLayers } from '../workers/curves/views.ts'
import { printTable, writeJson } from './report-table.ts'

const { values } = parseArgs({ options: { json: { type: 'string' } } })

const plates = referencePlates
  .filter(({ name }) => hasPlate(name))
  .map(({ name, passive }) => readPlate(name, passive))
if (plates.length < referencePlates.length) {
  console.log('The reference data beside the project is not complete; measuring what is there.')
}
const shipped = readShippedPlate()
if (!plates.some(({ name }) => name === shipped.name)) plates.push(shipped)

const rows: Figure[] = [...plates.flatMap(measurePlate), ...measureRated(), ...measureTime(shipped)]
printTable(rows)
if (values.json !== undefined) writeJson(values.json, rows)
if (rows.some(({ ok }) => ok === false)) process.exitCode = 1

/** Times of the shipped plate, 96 wells x 4 targets x 40 cycles, and of a live update with 45 cycles. */
function measureTime(plate: VendorPlate): Figure[] {
  const input = plateInput(plate)
  const live = createReadings(plate.amplification.channels, 96, 45)
  for (let i = 0; i < live.values.length; i++) {
    const point = Math.min(i % 45, plate.amplification.points - 1)
    live.values[i] = plate.amplification.values[Math.floor(i / 45) * 40 + point]!
  }
  const layers = curveLayers(live, input.evaluation)
  return [
    time('analyse 96 x 4 x 40', () => analyse(input), 60),
    time('layers of 96 x 5 x 45', () => curveLayers(live, input.evaluation, layers), 16),
  ]
}

function time(name: string, work: () => unknown, bar: number): Figure {
  const times = Array.from({ length: 40 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  const p95 = quantile(times, 0.95)
  return { name: `${name}, p95 of 40`, value: p95, unit: 'ms', bar: `<= ${bar}`, ok: p95 <= bar }
}
