import * as v from 'valibot'
import { Uuid } from '../fields.ts'

/** States of a file that a watched folder has brought. `replaced`: the instrument wrote the same file again before it was imported. */
export const waitingFileStates = [
  'waiting',
  'asks',
  'imported',
  'failed',
  'ignored',
  'replaced',
] as const
export type WaitingFileState = (typeof waitingFileStates)[number]

/**
 * Reasons for which a person is asked what becomes of a file. A run is taken into a plan by itself only where exactly one plan fits
 * and nothing in the file says otherwise: the results of one patient under the name of another would be the worst that can happen.
 */
const askReasons = [
  /** No planned analysis has its name, bar code or samples. */
  'no_plan',
  /** More than one has. */
  'several_plans',
  /** The file has more than one run. */
  'several_runs',
  /** The samples are those of a plan, but neither its name nor its instrument is named. */
  'only_samples',
  /** The named plan has other samples in its wells. */
  'other_samples',
  /** The named plan is for another instrument. */
  'other_instrument',
  /** Plate, channels or wells are not those of the plan. */
  'does_not_fit',
  /** Fewer cycles were measured than planned. */
  'cut_short',
  /** The plan that it was for is no plan any more, or somebody may not change it. */
  'plan_gone',
  /** The file was written again after it had been imported. */
  'changed_after',
  /** The file is no run: a laboratory system orders tests with it. */
  'orders',
] as const
export type AskReason = (typeof askReasons)[number]

/** Content of a file, as far as it was read, and the plans that a person may choose from. */
export const FileQuestion = v.strictObject({
  reason: v.picklist(askReasons),
  /** Name of the run in the file, and serial number of its instrument; empty where it names none. */
  run: v.pipe(v.string(), v.maxLength(200)),
  serial: v.pipe(v.string(), v.maxLength(80)),
  plans: v.pipe(
    v.array(v.strictObject({ uuid: Uuid, name: v.pipe(v.string(), v.maxLength(200)) })),
    v.maxLength(20),
  ),
  /** Number of runs in the file; of `orders`, the number of orders for which a sample can be made. */
  runs: v.pipe(v.number(), v.integer(), v.minValue(0)),
})
export type FileQuestion = v.InferOutput<typeof FileQuestion>
