import { afterEach, describe, expect, test } from 'vitest'
import { findConsensusCq } from '../../workers/consensus/consensus-cq.ts'
import type { Growing } from '../../workers/consensus/fit.ts'
import { correctChannel } from '../../workers/curves/correct.ts'
import { openConsensusKernel } from '../../workers/wasm/consensus.ts'
import { fitShape, placeCurves, setConsensusKernel } from '../../workers/consensus/place-curves.ts'
import { digestValue } from '../support/digest-value.ts'
import { drawPlate, recordedPlates } from '../support/engine-plates.ts'
import {
  consensusVector,
  readBits,
  readKernelVectors,
  writeBits,
  type ConsensusVector,
} from '../support/kernel-vectors.ts'
import { openKernels } from '../support/open-kernels.ts'
import { makeCurve } from './curves.ts'

const vectors = readKernelVectors().filter(
  (one): one is ConsensusVector => one.kernel === 'consensus',
)
const kernel = openConsensusKernel(openKernels())

afterEach(() => setConsensusKernel(null))

/** Return a vector's curves, weighting and limit. */
function readVector(vector: ConsensusVector) {
  const points = readBits(vector.points)[0]!
  const [curves, starts] = [readBits(vector.curves), readBits(vector.starts)]
  const growing = Array.from({ length: starts.length / 2 }, (_, i) => ({
    curve: curves.slice(i * points, (i + 1) * points),
    middle: starts[2 * i]!,
    rise: starts[2 * i + 1]!,
  }))
  const [height, noiseRatio, expectedRise] = readBits(vector.weighting) as unknown as number[]
  const weighting = {
    height: height!,
    noiseRatio: noiseRatio!,
    expectedRise: expectedRise!,
  }
  return { growing, weighting, enough: readBits(vector.enough)[0]! }
}

/** Find shape and places by whichever kernel is set, written as a vector's. */
function measure(growing: Growing[], weighting: Parameters<typeof fitShape>[1], enough: number) {
  const shape = fitShape(growing, weighting)
  const places = placeCurves(growing, shape, weighting, enough)
  const numbers = places.flatMap((one) => [one.cy0, one.error, one.floor, one.drift, one.rise])
  return { shape: writeBits([shape.rate, shape.asymmetry]), places: writeBits(numbers) }
}

describe('golden vectors of shapes and places', () => {
  test('the TypeScript fits give them', () => {
    expect(vectors.length).toBe(10)
    for (const vector of vectors) {
      const { growing, weighting, enough } = readVector(vector)
      expect(consensusVector(vector.name, growing, weighting, enough)).toEqual(vector)
    }
  })

  test('the WebAssembly fits give them', () => {
    setConsensusKernel(kernel)
    for (const vector of vectors) {
      const { shape, places } = vector
      const { growing, weighting, enough } = readVector(vector)
      expect([vector.name, measure(growing, weighting, enough)]).toEqual([
        vector.name,
        { shape, places },
      ])
    }
  })
})

describe('the consensus of whole plates', () => {
  test('is the same to the bit with and without WebAssembly', () => {
    const plates = [...recordedPlates(), ...[21, 22, 23].map((seed) => drawPlate(seed))]
    const digests: string[] = []
    const run = () =>
      plates.flatMap(({ amplification }) =>
        amplification.channels.map((_, channel) => {
          const curves = correctChannel(amplification, channel, null, { method: 'automatic' })
          const found = findConsensusCq(curves, new Uint8Array(curves.wells).fill(1))
          return digestValue(found)
        }),
      )
    digests.push(...run())
    setConsensusKernel(kernel)
    expect(run()).toEqual(digests)
    expect(new Set(digests).size).toBeGreaterThan(8)
  })

  test('of more wells than a block holds does not depend on which curve is beside', () => {
    const growing = Array.from({ length: 110 }, (_, i) => ({
      curve: makeCurve(40, { base: 2, top: 5 + (i % 7), middle: 14 + i / 6, noise: 0.02, seed: i }),
      middle: 14 + i / 6,
      rise: 5 + (i % 7),
    }))
    const weighting = { height: 0.7, noiseRatio: 0.004, expectedRise: Number.NaN }
    const alone = growing.map(
      (one) => placeCurves([one], { rate: 0.6, asymmetry: 1.2 }, weighting)[0],
    )
    setConsensusKernel(kernel)
    expect(placeCurves(growing, { rate: 0.6, asymmetry: 1.2 }, weighting)).toEqual(alone)
  })

  test('of curves too long for the kernel is left to TypeScript', () => {
    const curve = makeCurve(200, { top: 10, middle: 90, noise: 0.1 })
    const growing = [{ curve, middle: 90, rise: 10 }]
    const weighting = { height: 0.7, noiseRatio: 0.01, expectedRise: Number.NaN }
    const without = measure(growing, weighting, 1e-8)
    setConsensusKernel(kernel)
    expect(measure(growing, weighting, 1e-8)).toEqual(without)
  })
})
