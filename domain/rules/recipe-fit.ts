import type { Analysis } from '../entities/analysis.ts'
import type { GlobalRecipe } from '../entities/global-recipe.ts'

/** Reasons that a recipe cannot evaluate a run that was measured already; each has its text `fault.…`. */
export type RecipeMisfit =
  | 'archived'
  | 'cartridge_not_for_recipe'
  | 'channel_missing'
  | 'thresholds_from_instrument'

type Run = Pick<Analysis, 'method' | 'cartridge_type' | 'source'>
type Recipe = Pick<GlobalRecipe, 'archived' | 'cartridge_types' | 'evaluation'>

/**
 * Find the reason why a recipe cannot judge the run as it was measured; null if it can. Page and edge use the same
 * function (VAL-041).
 */
export function findMisfit(run: Run, recipe: Recipe): RecipeMisfit | null {
  const { method, cartridge_type, source } = run
  if (recipe.archived === 1) return 'archived'
  if (!recipe.cartridge_types.includes(cartridge_type)) return 'cartridge_not_for_recipe'
  const measured = method.process.channels.map(({ wavelength }) => wavelength)
  const { targets, passive_reference, thresholds_from } = recipe.evaluation
  const wanted = [...targets.map(({ channel }) => channel), passive_reference]
  if (wanted.some((channel) => channel !== null && !measured.includes(channel))) {
    return 'channel_missing'
  }
  return source && thresholds_from === 'instrument' ? 'thresholds_from_instrument' : null
}
