import type { RecallSubject } from '../../../domain/entities/recall.ts'
import { type Content, halves } from '../method-hashes.ts'
import type { HalfHistory, Histories, RecipeHistory, Written } from './recipe-histories.ts'

type Version = Extract<RecallSubject, { kind: 'recipe' }>

/** Content that was recalled, or made from it, since an entry of the trail: both halves of a version, or one of a method of its own. */
type Source = { since: number } & Partial<Content>
type Copied = Written & Source

/**
 * Find the versions of other recipes that were copied from some: duplicates, and recipes into which a half was put that had been split
 * off as a process or evaluation recipe, each with its later edits, because the fault may still be in them, and with its own copies. Which
 * was copied from which is known by the content at that moment, so that copies from before this rule are found too. A programme that
 * several recipes share without such a step between them is no copy. A copy counts until it takes a version of the provider's (decision 93).
 *
 * @param known ids of recipes that are left alone: versions of the recalled one are recalled one by one
 */
export function findCopies(
  { recipes, parts }: Histories,
  originals: readonly Version[],
  known: ReadonlySet<string>,
): Version[] {
  const left = new Set(recipes.filter(({ uuid }) => !known.has(uuid)))
  const leftParts = new Set(parts)
  const sources: Source[] = originals.flatMap(({ recipe_uuid, version }) =>
    contentsOf(recipes.find(({ uuid }) => uuid === recipe_uuid)?.steps ?? [], version),
  )
  const found: Version[] = []
  // Look for copies of what is found on the way, too.
  for (const source of sources) {
    for (const part of leftParts) {
      const taken = followHalf(part, source)
      if (taken.length > 0) leftParts.delete(part)
      sources.push(...taken)
    }
    for (const recipe of left) {
      const copied = followCopy(recipe, source)
      if (copied.length > 0) left.delete(recipe)
      sources.push(...copied)
      for (const version of new Set(copied.map((one) => one.version))) {
        found.push({ kind: 'recipe', recipe_uuid: recipe.uuid, version })
      }
    }
  }
  return found
}

/** Return the contents that a version had, each since its first entry: a draft changes its own under one number. */
function contentsOf(steps: RecipeHistory['steps'], version: number): Copied[] {
  const found = new Map<string, Copied>()
  for (const { seq, versions } of steps) {
    for (const one of versions.filter((written) => written.version === version)) {
      const key = `${one.process} ${one.evaluation}`
      if (!found.has(key)) found.set(key, { ...one, since: seq })
    }
  }
  return [...found.values()]
}

const isWhole = (source: Source) => halves.every((half) => source[half] !== undefined)

/** Return the versions of a recipe from the entry that copies a source, or puts a half into it; none where no entry does. */
function followCopy({ isCopy, steps }: RecipeHistory, source: Source): Copied[] {
  const holds = (one: Content) =>
    halves.every((half) => source[half] === undefined || source[half] === one[half])
  const last = isWhole(source) ? (isCopy ? 1 : 0) : steps.length
  const start = steps
    .slice(0, last)
    .findIndex(
      ({ seq, versions }, at) =>
        seq > source.since && versions.some(holds) && !steps[at - 1]?.versions.some(holds),
    )
  const follows = steps[start]?.versions.find(holds)?.follows
  if (follows === undefined) return []
  return steps
    .slice(start)
    .flatMap(({ seq, versions }) =>
      versions
        .filter((one) => holds(one) || one.follows === follows)
        .map((one) => ({ ...one, since: seq })),
    )
}

/** Return the contents of a process or evaluation recipe from the entry by which it gets a half of a source; of a half only a duplicate does. */
function followHalf({ half, isCopy, steps }: HalfHistory, source: Source): Source[] {
  const last = isWhole(source) ? steps.length : isCopy ? 1 : 0
  const start = steps.slice(0, last).findIndex(({ content }) => content === source[half])
  if (start < 0 || (steps[start]?.seq ?? 0) <= source.since) return []
  return steps.slice(start).map(({ seq, content }) => ({ since: seq, [half]: content }))
}
