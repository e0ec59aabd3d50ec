import * as v from 'valibot'
import { cartridgeNames } from '../catalog/cartridges.ts'
import { entity } from '../entity.ts'
import { Name, PlainId, stamps, Uuid, Version } from '../fields.ts'
import { Sample, SampleType } from './analysis.ts'

/** What an operator picks: a recipe with its applications and limits, known in a swarm by an alias (decisions R14). */
export const Protocol = v.strictObject({
  ...stamps,
  name: Name,
  swarm_uuid: v.nullable(Uuid),
  archived: v.picklist([0, 1]),
  recipe_uuid: Uuid,
  application_uuids: v.array(Uuid),
  cartridge_types: v.pipe(v.array(v.picklist(cartridgeNames)), v.minLength(1)),
  minimum_bkernel: v.nullable(Version),
  aliases: v.array(v.strictObject({ alias: PlainId, swarm_uuid: Uuid })),
  /** Layout that the wizard starts with; wells are free to change. */
  layout: v.array(v.omit(Sample, ['uuid'])),
  /** Fewest samples of a type that a run must hold (spec §5). */
  minimum_samples: v.array(
    v.strictObject({
      sample_type: SampleType,
      count: v.pipe(v.number(), v.integer(), v.minValue(1)),
    }),
  ),
})
export type Protocol = v.InferOutput<typeof Protocol>

export const protocol = entity({
  kind: 'protocol',
  path: '/protocols',
  permission: 'protocol.search',
  schema: Protocol,
  indexes: ['name'],
  scope: 'swarm',
  local: { table: 'protocols', collection: 'methods' },
  trash: 'protocols',
})
