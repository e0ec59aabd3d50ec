import { refuse, type Refusal } from '../actions/refuse.ts'
import type { VersionAction, VersionState } from '../actions/recipe-version.ts'
import type { Analysis } from '../entities/analysis.ts'
import type { Recipe, RecipeRelease } from '../entities/recipe.ts'
import { canonicalJson } from '../canonical.ts'
import { contentApproved } from '../trail/signed.ts'
import { type Acting, isAmong } from './second-person.ts'

/** Fields that a version of a recipe is made of. */
export type VersionContent = Pick<
  Recipe,
  'process' | 'evaluation' | 'cartridge_types' | 'minimum_bkernel'
>

/** A version that is written, reviewed or waits for its day, and is not in force. */
export type OpenVersion = VersionContent & { version: number; release: RecipeRelease }

/** Facts of a recipe that a run needs, the company's own or a published one. */
type Runnable = Pick<Recipe, 'version'> &
  VersionContent &
  Partial<Pick<Recipe, 'release' | 'next' | 'figures'>>

/**
 * Return the recipe as it is in force at a time: with the version beside it once that is approved and its day has come.
 * The store writes the same a moment later (`recipe.take_effect`); a run that is planned in between is not wrong.
 * @param at ISO 8601, UTC.
 */
export function takeEffect<Known extends Runnable>(recipe: Known, at: string): Known {
  // Leave out the figures beside the version in force, which are its own; those of the next are in its release.
  const { next, figures: _figures, ...rest } = recipe
  return next && isApproved(next.release, at) ? ({ ...rest, ...next } as unknown as Known) : recipe
}

/** Tell if a recipe has a version in force, so that a run may be planned with it. Its archive is asked for apart. */
export function isInForce(recipe: Pick<Runnable, 'release'>, at: string): boolean {
  return !recipe.release || isApproved(recipe.release, at)
}

function isApproved({ state, effective_from: from }: RecipeRelease, at: string): boolean {
  return state === 'approved' && (from === null || Date.parse(from) <= Date.parse(at))
}

/** Return the version that people work on; null where the one in force is the newest. */
export function openVersion(recipe: Recipe, at: string): OpenVersion | null {
  const { next, release } = recipe
  if (next)
    return isApproved(next.release, at) ? null : { ...contentOf(next), release: next.release }
  return release && !isApproved(release, at) ? { ...contentOf(recipe), release } : null
}

/**
 * Return the version whose figures are stated: the one that people work on, else the one in force with the figures beside
 * it. The latter is for companies without review only, which the store checks.
 */
export function figuredVersion(recipe: Recipe, at: string): OpenVersion {
  const open = openVersion(recipe, at)
  if (open) return open
  const { figures } = recipe
  const none = { state: 'approved', authors: [], effective_from: null, signature: null } as const
  return {
    ...contentOf(recipe),
    release: { ...none, authors: [], ...(figures && { figures }) },
  }
}

/** Return the recipe with the content and number of the version that people work on, which an editor opens. */
export function withOpenVersion(recipe: Recipe, at: string): Recipe {
  return { ...takeEffect(recipe, at), ...openVersion(recipe, at) }
}

/** Return the state of the version that people work on, else of the recipe. */
export function versionState(recipe: Recipe, at: string): VersionState {
  if (recipe.retired === 1) return 'retired'
  return openVersion(recipe, at)?.release.state ?? 'effective'
}

/** Return the fields and the number of the version in a record. */
export function contentOf(recipe: VersionContent & { version: number }) {
  const { version, process, evaluation, cartridge_types, minimum_bkernel } = recipe
  return { version, process, evaluation, cartridge_types, minimum_bkernel }
}

/** Return what a version does, without its number: the SHA-256 of its canonical JSON says if two versions do the same. */
export function comparedContent(version: VersionContent): VersionContent {
  const { process, evaluation, cartridge_types, minimum_bkernel } = version
  return { process, evaluation, cartridge_types, minimum_bkernel }
}

/**
 * Tell if a run was measured by this thermal programme: curves that another one made say nothing about it, however they are
 * calculated. The file of an imported run without a programme does not say it.
 */
export function isSameProgramme(
  run: Pick<Analysis, 'method' | 'source'>,
  { process }: Pick<VersionContent, 'process'>,
): boolean {
  if (run.source?.programme_given === false) return false
  return canonicalJson(run.method.process) === canonicalJson(process)
}

/**
 * Return what the signature of an approval covers: what the version does, who wrote it, the evidence with its comparisons,
 * and the day from which it is in force. Hash its canonical JSON with SHA-256.
 */
export function signedVersion(recipe: Pick<Recipe, 'uuid'>, open: OpenVersion) {
  return contentApproved(recipe.uuid, { ...open })
}

/** Return null when the person may do it with the version now; otherwise why not. */
export function refuseVersion(
  action: VersionAction,
  recipe: Recipe,
  actor: Acting & { permissions: readonly string[] },
  at: string,
): Refusal<'recipe_version'> | null {
  const authors = (openVersion(recipe, at)?.release.authors ?? []).map(({ uuid }) => uuid)
  return refuse('recipe_version', action, {
    state: recipe.archived === 1 ? 'retired' : versionState(recipe, at),
    permissions: actor.permissions,
    facts: { wrote_it: () => isAmong(authors, actor) },
  })
}
