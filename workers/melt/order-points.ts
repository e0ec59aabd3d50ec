/** A melt curve ready for analysis: temperatures rise strictly and nothing is missing. */
export interface MeltPoints {
  /** deg C. */
  temperatures: Float64Array
  /** a.u. */
  values: Float64Array
  /** For each point as measured its place among these, -1 where nothing was measured. */
  places: Int32Array
}

/** Points nearer than this part of the usual step are one reading: a block that turns, a repeat. */
const nearestStep = 0.25

/**
 * Sort a melt curve by temperature, drop what was not measured (NaN temperature or value) and
 * average readings at nearly the same temperature. An instrument may read downwards, may overshoot
 * and turn before it ramps, and may leave gaps.
 */
export function orderPoints(temperatures: Float64Array, curve: Float64Array): MeltPoints {
  const places = new Int32Array(curve.length).fill(-1)
  const order: number[] = []
  for (let i = 0; i < curve.length; i++) {
    if (Number.isFinite(temperatures[i]) && Number.isFinite(curve[i])) order.push(i)
  }
  order.sort((a, b) => temperatures[a]! - temperatures[b]! || a - b)
  const least = nearestStep * findStep(order.map((i) => temperatures[i]!))
  const sortedTemperatures = new Float64Array(order.length)
  const values = new Float64Array(order.length)
  const first: number[] = []
  let count = 0
  let members = 0
  for (const i of order) {
    if (count > 0 && temperatures[i]! - first[count - 1]! < least) {
      members++
      const at = count - 1
      sortedTemperatures[at]! += (temperatures[i]! - sortedTemperatures[at]!) / members
      values[at]! += (curve[i]! - values[at]!) / members
    } else {
      sortedTemperatures[count] = temperatures[i]!
      values[count] = curve[i]!
      first.push(temperatures[i]!)
      count++
      members = 1
    }
    places[i] = count - 1
  }
  return {
    temperatures: sortedTemperatures.subarray(0, count),
    values: values.subarray(0, count),
    places,
  }
}

/** Return the usual step of sorted temperatures: the median of those above zero, 0 when there is none. */
export function findStep(sorted: ArrayLike<number>): number {
  const steps = new Float64Array(Math.max(0, sorted.length - 1))
  let count = 0
  for (let i = 1; i < sorted.length; i++) {
    const step = sorted[i]! - sorted[i - 1]!
    if (step > 0) steps[count++] = step
  }
  return count === 0 ? 0 : steps.subarray(0, count).sort()[count >> 1]!
}
