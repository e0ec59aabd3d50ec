/**
 * Readings of the optics in one phase of a run: a value per channel, well and point, where a point is a cycle
 * (amplification) or a temperature step (melt).
 */
export interface Readings {
  /** Channel names in the order of the values, e.g. `['FAM', 'VIC', 'ROX']`. */
  channels: readonly string[]
  wells: number
  points: number
  /**
   * Temperature in deg C, NaN when unknown: one per point, or `[well * points + point]` where the
   * instrument knows it for each well.
   */
  temperatures: Float64Array
  /** `[(channel * wells + well) * points + point]` in a.u.; NaN where nothing was measured. */
  values: Float64Array
}

/** Create readings with nothing measured yet: every value and temperature is NaN. */
export function createReadings(
  channels: readonly string[],
  wells: number,
  points: number,
): Readings {
  return {
    channels,
    wells,
    points,
    temperatures: new Float64Array(points).fill(Number.NaN),
    values: new Float64Array(channels.length * wells * points).fill(Number.NaN),
  }
}

/** Return the curve of one channel and well: a view of the readings, so writing to it writes to them. */
export function curveOf(readings: Readings, channel: number, well: number): Float64Array {
  const from = (channel * readings.wells + well) * readings.points
  return readings.values.subarray(from, from + readings.points)
}

/** Return the temperatures of one well's points: a view of its own, or of those that all wells share. */
export function temperaturesOf(readings: Readings, well: number): Float64Array {
  const { temperatures, points } = readings
  if (temperatures.length === points) return temperatures
  return temperatures.subarray(well * points, (well + 1) * points)
}

/** Return the position of a channel by name, -1 when the readings do not have it. */
export function findChannel(readings: Readings, name: string): number {
  return readings.channels.indexOf(name)
}

/** Number of points up to and with the last measured one; 0 for an empty curve. */
export function countMeasured(curve: Float64Array): number {
  let count = curve.length
  while (count > 0 && !Number.isFinite(curve[count - 1])) count--
  return count
}
