import { methodContent, type MethodKind } from '../../../domain/actions/method.ts'
import { versionActions } from '../../../domain/actions/recipe-version.ts'
import { canonicalJson } from '../../../domain/canonical.ts'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import type { Recipe, RecipeRelease } from '../../../domain/entities/recipe.ts'
import { Fault } from '../../../domain/fault.ts'
import {
  contentOf,
  isInForce,
  openVersion,
  refuseVersion,
  takeEffect,
} from '../../../domain/rules/recipe-version.ts'
import { type Body, replayEntry } from '../../../domain/trail/entry.ts'
import { faultOf } from '../allow.ts'
import { readAudit } from '../audit.ts'
import { actingOf, type By } from '../by.ts'
import { readRecord, type StoredBody, wasEverUsed } from '../operations.ts'
import { withPeopleBehind } from '../people-behind.ts'
import { markFigures, markOlder } from './comparisons.ts'
import { readCompany } from '../principal.ts'
import type { Sql } from '../sql.ts'

/** Tell if two bodies of a method differ in what the method does. */
export function isOtherContent(kind: MethodKind, one: object, other: object): boolean {
  const [first, second] = [one, other] as StoredBody[]
  return methodContent[kind].some(
    (field) => canonicalJson(first?.[field] ?? null) !== canonicalJson(second?.[field] ?? null),
  )
}

/**
 * Place an edited recipe: in a company with review what it does becomes a draft beside the version in force, in any
 * other it is in force at once.
 * @param written the recipe with the content that was edited, checked.
 * @throws Fault `refused` while the version is in review, or approved and not yet in force.
 */
export function placeVersion(
  sql: Sql,
  found: Recipe,
  written: Recipe,
  by: By,
  at: string,
): StoredBody {
  const before = takeEffect(found, at)
  const open = openVersion(before, at)
  const { release: _release, next: _next, ...others } = written
  const inForce = { ...before, ...others, ...contentOf(before) }
  // Put a draft that is left of a review in force by the next edit of any kind, once the review has ended.
  const isLeft = open?.release.state === 'draft' && !isReviewed(sql)
  if (!isLeft && !isOtherContent('recipe', written, open ?? before)) return inForce
  // Hold the right to edit, which the call's own row has asked for.
  const actor = { ...actingOf(by), permissions: [versionActions.write.needs] }
  const refusal = refuseVersion('write', before, actor, at)
  if (refusal) throw faultOf(refusal)
  const content = { ...contentOf(written), version: open?.version ?? nextNumber(sql, before) }
  if (!isReviewed(sql)) {
    const { figures: _figures, ...rest } = others
    const figures = markFigures(open?.release.figures ?? before.figures, content)
    // Keep the version of the provider's that its draft was taken from.
    const origin = open && before.next?.origin
    return { ...rest, ...content, ...(origin && { origin }), ...(figures && { figures }) }
  }
  const release = { ...newDraft(sql, by), ...open?.release }
  const authors = withPeopleBehind(sql, release.authors, by)
  const draft = markOlder({ ...release, authors }, content)
  if (open && !before.next) return { ...inForce, ...content, release: draft }
  // Keep the origin of a draft that was taken from the provider.
  return { ...inForce, next: { ...before.next, ...content, release: draft } }
}

/** Return the number of a new version: one that was approved and dropped before its day keeps its number for ever. */
function nextNumber(sql: Sql, { uuid, version }: Recipe): number {
  const entries = readAudit(sql, 'recipe', uuid)
  if (!entries.some(({ action }) => action === 'recipe.approve_version')) return version + 1
  let newest = version
  let body: Body | null = null
  for (const entry of entries) {
    body = replayEntry(body, entry)
    const { next } = (body ?? {}) as Partial<Recipe>
    if (next?.release.state === 'approved') newest = Math.max(newest, next.version)
  }
  return newest + 1
}

/** Copy the content in force of a recipe: in a company with review the copy begins as a draft. */
export function copyVersion(sql: Sql, original: Recipe, by: By, at: string): Recipe {
  const known = takeEffect(original, at)
  // Drop figures, which were measured for the original.
  const { release, next: _next, retired: _retired, figures: _figures, ...rest } = known
  if (!isReviewed(sql)) return rest
  const authors = withPeopleBehind(sql, release?.authors ?? [], by)
  return { ...rest, release: { ...newDraft(sql, by), authors } }
}

/** Begin a new recipe: a draft in a company with review, else in force. */
export function beginVersion(sql: Sql, recipe: Recipe, by: By): Recipe {
  return isReviewed(sql) ? { ...recipe, release: newDraft(sql, by) } : recipe
}

/** Tell if versions of recipes are reviewed in this company. */
export function isReviewed(sql: Sql): boolean {
  return readCompany(sql)?.recipe_review === 'Y'
}

/** Begin a draft. The people who wrote a version do not approve it. */
function newDraft(sql: Sql, by: By): RecipeRelease {
  const authors = withPeopleBehind(sql, [], by)
  return { state: 'draft', authors, effective_from: null, signature: null }
}

/**
 * Refuse a recipe of the provider where the company reviews its recipes: a version that nobody here has approved would come
 * into force by itself (decision 41).
 * @throws Fault `refused`
 */
export function checkPublished(sql: Sql): void {
  if (!isReviewed(sql)) return
  throw new Fault('refused', 'The company has not reviewed this recipe of the provider', {
    field: 'recipe_uuid',
    reason: 'global_not_reviewed',
  })
}

/** @throws Fault `refused` for a recipe without a version in force. */
export function checkInForce(recipe: Recipe, at: string): void {
  if (!isInForce(takeEffect(recipe, at), at)) throw notInForce()
}

/**
 * Return the method of a plan that is copied from another analysis. In a company with review it is that of the version in
 * force: a recalculation has other settings under the same number.
 * @throws Fault `refused` for a recipe that was retired, and in a company with review for a version that is not in force.
 */
export function methodInForce(
  sql: Sql,
  method: Analysis['method'],
  at: string,
): Analysis['method'] {
  const { recipe_uuid: uuid, recipe_version: version } = method
  if (uuid === null) return method
  if (!wasEverUsed(sql, 'recipe', uuid)) {
    checkPublished(sql)
    return method
  }
  const known = readRecord(sql, 'recipe', uuid)
  if (known?.retired === 1) {
    throw new Fault('refused', 'This recipe is archived', {
      field: 'recipe_uuid',
      reason: 'archived',
    })
  }
  if (!isReviewed(sql)) return method
  if (!known) throw notInForce()
  checkInForce(known, at)
  const recipe = takeEffect(known, at)
  if (recipe.version !== version) {
    throw new Fault('refused', 'Another version of this recipe is in force', {
      field: 'recipe_uuid',
      reason: 'recipe_superseded',
      params: { version: recipe.version },
    })
  }
  return { ...method, process: recipe.process, evaluation: recipe.evaluation }
}

function notInForce(): Fault {
  return new Fault('refused', 'No version of this recipe is in force', {
    field: 'recipe_uuid',
    reason: 'recipe_not_effective',
  })
}
