import * as v from 'valibot'
import { deviceCartridgeNames } from '../catalog/cartridges.ts'
import { entity } from '../entity.ts'
import { Name, PlainId, stamps, Uuid, Version } from '../fields.ts'
import { Sample, SampleType, sampleTypes } from './analysis.ts'

/** Kinds of recipes that a protocol can use: the company's own, or one that the provider publishes (spec §6). */
export const recipeKinds = ['RECIPE', 'GLOBAL_RECIPE'] as const
export type RecipeKind = (typeof recipeKinds)[number]

/** The name that a swarm knows a protocol by. */
export const ProtocolAlias = v.strictObject({ uuid: Uuid, alias: PlainId, swarm_uuid: Uuid })
export type ProtocolAlias = v.InferOutput<typeof ProtocolAlias>

const ExpectedWells = v.strictObject({
  sample_type: SampleType,
  /** Limit to samples of this `well_type`; absent: of any. */
  well_type: v.optional(Name),
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(96)),
})
export type ExpectedWells = v.InferOutput<typeof ExpectedWells>

/** A recipe with its applications and limits, as operators choose it; swarms have aliases for it (decisions R14). */
export const Protocol = v.strictObject({
  ...stamps,
  name: Name,
  swarm_uuid: v.nullable(Uuid),
  archived: v.picklist([0, 1]),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  recipe_uuid: Uuid,
  /** Kind of the recipe: the company's own or one of the provider's; absent: own. */
  recipe_kind: v.optional(v.picklist(recipeKinds)),
  application_uuids: v.pipe(v.array(Uuid), v.maxLength(100)),
  cartridge_types: v.pipe(
    v.array(v.picklist(deviceCartridgeNames)),
    v.minLength(1),
    v.maxLength(deviceCartridgeNames.length),
  ),
  minimum_bkernel: v.nullable(Version),
  aliases: v.pipe(v.array(ProtocolAlias), v.maxLength(500)),
  /** Layout that the wizard starts with; wells are free to change. */
  layout: v.pipe(v.array(v.omit(Sample, ['uuid', 'orders'])), v.maxLength(96)),
  /** Fewest samples of a type that a run must hold (spec §5). */
  minimum_samples: v.pipe(
    v.array(
      v.strictObject({
        sample_type: SampleType,
        count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(96)),
      }),
    ),
    v.maxLength(sampleTypes.length),
  ),
  /**
   * Fewest wells of each sample of a type, of one reaction mix where that is named (spec §5, decisions D67). Absent: any
   * number.
   */
  expected_wells: v.optional(v.pipe(v.array(ExpectedWells), v.maxLength(50))),
})
export type Protocol = v.InferOutput<typeof Protocol>

export const protocol = entity({
  kind: 'protocol',
  path: '/protocols',
  permission: 'protocol.search',
  schema: Protocol,
  indexes: ['name', 'recipe_uuid'],
  filters: ['archived', 'swarm_uuid', 'recipe_uuid', 'application_uuids', 'cartridge_types'],
  scope: 'swarm',
  local: { table: 'protocols', collection: 'methods' },
  trash: 'protocols',
})
