import * as v from 'valibot'
import { cartridgeNames } from '../catalog/cartridges.ts'
import { entity } from '../entity.ts'
import { keeper, Name, PersonName, stamps, Text, Timestamp, Uuid, Version } from '../fields.ts'
import { isSeenReason } from '../rules/plain-text.ts'
import { Signature } from './analysis.ts'
import { BenchComparison } from './bench-comparison.ts'
import { Evaluation } from './evaluation-recipe.ts'
import { Process } from './process-recipe.ts'
import { mostFigures, VerificationFigure } from './verification-figure.ts'

/** Comparison with the version in force and figures of the verification, in words, which an approval signs. */
export const Evidence = v.pipe(
  Text,
  v.minLength(3),
  v.maxLength(8000),
  v.check(isSeenReason, 'reason'),
)

/** Stages that a version passes before it is in force (decision 34). */
export const RecipeRelease = v.strictObject({
  state: v.picklist(['draft', 'review', 'approved']),
  /** People who wrote the version: none of them approves it. */
  authors: v.array(v.strictObject({ uuid: Uuid, name: PersonName })),
  ...keeper,
  /** Given when it is sent to review. */
  evidence: v.optional(Evidence),
  /** Comparisons on the test bench, one of each person; the signature covers them. */
  comparisons: v.optional(v.pipe(v.array(BenchComparison), v.minLength(1), v.maxLength(5))),
  /** Figures of the verification; the signature covers them. */
  figures: v.optional(
    v.pipe(v.array(VerificationFigure), v.minLength(1), v.maxLength(mostFigures)),
  ),
  /** Day and time from which it is in force; null: as soon as it is approved. */
  effective_from: v.nullable(Timestamp),
  /** Signature of the approval. Its hash is of `signedVersion` (domain/rules/recipe-version.ts). */
  signature: v.nullable(Signature),
})
export type RecipeRelease = v.InferOutput<typeof RecipeRelease>

/** Fields that a version is made of. */
const content = {
  process: Process,
  evaluation: Evaluation,
  cartridge_types: v.pipe(
    v.array(v.picklist(cartridgeNames)),
    v.minLength(1),
    v.maxLength(cartridgeNames.length),
  ),
  minimum_bkernel: v.nullable(Version),
}

const VersionNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Recipe of the provider that a recipe follows, and the version of it. */
const Followed = { global_uuid: Uuid, version: VersionNumber }

/** Recipe of the provider that a recipe was made from. */
const Origin = v.strictObject({
  ...Followed,
  /** Newer version that the company looked at and did not take: it is not offered again. */
  stayed: v.optional(VersionNumber),
})

/** Process and evaluation together, owned by a company and swarm (decisions R14). */
export const Recipe = v.strictObject({
  ...stamps,
  name: Name,
  /** Null: for every swarm of the company. */
  swarm_uuid: v.nullable(Uuid),
  archived: v.picklist([0, 1]),
  version: VersionNumber,
  ...content,
  /** 1: its company has asked the provider to publish it for all companies (decisions D19). */
  publication_requested: v.optional(v.picklist([0, 1])),
  /** Release of the version in the record itself; absent: it was in force as soon as it was saved. */
  release: v.optional(RecipeRelease),
  /** The version that is written, reviewed or waits for its day beside the one in force. */
  next: v.optional(
    v.strictObject({
      version: VersionNumber,
      ...content,
      release: RecipeRelease,
      /** Version of the provider's recipe that it follows, where it was taken from there. */
      origin: v.optional(v.strictObject(Followed)),
    }),
  ),
  /**
   * Figures of the verification of the version in force, where versions are not reviewed and it has no release that could
   * hold them. They are marked as older once it does something else.
   */
  figures: v.optional(
    v.pipe(v.array(VerificationFigure), v.minLength(1), v.maxLength(mostFigures)),
  ),
  /** 1: taken out of use for good. It is archived as well. */
  retired: v.optional(v.literal(1)),
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
  origin: v.optional(Origin),
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
