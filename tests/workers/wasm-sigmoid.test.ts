import { afterEach, describe, expect, test } from 'vitest'
import { fitSigmoid } from '../../workers/sigmoid/sigmoid-fit.ts'
import { exp } from '../../workers/numbers/exp.ts'
import { log } from '../../workers/numbers/log.ts'
import { fitSigmoids, setSigmoidKernel } from '../../workers/wasm/fit-sigmoids.ts'
import { openSigmoidKernel } from '../../workers/wasm/sigmoid.ts'
import { digestValue } from '../support/digest-value.ts'
import { drawPlate, recordedPlates } from '../support/engine-plates.ts'
import {
  readBits,
  readKernelVectors,
  searchVector,
  writeBits,
  type FunctionVector,
  type SigmoidVector,
} from '../support/kernel-vectors.ts'
import { openKernels } from '../support/open-kernels.ts'
import { makeCurve } from './curves.ts'

const vectors = readKernelVectors()
const searches = vectors.filter((one): one is SigmoidVector => one.kernel === 'sigmoid')
const kernel = openSigmoidKernel(openKernels())

const plates = [...recordedPlates(), ...[11, 12, 13, 14].map((seed) => drawPlate(seed))]
const curves = plates.flatMap(({ amplification: { values, points } }) =>
  Array.from({ length: values.length / points }, (_, i) =>
    values.slice(i * points, (i + 1) * points),
  ),
)

afterEach(() => setSigmoidKernel(null))

describe('golden vectors', () => {
  test('the TypeScript functions give them', () => {
    for (const { kernel: name, input, result } of vectors.filter(isFunction)) {
      expect(writeBits(readBits(input).map(name === 'exp' ? exp : log))).toBe(result)
    }
  })

  test('the TypeScript search gives them', () => {
    expect(searches.length).toBeGreaterThan(40)
    for (const vector of searches) {
      expect(searchVector(vector.name, readBits(vector.curve), vector.earlier)).toEqual(vector)
    }
  })

  test('the WebAssembly search gives them', () => {
    const exports = openKernels()
    const block = exports.sigmoid_block()
    const [count, points] = [exports.sigmoid_curves(), exports.sigmoid_points()]
    const numbers = (from: number, length: number) =>
      new Float64Array(exports.memory.buffer, block + 8 * from, length)
    for (const [i, { values, logs, order }] of searches.entries()) {
      numbers(i * points, points).set(readBits(values))
      numbers((count + i) * points, points).set(readBits(logs))
      numbers(2 * count * points + 7 * i, 7).set(readBits(order))
    }
    exports.sigmoid_fit(searches.length)
    for (const [i, { name, result }] of searches.entries()) {
      const found = numbers(count * (2 * points + 7) + 25 * i, 25)
      expect([name, digestValue(found)]).toEqual([name, digestValue(readBits(result))])
    }
  })
})

describe('fits of whole plates', () => {
  test('are the same to the bit with and without WebAssembly', () => {
    expect(curves.length).toBeGreaterThan(800)
    expect(kernel(curves, [])!.map(digestValue)).toEqual(
      curves.map((curve) => digestValue(fitSigmoid(curve))),
    )
  })

  test('are so for a live view too', () => {
    const earlier = curves.map((curve, i) =>
      i % 3 === 0 ? undefined : fitSigmoid(curve.subarray(0, curve.length - 1)),
    )
    const without = fitSigmoids(curves, earlier).map(digestValue)
    setSigmoidKernel(kernel)
    expect(fitSigmoids(curves, earlier).map(digestValue)).toEqual(without)
  })

  test('do not depend on which curve is beside or came before', () => {
    const few = curves.slice(100, 131)
    const alone = few.map((curve) => digestValue(kernel([curve], [])![0]))
    expect(kernel(few.toReversed(), [])!.map(digestValue)).toEqual(alone.toReversed())
  })

  test('of nothing to fit are empty as without WebAssembly', () => {
    const empty = [
      new Float64Array(0),
      new Float64Array(40).fill(7),
      new Float64Array(40).fill(Number.NaN),
      makeCurve(5, { top: 1 }),
    ]
    expect(kernel(empty, [])!.map(digestValue)).toEqual(
      empty.map((curve) => digestValue(fitSigmoid(curve))),
    )
    expect(kernel([], [])).toEqual([])
  })

  test('of curves too long for the kernel are left to TypeScript', () => {
    const long = makeCurve(200, { top: 10, middle: 90, noise: 0.1 })
    expect(kernel([long], [])).toBeNull()
    setSigmoidKernel(kernel)
    expect(fitSigmoids([long], [])[0]).toEqual(fitSigmoid(long))
  })
})

function isFunction(vector: (typeof vectors)[number]): vector is FunctionVector {
  return vector.kernel === 'exp' || vector.kernel === 'log'
}
