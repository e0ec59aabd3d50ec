import type { RecipeVersion } from '../../../../../domain/calls/recipes.ts'
import type { Bkit } from '../../../../../domain/entities/bkit.ts'
import type { Protocol } from '../../../../../domain/entities/protocol.ts'
import type { papers } from '../../page/sheet.ts'
import type { Say } from '../say.ts'

/** Kit that is linked to a recipe, as a print names it. */
export type PrintedKit = Pick<Bkit, 'uuid' | 'name' | 'ref' | 'gtin' | 'producer' | 'quantity'>

/** Protocol that uses a recipe, with the names of its applications. */
export type PrintedProtocol = Pick<
  Protocol,
  'uuid' | 'name' | 'version' | 'cartridge_types' | 'minimum_samples' | 'expected_wells' | 'layout'
> & { applications: readonly string[] }

/** Input of a printed version of a recipe. */
export interface MethodFacts {
  recipe: { uuid: string; name: string }
  version: RecipeVersion
  /** The version that it is compared with; null for the first one. */
  before: RecipeVersion | null
  /** SHA-256 of what the signature of an approval covers, or would cover (`contentApproved`). */
  hash: string
  /** Null where the reader sees no protocols, or no kits. */
  protocols: readonly PrintedProtocol[] | null
  kits: readonly PrintedKit[] | null
  laboratory: string
  /** Name of the swarm; null for every swarm. */
  swarm: string | null
  say: Say
  paper: keyof typeof papers
}
