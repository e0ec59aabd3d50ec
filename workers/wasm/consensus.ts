import type { Weighting } from '../consensus/equations.ts'
import { lostPlacement, type Growing, type Placement } from '../consensus/fit.ts'
import type { ConsensusKernel } from '../consensus/place-curves.ts'

/** Exports of `wasm/curves/src/consensus.rs`. */
export interface ConsensusExports {
  memory: WebAssembly.Memory
  consensus_block: () => number
  consensus_limit: (what: 0 | 1 | 2) => number
  consensus_shape: (count: number, points: number) => void
  consensus_place: (count: number, points: number, enough: number) => void
}

/** Numbers of a result, as `consensus.rs` lays them out. */
const resultSize = 7

/** Open the kernel of `fitCommonShape` and `placeCurve`, equal to the bit, two curves at a time. */
export function openConsensusKernel(exports: ConsensusExports): ConsensusKernel {
  const [mostCurves, mostPoints, mostJoint] = ([0, 1, 2] as const).map((what) =>
    exports.consensus_limit(what),
  ) as [number, number, number]
  const { buffer } = exports.memory
  let end = exports.consensus_block()
  const part = (length: number) => {
    const from = end
    end += 8 * length
    return new Float64Array(buffer, from, length)
  }
  const values = part(mostCurves * mostPoints)
  const starts = part(2 * mostCurves)
  const shapeParts = part(2)
  const weights = part(3)
  const results = part(resultSize * mostCurves)

  function load(growing: readonly Growing[], { height, noiseRatio, expectedRise }: Weighting) {
    for (const [index, { curve, middle, rise }] of growing.entries()) {
      values.set(curve, index * mostPoints)
      starts[2 * index] = middle
      starts[2 * index + 1] = rise
    }
    weights[0] = height
    weights[1] = noiseRatio
    weights[2] = expectedRise
  }

  return {
    fitShape(chosen, weighting) {
      const points = chosen[0]!.curve.length
      if (chosen.length > mostJoint || points > mostPoints) return null
      load(chosen, weighting)
      exports.consensus_shape(chosen.length, points)
      return { rate: shapeParts[0]!, asymmetry: shapeParts[1]! }
    },
    placeCurves(growing, shape, weighting, enough) {
      const points = growing[0]!.curve.length
      if (points > mostPoints) return null
      const placed: Placement[] = []
      for (let from = 0; from < growing.length; from += mostCurves) {
        const some = growing.slice(from, from + mostCurves)
        load(some, weighting)
        shapeParts[0] = shape.rate
        shapeParts[1] = shape.asymmetry
        exports.consensus_place(some.length, points, enough)
        for (let i = 0; i < some.length; i++) placed.push(readPlacement(results, i * resultSize))
      }
      return placed
    },
  }
}

function readPlacement(results: Float64Array, at: number): Placement {
  if (results[at] === 0) return lostPlacement
  const rise = results[at + 6]!
  const scatter = Math.sqrt(results[at + 2]!) / rise
  return {
    cy0: results[at + 1]!,
    error: scatter * Math.sqrt(results[at + 3]!),
    floor: results[at + 4]!,
    drift: results[at + 5]!,
    rise,
    scatter,
  }
}
