import * as v from 'valibot'
import { cartridgeNames } from '../catalog/cartridges.ts'
import { entity } from '../entity.ts'
import { Name, stamps, Timestamp, Uuid, Version } from '../fields.ts'
import { Evaluation } from './evaluation-recipe.ts'
import { Process } from './process-recipe.ts'

const Positive = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Process and evaluation together, owned by a company and swarm (decisions R14). */
export const Recipe = v.strictObject({
  ...stamps,
  name: Name,
  /** Null: for every swarm of the company. */
  swarm_uuid: v.nullable(Uuid),
  archived: v.picklist([0, 1]),
  version: Positive,
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
  /** The newest request for its publication, and what became of it (docs/decisions/035-publication.md). */
  publication: v.optional(
    v.strictObject({
      request_uuid: Uuid,
      state: v.picklist(['requested', 'published', 'refused']),
      at: Timestamp,
      /** Reason of a refusal. */
      reason: v.string(),
      /** Recipe for all companies that came of it. */
      global_uuid: v.nullable(Uuid),
    }),
  ),
  /** Recipe of the provider that it was made from, with the version that it follows. */
  origin: v.optional(
    v.strictObject({
      global_uuid: Uuid,
      version: Positive,
      /** Newer version that the company looked at and did not take: it is not offered again. */
      stayed: v.optional(Positive),
    }),
  ),
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
