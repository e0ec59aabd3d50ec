import * as v from 'valibot'
import { Uuid } from '../fields.ts'

/** Samples by id, each ticked or not; one that is not named counts as ticked (VAL-051, VAL-052). */
export const SampleSelection = v.pipe(
  v.record(Uuid, v.boolean()),
  v.check((map) => Object.keys(map).length <= 200, 'max_entries'),
)
export type SampleSelection = v.InferOutput<typeof SampleSelection>
