import { selectSorted } from './select.ts'

/** Room for the values of one median; kept, for thousands are sought in a run. */
let room = new Float64Array(128)

/** Return the median of the values that are numbers; NaN for none. */
export function findMedian(values: Iterable<number>): number {
  const list = listOf(values)
  if (room.length < list.length) room = new Float64Array(2 * list.length)
  let count = 0
  for (let i = 0; i < list.length; i++) {
    const value = list[i]!
    if (Number.isFinite(value)) room[count++] = value
  }
  return medianOfRoom(count)
}

/**
 * Return the standard deviation by the median of the absolute distances from the median, which up to half of the values
 * may spoil without moving it far. NaN for none.
 */
export function findSpread(values: Iterable<number>): number {
  const list = listOf(values)
  const middle = findMedian(list)
  let count = 0
  for (let i = 0; i < list.length; i++) {
    const distance = Math.abs(list[i]! - middle)
    if (Number.isFinite(distance)) room[count++] = distance
  }
  // Multiply by 1.4826, one over the median of |N(0, 1)|.
  return 1.4826 * medianOfRoom(count)
}

function listOf(values: Iterable<number>): readonly number[] | Float64Array {
  return Array.isArray(values) || values instanceof Float64Array ? values : Array.from(values)
}

/** Return the median of the first values of the room, reordering them. */
function medianOfRoom(count: number): number {
  if (count === 0) return Number.NaN
  const half = count >> 1
  const upper = selectSorted(room, count, half)
  let lower = upper
  if (count % 2 === 0) {
    lower = room[0]!
    for (let i = 1; i < half; i++) if (room[i]! > lower) lower = room[i]!
  }
  if (upper === 0 || lower === 0) return sortedMedian(count)
  return count % 2 === 1 ? upper : (lower + upper) / 2
}

/** Return the median by sorting, which puts -0 before 0. */
function sortedMedian(count: number): number {
  const sorted = room.subarray(0, count).sort()
  const half = count >> 1
  return count % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
