import * as v from 'valibot'
import { cartridgeNames } from '../catalog/cartridges.ts'
import { entity } from '../entity.ts'
import { Name, stamps, Uuid, Version } from '../fields.ts'
import { Evaluation } from './evaluation-recipe.ts'
import { Process } from './process-recipe.ts'

/** Process and evaluation together, owned by a company and swarm (decisions R14). */
export const Recipe = v.strictObject({
  ...stamps,
  name: Name,
  /** Null: for every swarm of the company. */
  swarm_uuid: v.nullable(Uuid),
  archived: v.picklist([0, 1]),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  process: Process,
  evaluation: Evaluation,
  cartridge_types: v.pipe(
    v.array(v.picklist(cartridgeNames)),
    v.minLength(1),
    v.maxLength(cartridgeNames.length),
  ),
  minimum_bkernel: v.nullable(Version),
  /** 1: its company has asked the provider to publish it for all companies (decisions D19). */
  publication_requested: v.optional(v.picklist([0, 1])),
})
export type Recipe = v.InferOutput<typeof Recipe>

export const recipe = entity({
  kind: 'recipe',
  path: '/recipes',
  permission: 'recipes.search',
  schema: Recipe,
  indexes: ['name'],
  filters: ['archived', 'swarm_uuid', 'cartridge_types', 'publication_requested'],
  scope: 'swarm',
  local: { table: 'recipes', collection: 'methods' },
  trash: 'recipes',
})
