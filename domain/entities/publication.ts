import * as v from 'valibot'
import { entity } from '../entity.ts'
import { author, Name, stamps, Text, Timestamp, Uuid } from '../fields.ts'
import { Recipe } from './recipe.ts'

/** Fields that a company sends when it asks for the publication of a recipe: a copy of the recipe that no later edit changes. */
const asked = {
  ...stamps,
  recipe_uuid: Uuid,
  recipe_version: Recipe.entries.version,
  ...v.pick(Recipe, ['name', 'process', 'evaluation', 'cartridge_types', 'minimum_bkernel'])
    .entries,
  /** Words of the asker to the provider; empty for none. */
  note: Text,
  ...author,
}

/** Decision of the provider; empty and null before there is one. */
const decision = {
  decided_at: v.nullable(Timestamp),
  /** Reason of a refusal, which the asker reads. */
  reason: v.string(),
  /** Recipe for all companies that came of it, and its version. */
  global_uuid: v.nullable(Uuid),
  global_version: v.nullable(Recipe.entries.version),
}

/** 1: the other store has not heard of this state yet. The store's alarm sends it until it has. */
const waiting = v.picklist([0, 1])

/** A request for publication as it is kept in the store of the company that asks (docs/decisions/035-publication.md). */
export const Publication = v.strictObject({
  ...asked,
  swarm_uuid: v.nullable(Uuid),
  status: v.picklist(['requested', 'withdrawn', 'published', 'refused']),
  ...decision,
  waiting,
})
export type Publication = v.InferOutput<typeof Publication>

export const publication = entity({
  kind: 'publication',
  path: '/recipes/publications',
  permission: 'recipes.search',
  schema: Publication,
  indexes: ['waiting', 'recipe_uuid'],
  scope: 'swarm',
  local: null,
  trash: null,
})

/** The same request as it is kept by the provider, who decides about it. */
export const PublicationRequest = v.strictObject({
  ...asked,
  company_uuid: Uuid,
  company_name: Name,
  status: v.picklist(['open', 'withdrawn', 'published', 'refused']),
  ...decision,
  decided_by: v.nullable(Uuid),
  decided_name: v.string(),
  waiting,
})
export type PublicationRequest = v.InferOutput<typeof PublicationRequest>

export const publicationRequest = entity({
  kind: 'publication_request',
  path: '/global_recipes/requests',
  permission: 'globalRecipes.edit',
  schema: PublicationRequest,
  indexes: ['waiting'],
  filters: ['status', 'company_uuid'],
  home: 'provider',
  scope: 'company',
  local: null,
  trash: null,
})
