import type { Analysis, ResultEntry } from '../../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../../domain/results.ts'
import type { RecalculationStart } from '../recalculation.ts'

/** One computed result of an analysis; versions count from 1, the first calculation. */
export interface Version {
  number: number
  entry: ResultEntry
}

/** List the versions in the order in which they were computed. */
export function listVersions({ results }: Pick<Analysis, 'results'>): Version[] {
  return results.map((entry, at) => ({ number: at + 1, entry }))
}

/**
 * Find a version by the word in the address: its number, or the hash that older links have. Equal results may have been
 * computed twice; a hash means the newest of those.
 */
export function findVersion(versions: readonly Version[], word: string | null): Version | null {
  if (!word) return null
  const number = /^\d{1,4}$/.test(word) ? Number(word) : null
  return versions.findLast((one) => one.number === number || one.entry.hash === word) ?? null
}

/**
 * Return the first settings of a recalculation that repeats an earlier version: its settings and excluded wells. Null where it
 * evaluated other targets than the method does now: it was made with a recipe, which is chosen by its name.
 */
export function startFrom(
  { method }: Pick<Analysis, 'method'>,
  results: Results,
): RecalculationStart | null {
  const names = ({ targets }: { targets: readonly { name: string }[] }) =>
    targets.map(({ name }) => name).join('\n')
  if (names(method.evaluation) !== names(results.evaluation)) return null
  const excluded = results.wells
    .filter(({ trace }) => trace.some(({ rule, decided }) => rule === 'excluded' && decided))
    .map(({ well }) => well)
  return { evaluation: results.evaluation, excluded: [...new Set(excluded)] }
}
