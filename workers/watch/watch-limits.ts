/**
 * Limits of the watch. Where no source is named they were set on the curves of tests/accuracy/watch.ts: as low as planted
 * faults need, and high enough that clean published runs stay silent.
 */
export const watchLimits = {
  /** Cycles before the noise of a curve can be judged. */
  leastCycles: 8,
  /** Cycles before and after a jump that it is held against. */
  windowCycles: 5,
  /** Cycles before a jump, at least. */
  beforeCycles: 3,
  /** Cycles before and after a point that its noise is judged by. */
  noiseCycles: 10,
  /** Size of a jump in standard errors beside a smooth curve ... */
  clarity: 6,
  /** ... in standard deviations of the noise from point to point ... */
  stepNoise: 9,
  /** ... and as a part of the curve's level and of its height so far: signals scatter with their size. */
  stepLevel: 0.03,
  stepHeight: 0.05,
  /** Longest spike, in cycles; what lasts longer is a step. */
  spikeCycles: 3,
  /** Cycles after a step before it counts as lasting. */
  lastingCycles: 4,
  /** Cycles without growth that a drift is measured over, at least. */
  driftCycles: 15,
  /** Rise over ten cycles beyond that of the other wells, in percent of the signal. */
  driftRise: 3.5,
  /** The same in spreads of the wells of the plate, for instruments whose curves all wander. */
  driftSpreads: 5,
  /** Largest part of a drift's rise in its second half: growth bends upwards. */
  driftBend: 0.7,
  /**
   * First cycle at which a crossing is late. A reaction that doubles makes the 10^11 molecules or so that a threshold needs
   * out of one by cycle 37. What crosses before 35 began with several, which is no stray molecule.
   */
  lateFrom: 35,
  /** Cycles after a Cq before the places of the plate are compared: then the late ones are in, too. */
  settledCycles: 3,
  /** Cqs that a pattern of places is looked for in, at least. */
  positionWells: 12,
  /**
   * Degrees Celsius off the programme when a reading is taken: twice the 0.25 degrees that makers of cyclers state for
   * their blocks.
   */
  celsius: 0.5,
} as const
