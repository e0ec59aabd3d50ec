import { canonicalJson } from '../../../domain/canonical.ts'
import type { Recipe, RecipeRelease } from '../../../domain/entities/recipe.ts'
import type { OpenVersion } from '../../../domain/rules/recipe-version.ts'
import { type Body, replayEntry } from '../../../domain/trail/entry.ts'
import { readAudit } from '../audit.ts'
import { peopleBehind } from '../people-behind.ts'
import type { Sql } from '../sql.ts'

type Authors = RecipeRelease['authors']

/** Parts that a version is made of, each kept as a method of its own as well. */
const parts = [
  { kind: 'process_recipe', field: 'process' },
  { kind: 'evaluation_recipe', field: 'evaluation' },
] as const

const people: readonly string[] = ['account', 'key', 'partner', 'provider']

/**
 * List the people who wrote the programme or the evaluation of a version as a method of its own: they are authors of the
 * version, also if another person put it together. A part that the version in force has already was approved with that one. Parts are known by their
 * content at any time, by the trail: a part may have been changed or deleted since it was taken.
 */
export function authorsOfParts(sql: Sql, recipe: Recipe, open: OpenVersion): Authors {
  const inForce = recipe.next ? recipe : null
  return parts.flatMap(({ kind, field }) => {
    const wanted = canonicalJson(open[field])
    if (inForce && canonicalJson(inForce[field]) === wanted) return []
    return sql
      .all<{ uuid: string }>('SELECT DISTINCT uuid FROM audit WHERE kind = ?', kind)
      .flatMap(({ uuid }) => authorsUntil(sql, { kind, field, uuid }, wanted))
  })
}

/** Return who wrote a part up to the last time it had this content; nobody where it never had. */
function authorsUntil(
  sql: Sql,
  { kind, field, uuid }: Pick<(typeof parts)[number], 'kind' | 'field'> & { uuid: string },
  wanted: string,
): Authors {
  const authors: Authors = []
  let found: Authors = []
  let body: Body | null = null
  for (const entry of readAudit(sql, kind, uuid)) {
    body = replayEntry(body, entry)
    const { actor, changes, at } = entry
    const isWritten = changes.some((change) => change.field === field && 'after' in change)
    if (isWritten && people.includes(actor.via)) {
      authors.push(...peopleBehind(sql, actor, at))
    }
    if (isWritten && body && canonicalJson(body[field]) === wanted) found = [...authors]
  }
  return found
}

/** Steps that bring the provider's content: who takes them has not written it. */
const offers: readonly string[] = ['recipe.adopt', 'recipe.adopt_version']

/**
 * List the people who wrote a draft of another recipe that does the same and that nobody has approved, at any time: typed again, or put
 * together from its halves, it comes in the name of somebody else.
 */
export function authorsOfSame(sql: Sql, recipe: Recipe, open: OpenVersion): Authors {
  const wanted = deedsOf(open)
  if (recipe.next && deedsOf(recipe) === wanted) return []
  const found = sql
    .all<{ uuid: string }>(
      `SELECT DISTINCT uuid FROM audit WHERE kind = 'recipe' AND uuid <> ?`,
      recipe.uuid,
    )
    .map(({ uuid }) => authorsWhile(sql, uuid, wanted))
  // Leave out what was approved once: who copied it has written nothing.
  return found.includes(null) ? [] : found.flatMap((authors) => authors ?? [])
}

/** Return who wrote a recipe up to the last time a draft of it did this; null where it was in force or approved. */
function authorsWhile(sql: Sql, uuid: string, wanted: string): Authors | null {
  const authors: Authors = []
  let found: Authors = []
  let body: Body | null = null
  let before: readonly string[] = []
  for (const entry of readAudit(sql, 'recipe', uuid)) {
    body = replayEntry(body, entry)
    const { actor, at, action, changes } = entry
    if (!body || !changes.some(({ field }) => placesOfVersions.includes(field))) continue
    const { next, ...known } = body as Partial<Recipe>
    const versions = [known, ...(next ? [next] : [])]
    const deeds = versions.map(deedsOf)
    const isWritten = deeds.some((one) => !before.includes(one))
    if (isWritten && people.includes(actor.via) && !offers.includes(action))
      authors.push(...peopleBehind(sql, actor, at))
    const same = versions.filter((_, index) => deeds[index] === wanted)
    if (same.some(({ release }) => release?.state !== 'draft' && release?.state !== 'review'))
      return null
    if (isWritten && same.length > 0) found = [...authors]
    before = deeds
  }
  return found
}

/** Fields of a recipe that hold what its versions do, and if they were approved. */
const placesOfVersions: readonly string[] = ['process', 'evaluation', 'next', 'release']

function deedsOf({ process, evaluation }: Partial<Recipe>): string {
  return canonicalJson([process ?? null, evaluation ?? null])
}
