import * as v from 'valibot'
import { protocolContent, recipeContent } from '../actions/method.ts'
import { Application } from '../entities/application.ts'
import { Evaluation } from '../entities/evaluation-recipe.ts'
import { Process } from '../entities/process-recipe.ts'
import { Protocol } from '../entities/protocol.ts'
import { Recipe } from '../entities/recipe.ts'
import { Name, Uuid } from '../fields.ts'

/**
 * Fields of the methods that people write. What the server writes itself is in none of them: version, state,
 * aliases. The swarm is chosen when a method is made and changed by migrate_to_swarm only.
 */
export const ofSwarm = { swarm_uuid: v.nullable(Uuid) }

/** 1 archives, 0 brings back (decisions D18); given alone, so that the audit trail says what was done. */
export const archive = { archived: v.picklist([0, 1]) }

export const recipeFields = v.pick(Recipe, ['name', ...recipeContent]).entries

export const processRecipeFields = { name: Name, process: Process }

export const evaluationRecipeFields = { name: Name, evaluation: Evaluation }

export const applicationFields = v.pick(Application, [
  'name',
  'sample_types',
  'variables',
  'order_codes',
]).entries

export const protocolFields = v.pick(Protocol, ['name', ...protocolContent]).entries
