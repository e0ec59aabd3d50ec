import { afterEach, expect, test } from 'vitest'
import { orderPoints } from '../../workers/melt/order-points.ts'
import { createSlopeWindows } from '../../workers/melt/slope-windows.ts'
import { smoothSlope } from '../../workers/melt/smooth-slope.ts'
import { openMeltKernel } from '../../workers/wasm/melt.ts'
import { setMeltKernel } from '../../workers/melt/smooth-melt.ts'
import { digestValue } from '../support/digest-value.ts'
import { drawPlate } from '../support/engine-plates.ts'
import {
  gridVector,
  meltVector,
  readBits,
  readKernelVectors,
  type GridVector,
  type MeltVector,
} from '../support/kernel-vectors.ts'
import { openKernels } from '../support/open-kernels.ts'

const vectors = readKernelVectors()
const grids = vectors.filter((one): one is GridVector => one.kernel === 'melt grid')
const melts = vectors.filter((one): one is MeltVector => one.kernel === 'melt')
const kernel = openMeltKernel(openKernels())

const plates = [21, 22, 23, 24].map((seed) => drawPlate(seed).melt!)
const curves = plates.flatMap(({ points, temperatures, values }) =>
  Array.from({ length: values.length / points }, (_, i) => {
    const curve = values.subarray(i * points, (i + 1) * points)
    // Give every other one a grid of its own, which is even for some and uneven for others.
    const own = temperatures.map((temperature, j) => temperature + (i % 2) * 0.001 * i * (j % 3))
    return orderPoints(own, curve)
  }),
)

afterEach(() => setMeltKernel(null))

test('the TypeScript smoothing gives the golden vectors', () => {
  expect(melts.length).toBeGreaterThan(4)
  for (const grid of grids) {
    const temperatures = readBits(grid.temperatures)
    expect(gridVector(grid.name, temperatures)).toEqual(grid)
    for (const melt of melts.filter((one) => one.grid === grid.name)) {
      const values = readBits(melt.values)
      expect(meltVector(melt.name, grid.name, temperatures, values)).toEqual(melt)
    }
  }
})

test('the WebAssembly smoothing gives the golden vectors', () => {
  for (const { name, grid, values, slope, deviation } of melts) {
    const temperatures = readBits(grids.find((one) => one.name === grid)!.temperatures)
    const found = kernel(temperatures, createSlopeWindows(temperatures), readBits(values))
    const expected = { slope: readBits(slope), deviation: readBits(deviation) }
    expect([name, digestValue(found)]).toEqual([name, digestValue(expected)])
  }
})

test('melts of whole plates are smoothed to the same bits with and without WebAssembly', () => {
  const without = curves.map((points) => digestValue(smoothSlope(points)))
  let taken = 0
  setMeltKernel((...given) => {
    const found = kernel(...given)
    if (found) taken++
    return found
  })
  expect(curves.map((points) => digestValue(smoothSlope(points)))).toEqual(without)
  expect(taken).toBeGreaterThan(100)
})

test('a curve that is too long or too short is left to TypeScript', () => {
  const long = Float64Array.from({ length: 3000 }, (_, i) => 60 + 0.01 * i)
  for (const temperatures of [long, long.subarray(0, 4)]) {
    expect(kernel(temperatures, createSlopeWindows(temperatures), temperatures)).toBeNull()
  }
})
