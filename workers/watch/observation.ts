/** Kinds of observation. The watch never decides: no call, Cq or flag depends on it. */
const observationKinds = [
  /** A reading, or up to three, that stick out of a curve: a bubble that passes. */
  'spike',
  /** A curve goes on higher or lower than before: a bubble that stays or goes, a seal that lifts, a lamp. */
  'step',
  /** A control without template rises, so early that more than a stray molecule was in it. */
  'control_early',
  /** A control without template rises late: a trace of template, or primers that make a product of themselves. */
  'control_late',
  /** A positive control shows nothing by the cycle by which it must. */
  'positive_flat',
  /** The whole well becomes steadily brighter than the others do: it evaporates. */
  'drift',
  /** Cq depends on the place on the plate. */
  'position',
  /** The block was not at its temperature when a reading was taken. */
  'temperature',
] as const
export type ObservationKind = (typeof observationKinds)[number]

/** Pattern of an observation of kind `position`. */
export type WatchedPattern = 'edge' | 'row_gradient' | 'column_gradient' | 'rows' | 'columns'

/** Something that a person may want to look at, with the figure that was seen and the limit it passed. */
export interface Observation {
  /** The same for the same thing after every further cycle: what was put aside stays so. */
  id: string
  kind: ObservationKind
  /** Wells by index; none where it is about the whole run. */
  wells: readonly number[]
  channels: readonly string[]
  target: string | null
  /** Cycle at which it was seen to begin; null where it has none. */
  cycle: number | null
  pattern: WatchedPattern | null
  /**
   * In percent of the signal (`spike`, `step`), of the signal over ten cycles beyond the other wells' (`drift`), in cycles
   * (`control_early`, `control_late`, `positive_flat`, `position`), in degrees Celsius (`temperature`).
   */
  value: number
  limit: number
}
