import { curveStages } from './engine-curve-stages.ts'
import type { Stage } from './engine-items.ts'
import { numberStages } from './engine-number-stages.ts'
import { plateStages } from './engine-plate-stages.ts'
import { resultStages } from './engine-result-stages.ts'
import { statisticsStages } from './engine-statistics-stages.ts'

/**
 * The stages whose bits are compared between engines, in the order in which they build on each
 * other, so that the first difference is where it arises. A stage comes in as a line of one of these.
 */
export const stages: Readonly<Record<string, Stage>> = {
  ...numberStages,
  ...curveStages,
  ...statisticsStages,
  ...plateStages,
  ...resultStages,
}
