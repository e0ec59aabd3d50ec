import * as v from 'valibot'
import { mostWells } from '../catalog/cartridges.ts'
import { Sample } from '../entities/analysis.ts'
import { RunKit } from '../entities/run-kit.ts'
import { Name, Text, Uuid } from '../fields.ts'

const Samples = v.pipe(v.array(Sample), v.maxLength(mostWells))
const Device = v.nullable(Uuid)
const Kit = v.nullable(RunKit)

/**
 * One field of an analysis: what its editor saw and what it was made. `from` decides nothing but how two
 * edits meet; who may do what, the edge decides by the record as it stands.
 */
export const FieldChange = v.variant('field', [
  v.strictObject({ field: v.literal('name'), from: v.string(), to: Name }),
  v.strictObject({ field: v.literal('notebook'), from: v.string(), to: Text }),
  v.strictObject({ field: v.literal('device_uuid'), from: Device, to: Device }),
  v.strictObject({ field: v.literal('samples'), from: Samples, to: Samples }),
  v.strictObject({ field: v.literal('kit'), from: Kit, to: Kit }),
])
export type FieldChange = v.InferOutput<typeof FieldChange>
