import { expect, it } from 'vitest'
import type { GlobalRecipe } from '../../domain/entities/global-recipe.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { findOffers } from '../../web/screens/methods/recipes/offers/find-offers.ts'

const global = (version: number, archived: 0 | 1 = 0) =>
  ({ uuid: 'global', name: 'Global', version, archived }) as GlobalRecipe
const own = (origin: object | undefined, archived: 0 | 1 = 0) =>
  ({ uuid: 'own', name: 'Own', archived, ...(origin && { origin }) }) as Recipe
const count = (recipe: Recipe, published: GlobalRecipe) => findOffers([recipe], [published]).length

it('a newer version is offered until it is adopted or declined, and a newer one again', () => {
  const following = { global_uuid: 'global', version: 1 }
  expect(count(own(following), global(1))).toBe(0)
  expect(count(own(following), global(2))).toBe(1)
  expect(count(own({ ...following, stayed: 2 }), global(2))).toBe(0)
  expect(count(own({ ...following, stayed: 2 }), global(3))).toBe(1)
})

it('nothing is offered of an archived recipe, to an archived one, nor to one of its own making', () => {
  const following = { global_uuid: 'global', version: 1 }
  expect(count(own(following), global(2, 1))).toBe(0)
  expect(count(own(following, 1), global(2))).toBe(0)
  expect(count(own(undefined), global(2))).toBe(0)
  expect(count(own({ ...following, global_uuid: 'gone' }), global(2))).toBe(0)
})
