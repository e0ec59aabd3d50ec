import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Line, Name, stamps, Uuid } from '../fields.ts'
import { SampleType, sampleTypes } from './analysis.ts'
import { Variable } from './evaluation-recipe.ts'

/** A thing that is tested for: compatible sample types and evaluation variables (decisions R14). */
export const Application = v.strictObject({
  ...stamps,
  name: Name,
  swarm_uuid: v.nullable(Uuid),
  archived: v.picklist([0, 1]),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  sample_types: v.pipe(
    v.array(SampleType),
    v.minLength(1, 'sample_type_required'),
    v.maxLength(sampleTypes.length),
  ),
  variables: v.pipe(v.array(Variable), v.maxLength(100)),
  /** Codes by which laboratory systems order it, such as `94500-6` or, with its system, `LN|94500-6` (decision 79). */
  order_codes: v.optional(
    v.pipe(v.array(v.pipe(Line, v.regex(/\S/, 'required'), v.maxLength(120))), v.maxLength(50)),
  ),
})
export type Application = v.InferOutput<typeof Application>

export const application = entity({
  kind: 'application',
  path: '/applications',
  permission: 'application.search',
  schema: Application,
  indexes: ['name'],
  filters: ['archived', 'swarm_uuid', 'sample_types'],
  scope: 'swarm',
  local: { table: 'applications', collection: 'methods' },
  trash: 'applications',
})
