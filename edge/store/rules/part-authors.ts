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
