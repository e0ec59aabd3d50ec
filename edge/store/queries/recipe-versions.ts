import type { RecipeVersion } from '../../../domain/calls/recipes.ts'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import {
  contentOf,
  isInForce,
  openVersion,
  takeEffect,
  versionState,
} from '../../../domain/rules/recipe-version.ts'
import { type AuditEntry, type Body, replayEntry } from '../../../domain/trail/entry.ts'
import { readAudit } from '../audit.ts'
import { readSeen } from '../by.ts'
import type { Sight } from '../lists.ts'
import { todaysRecord } from '../open-record.ts'
import type { Sql } from '../sql.ts'

/** Versions that are answered: of a recipe that was changed more often, the newest. */
const most = 200

/**
 * List the versions of a recipe, the newest first, by replaying its trail: nothing is kept twice, and the versions from
 * before there was a review are there too.
 * @throws Fault `not_found` for a recipe that is not in sight.
 */
export function listRecipeVersions(
  sql: Sql,
  { uuid }: { uuid: string },
  sight: Sight,
): RecipeVersion[] {
  const recipe = readSeen(sql, 'recipe', uuid, sight)
  const now = new Date().toISOString()
  const versions = new Map<number, RecipeVersion>()
  let body: Body | null = null
  for (const entry of readAudit(sql, 'recipe', uuid)) {
    body = replayEntry(body, entry)
    if (!body) continue
    const then = todaysRecord('recipe', body as unknown as Recipe)
    takeVersions(versions, then, entry)
    takeAsked(versions, then, entry)
  }
  // Show a version whose day has come as in force, also before the service has written it down.
  takeInForce(versions, takeEffect(recipe, now), now)
  const open = openVersion(recipe, now)
  return [...versions.values()]
    .map((one) => ({ ...one, state: stateOf(one, recipe, open?.version, now) }))
    .sort((one, other) => other.version - one.version)
    .slice(0, most)
}

/** Take what an entry leads to: the version in the record itself, and the one beside it. */
function takeVersions(versions: Map<number, RecipeVersion>, recipe: Recipe, entry: AuditEntry) {
  const { next, release, figures } = recipe
  const own = { ...contentOf(recipe), release, ...(figures && { figures }) }
  for (const one of [own, ...(next ? [next] : [])]) {
    const known = versions.get(one.version)
    if (known) delete known.figures
    const { release: given, ...content } = one
    versions.set(one.version, {
      written_at: entry.at,
      written_by: entry.actor.name,
      effective_at: null,
      superseded_at: null,
      ...known,
      ...content,
      state: 'draft',
      ...(given && { release: given }),
    })
  }
  takeInForce(versions, recipe, entry.at)
}

/** Note the changes that a reviewer asked for, until the version is sent to review again. */
function takeAsked(versions: Map<number, RecipeVersion>, recipe: Recipe, entry: AuditEntry): void {
  const { action, actor, at, reason } = entry
  const open = versions.get(openVersion(recipe, at)?.version ?? 0)
  if (open && action === 'recipe.ask_changes') open.asked = { by: actor.name, at, reason }
  if (open && action === 'recipe.send_version') delete open.asked
}

/** Note since when the version in the record is in force, and until when the one before it was. */
function takeInForce(versions: Map<number, RecipeVersion>, recipe: Recipe, at: string): void {
  const own = versions.get(recipe.version)
  if (!own || own.effective_at !== null || !isInForce(recipe, at)) return
  const { effective_from: from, signature } = recipe.release ?? {}
  // Count a version that was approved after the day it was meant for as in force since its approval.
  const since = from && from < at ? latest(from, signature?.at ?? from) : at
  for (const one of versions.values()) {
    if (one.effective_at !== null) one.superseded_at ??= since
  }
  own.effective_at = since
}

function latest(one: string, other: string): string {
  return one > other ? one : other
}

function stateOf(
  one: RecipeVersion,
  recipe: Recipe,
  open: number | undefined,
  now: string,
): RecipeVersion['state'] {
  if (one.superseded_at !== null) return 'superseded'
  if (one.version === open) return versionState(recipe, now)
  if (one.effective_at === null) return 'discarded'
  return recipe.retired === 1 ? 'retired' : 'effective'
}
