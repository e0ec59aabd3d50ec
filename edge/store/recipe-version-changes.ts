import type { VersionAction } from '../../domain/actions/recipe-version.ts'
import type { ComparisonOrder } from '../../domain/entities/bench-comparison.ts'
import type { Recipe, RecipeRelease } from '../../domain/entities/recipe.ts'
import type { FigureOrder } from '../../domain/entities/verification-figure.ts'
import { Fault } from '../../domain/fault.ts'
import {
  figuredVersion,
  type OpenVersion,
  openVersion,
  refuseVersion,
  signedVersion,
  takeEffect,
  versionState,
} from '../../domain/rules/recipe-version.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { faultOf, needReason } from './allow.ts'
import { actingOf, type By, mustSee } from './by.ts'
import { systemActor } from './commands.ts'
import { applyOperation, type PlannedOperation, type StoredBody } from './operations.ts'
import { withPeopleBehind } from './people-behind.ts'
import type { Planners } from './planner.ts'
import { checkBase } from './record-changes.ts'
import { planReviewNotices, planVerdictNotices } from './review-notices.ts'
import { makeComparison, withComparison, withoutOlder } from './rules/comparisons.ts'
import { authorsElsewhere } from './rules/part-authors.ts'
import { checkJudged, type MeasuredFigure, withFigure, withoutFigure } from './rules/figures.ts'
import { isReviewed } from './rules/recipe-versions.ts'
import { signRecord, type SignatureOrder } from './sign.ts'
import type { Sql } from './sql.ts'

/** Steps in the life of a version of a recipe (decision 34). Writing one is `method.edit`. */
export type RecipeVersionChange =
  | {
      type: 'recipe.send'
      uuid: string
      evidence: string
      effective_from: string | null
      comparison?: ComparisonOrder | undefined
      base?: string | undefined
    }
  | { type: 'recipe.compare'; uuid: string; comparison: ComparisonOrder }
  | {
      type: 'recipe.set_figure'
      uuid: string
      order: FigureOrder
      /** Null for a figure that a person states. */
      measured: MeasuredFigure | null
    }
  | { type: 'recipe.remove_figure'; uuid: string; figure: string }
  | { type: 'recipe.withdraw_version'; uuid: string; reason?: string | undefined }
  | { type: 'recipe.ask_changes'; uuid: string; reason: string }
  | { type: 'recipe.approve'; uuid: string; order: SignatureOrder }
  | { type: 'recipe.discard'; uuid: string; reason: string }
  | { type: 'recipe.retire'; uuid: string; reason: string }

export const recipeVersionPlanners: Planners<RecipeVersionChange> = {
  'recipe.send': (sql, change, by, at) => [
    step(change, 'send_version', (found) => {
      const { recipe, open } = allowStep(found, 'send', by, at)
      const { evidence, effective_from: from, comparison, base } = change
      checkBase(recipe, base, { evidence, effective_from: from })
      const effective_from = from === null ? null : laterThan(at, from)
      const known = withoutOlder(open)
      const made = comparison && makeComparison(sql, comparison, { recipe, open }, by, at)
      const sent = made ? withComparison(known, made) : known
      checkJudged(sql, sent)
      // Add the people behind the evidence, which an approval signs too: nobody approves on evidence that they wrote.
      const own = withPeopleBehind(sql, open.release.authors, by)
      const wrote = [...own, ...authorsElsewhere(sql, recipe, open)]
      const authors = [...new Map(wrote.map((one) => [one.uuid, one])).values()]
      return withRelease(recipe, sent, { state: 'review', authors, evidence, effective_from })
    }),
    ...planReviewNotices(sql, change.uuid, by, at),
  ],
  'recipe.compare': (sql, change, by, at) =>
    step(change, 'compare_version', (found) => {
      const { recipe, open } = allowStep(found, 'compare', by, at)
      const made = makeComparison(sql, change.comparison, { recipe, open }, by, at)
      return withRelease(recipe, withComparison(open, made), {})
    }),
  'recipe.set_figure': (sql, change, by, at) =>
    step(change, 'set_figure', (found) => {
      const { recipe, version } = allowFigures(sql, found, by, at)
      const stated = withFigure(sql, change, version, { recipe: recipe.uuid, by, at })
      return keepFigures(sql, recipe, stated, by, at)
    }),
  'recipe.remove_figure': (sql, change, by, at) =>
    step(change, 'remove_figure', (found) => {
      const { recipe, version } = allowFigures(sql, found, by, at)
      return keepFigures(sql, recipe, withoutFigure(version, change.figure), by, at)
    }),
  'recipe.withdraw_version': (_sql, change, by, at) =>
    step(change, 'withdraw_version', (found) => {
      const { recipe, open } = allowStep(found, 'withdraw', by, at)
      // Take the next number after an approval: one that was approved never names other content.
      const version = open.version + (open.release.state === 'approved' ? 1 : 0)
      return withRelease(recipe, { ...open, version }, { state: 'draft', signature: null })
    }),
  'recipe.ask_changes': (sql, change, by, at) => [
    step(change, 'ask_changes', (found) => {
      const { recipe, open } = allowStep(found, 'ask_changes', by, at, change.reason)
      return withRelease(recipe, open, { state: 'draft' })
    }),
    ...planVerdictNotices(sql, change.uuid, { kind: 'changes', reason: change.reason }, by, at),
  ],
  'recipe.approve': (sql, change, by, at) => [
    step(change, 'approve_version', (found) => {
      const { recipe, open } = allowStep(found, 'approve', by, at)
      checkJudged(sql, open)
      const signature = signRecord(sql, signedVersion(recipe, open), change.order, by, at)
      return takeEffect(withRelease(recipe, open, { state: 'approved', signature }), at)
    }),
    ...planVerdictNotices(
      sql,
      change.uuid,
      { kind: 'approved', reason: change.order.comment },
      by,
      at,
    ),
  ],
  'recipe.discard': (_sql, change, by, at) =>
    step(change, 'discard_version', (found) => {
      const { recipe } = allowStep(found, 'discard', by, at, change.reason)
      const { next, ...rest } = recipe
      // Refuse a recipe that never was in force, which has nothing beside its draft: it is deleted instead.
      if (!next) throw faultOf({ reason: 'wrong_state', state: 'draft', action: 'discard' })
      return rest
    }),
  'recipe.retire': (_sql, change, by, at) =>
    step(change, 'retire', (found) => {
      const recipe = takeEffect(mustSee('recipe', found, by.sight), at)
      allowVersion('retire', recipe, by, at, change.reason)
      const { next: _next, publication_requested: _requested, ...rest } = recipe
      return { ...rest, archived: 1, retired: 1 }
    }),
}

function step(
  order: RecipeVersionChange,
  verb:
    | 'send_version'
    | 'compare_version'
    | 'set_figure'
    | 'remove_figure'
    | 'withdraw_version'
    | 'approve_version'
    | 'ask_changes'
    | 'discard_version'
    | 'retire',
  change: (found: Recipe | null) => StoredBody,
): PlannedOperation<'recipe'> {
  const reason = 'reason' in order ? (order.reason ?? '') : ''
  return { kind: 'recipe', uuid: order.uuid, action: `recipe.${verb}`, reason, change }
}

/** Return the recipe in force and its open version, when the person may take this step. @throws Fault */
function allowStep(
  found: Recipe | null,
  action: VersionAction,
  by: By,
  at: string,
  reason = '',
): { recipe: Recipe; open: OpenVersion } {
  const recipe = takeEffect(mustSee('recipe', found, by.sight), at)
  allowVersion(action, recipe, by, at, reason)
  const open = openVersion(recipe, at)
  if (!open) throw faultOf({ reason: 'wrong_state', state: 'effective', action })
  return { recipe, open }
}

/**
 * Return the version whose figures a person states: the draft, or in a company without review the version in force.
 * @throws Fault
 */
function allowFigures(sql: Sql, found: Recipe | null, by: By, at: string) {
  const recipe = takeEffect(mustSee('recipe', found, by.sight), at)
  allowVersion('write', recipe, by, at)
  if (!openVersion(recipe, at) && isReviewed(sql)) {
    throw faultOf({ reason: 'wrong_state', state: 'effective', action: 'write' })
  }
  return { recipe, version: figuredVersion(recipe, at) }
}

/** Keep figures with the draft, whose author the person then is, or beside the version in force. */
function keepFigures(sql: Sql, recipe: Recipe, stated: OpenVersion, by: By, at: string): Recipe {
  const open = openVersion(recipe, at)
  // Add the person to the authors, so that nobody approves on a figure that they stated.
  if (open) {
    const authors = withPeopleBehind(sql, open.release.authors, by)
    return withRelease(recipe, stated, { authors })
  }
  const { figures: _figures, ...rest } = recipe
  const { figures } = stated.release
  return { ...rest, ...(figures && { figures }) }
}

function allowVersion(action: VersionAction, recipe: Recipe, by: By, at: string, reason = '') {
  const actor = { ...actingOf(by), permissions: by.permissions }
  const refusal = refuseVersion(action, recipe, actor, at)
  if (refusal) throw faultOf(refusal)
  needReason('recipe_version', action, versionState(recipe, at), reason)
}

function laterThan(at: string, day: string): string {
  if (Date.parse(day) > Date.parse(at)) return new Date(day).toISOString()
  throw new Fault('invalid', 'Choose a time that is still to come', {
    field: 'effective_from',
    reason: 'value_not_possible',
  })
}

/** Change the state of a recipe's open version, wherever that version is kept. */
function withRelease(recipe: Recipe, open: OpenVersion, change: Partial<RecipeRelease>): Recipe {
  const release = { ...open.release, ...change }
  return recipe.next
    ? { ...recipe, next: { ...recipe.next, ...open, release } }
    : { ...recipe, version: open.version, release }
}

/**
 * Put approved versions in force whose day has come.
 * @param apart runs the change of one recipe in a transaction of its own: one that is damaged stays as it is, and holds up
 * none of the others.
 * @returns the time (ms) at which the next one is due; null where none waits.
 */
export function takeEffectDue(
  sql: Sql,
  now: string,
  apart: (change: () => void) => void,
): number | null {
  const waiting = sql
    .all<{ uuid: string; due: string }>(
      `SELECT uuid, json_extract(body, '$.next.release.effective_from') AS due FROM records
       WHERE kind = 'recipe' AND deleted_at IS NULL AND json_extract(body, '$.next.release.state') = 'approved'`,
    )
    .map(({ uuid, due }) => ({ uuid, due: Date.parse(due) }))
  const time = Date.parse(now)
  for (const { uuid, due } of waiting) {
    if (due > time) continue
    apart(() => {
      applyOperation(sql, {
        opId: makeUuid(),
        kind: 'recipe',
        uuid,
        action: 'recipe.take_effect',
        actor: systemActor,
        at: now,
        change: (before) => before && takeEffect(before, now),
      })
    })
  }
  const rest = waiting.map(({ due }) => due).filter((due) => due > time)
  return rest.length > 0 ? Math.min(...rest) : null
}
