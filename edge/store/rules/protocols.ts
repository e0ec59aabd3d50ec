import type { Protocol } from '../../../domain/entities/protocol.ts'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import { Fault } from '../../../domain/fault.ts'
import { findProtocolProblems, refuseCartridges } from '../../../domain/rules/protocol-problems.ts'
import { maySee } from '../lists.ts'
import type { By } from '../by.ts'
import { readRecord } from '../operations.ts'
import type { Sql } from '../sql.ts'
import { checkPublished } from './recipe-versions.ts'

/**
 * Check that recipe and applications of a protocol exist, are offered, and are seen by all who see it. One of the
 * provider's recipes is in another store: the caller has looked it up already.
 * @throws Fault `not_found`, `refused` or `invalid`, naming the field.
 */
export function checkProtocol(sql: Sql, after: Protocol, known: Protocol | null, by: By): void {
  const [first, ...others] = findProtocolProblems(after)
  if (first) throw new Fault([first, ...others])
  if (after.recipe_kind !== 'GLOBAL_RECIPE') checkRecipe(sql, after, known, by)
  else if (known?.recipe_uuid !== after.recipe_uuid) checkPublished(sql)
  for (const [index, uuid] of after.application_uuids.entries()) {
    const isNew = !known?.application_uuids.includes(uuid)
    checkApplication(sql, { uuid, index, isNew }, after, by)
  }
}

function checkRecipe(sql: Sql, after: Protocol, known: Protocol | null, by: By): void {
  const field = 'recipe_uuid'
  const recipe = readRecord(sql, 'recipe', after.recipe_uuid)
  if (!recipe || !maySee('recipe', recipe, by.sight)) {
    throw new Fault('not_found', 'No such recipe', { field, reason: 'recipe_unknown' })
  }
  const isNew = known?.recipe_uuid !== after.recipe_uuid
  if (isNew && recipe.archived === 1) throw archived('recipe', field)
  const refusal = refuseCartridges(after.cartridge_types, recipe)
  if (refusal) throw new Fault([refusal])
  checkReach(recipe, after, field)
}

function checkApplication(
  sql: Sql,
  { uuid, index, isNew }: { uuid: string; index: number; isNew: boolean },
  after: Protocol,
  by: By,
): void {
  const field = `application_uuids.${index}`
  const application = readRecord(sql, 'application', uuid)
  if (!application || (isNew && !maySee('application', application, by.sight))) {
    throw new Fault('not_found', 'No such application', { field, reason: 'application_unknown' })
  }
  if (isNew && application.archived === 1) throw archived('application', field)
  checkReach(application, after, field)
}

/** Check that all who see the protocol see its recipe and applications. */
function checkReach(
  part: Pick<Recipe, 'swarm_uuid'>,
  { swarm_uuid: swarm }: Protocol,
  field: string,
): void {
  if (part.swarm_uuid === null || part.swarm_uuid === swarm) return
  throw new Fault('invalid', 'It belongs to another swarm than the protocol', {
    field,
    reason: 'other_swarm',
  })
}

function archived(what: string, field: string): Fault {
  return new Fault('refused', `This ${what} is archived`, { field, reason: 'archived' })
}
