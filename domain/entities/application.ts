import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Name, stamps, Uuid } from '../fields.ts'
import { SampleType } from './analysis.ts'
import { Variable } from './evaluation-recipe.ts'

/** What is tested for: compatible sample types and evaluation variables (decisions R14). */
export const Application = v.strictObject({
  ...stamps,
  name: Name,
  swarm_uuid: v.nullable(Uuid),
  archived: v.picklist([0, 1]),
  sample_types: v.pipe(v.array(SampleType), v.minLength(1)),
  variables: v.array(Variable),
})
export type Application = v.InferOutput<typeof Application>

export const application = entity({
  kind: 'application',
  path: '/applications',
  permission: 'application.search',
  schema: Application,
  indexes: ['name'],
  scope: 'swarm',
  local: { table: 'applications', collection: 'methods' },
  trash: 'applications',
})
