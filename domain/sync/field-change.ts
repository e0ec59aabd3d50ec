import * as v from 'valibot'
import { mostWells } from '../catalog/cartridges.ts'
import { Sample } from '../entities/analysis.ts'
import { RunInstrument } from '../entities/instrument.ts'
import { RunKit } from '../entities/run-kit.ts'
import { NewComment } from '../entities/well-comment.ts'
import { Name, Text, Uuid } from '../fields.ts'

const Samples = v.pipe(v.array(Sample), v.maxLength(mostWells))
const Device = v.nullable(Uuid)
const Kit = v.nullable(RunKit)
const Instrument = v.nullable(RunInstrument)
/** Comments that are added to those of a record. */
export const AddedComments = v.pipe(v.array(NewComment), v.minLength(1), v.maxLength(20))

/**
 * Change of one field of an analysis: the value that its editor saw, and the new one. `from` is used only where two
 * edits meet; the edge decides rights by its present record.
 */
export const EditChange = v.variant('field', [
  v.strictObject({ field: v.literal('name'), from: v.string(), to: Name }),
  v.strictObject({ field: v.literal('notebook'), from: v.string(), to: Text }),
  v.strictObject({ field: v.literal('device_uuid'), from: Device, to: Device }),
  v.strictObject({ field: v.literal('samples'), from: Samples, to: Samples }),
  v.strictObject({ field: v.literal('kit'), from: Kit, to: Kit }),
  v.strictObject({ field: v.literal('instrument'), from: Instrument, to: Instrument }),
])
export type EditChange = v.InferOutput<typeof EditChange>

/** The same, or comments that are added: what others wrote meanwhile stays beside them. */
export const FieldChange = v.variant('field', [
  EditChange,
  v.strictObject({ field: v.literal('comments'), from: v.null(), to: AddedComments }),
])
export type FieldChange = v.InferOutput<typeof FieldChange>
