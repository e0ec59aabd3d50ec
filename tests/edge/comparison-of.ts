import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { ComparisonOrder } from '../../domain/entities/bench-comparison.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import {
  comparedContent,
  openVersion,
  type VersionContent,
} from '../../domain/rules/recipe-version.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { engine } from '../../workers/run/engine.ts'

const hashOf = (version: VersionContent) => sha256Hex(canonicalJson(comparedContent(version)))

/** Compare the open version of a recipe on runs, as the page sends it: no call differs. */
export function comparisonOf(
  recipe: Recipe,
  runs: readonly Pick<Analysis, 'uuid' | 'curves_hash'>[],
): ComparisonOrder {
  const open = openVersion(recipe, new Date().toISOString())
  return {
    content_hash: hashOf(open ?? recipe),
    against_hash: recipe.next ? hashOf(recipe) : null,
    engine: engine.version,
    runs: runs.map(({ uuid, curves_hash }) => ({
      uuid,
      input_hash: curves_hash ?? '',
      calls: 0,
      moved: 1,
    })),
    changes: [],
  }
}
