import type { Protocol } from '../../domain/entities/protocol.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { methods } from '../../scripts/demo/methods.ts'
import { uuidOf } from '../support/uuid-of.ts'

export const stamps = {
  created_at: '2026-05-01T00:00:00.000Z',
  updated_at: '2026-05-01T00:00:00.000Z',
}
const [demo] = methods
if (!demo) throw new Error('no demo method')
/** First method of the sample data, as a recipe and a protocol that a page reads. */
export const recipe: Recipe = { ...demo.recipe, ...stamps, uuid: uuidOf(1) }
export const protocol: Protocol = {
  ...demo.protocol,
  ...stamps,
  uuid: uuidOf(2),
  recipe_uuid: uuidOf(1),
  application_uuids: [],
}
