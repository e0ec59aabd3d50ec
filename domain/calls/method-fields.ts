import * as v from 'valibot'
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

export const recipeFields = v.pick(Recipe, [
  'name',
  'process',
  'evaluation',
  'cartridge_types',
  'minimum_bkernel',
]).entries

export const processRecipeFields = { name: Name, process: Process }

export const evaluationRecipeFields = { name: Name, evaluation: Evaluation }

export const applicationFields = v.pick(Application, [
  'name',
  'sample_types',
  'variables',
  'order_codes',
]).entries

export const protocolFields = v.pick(Protocol, [
  'name',
  'recipe_uuid',
  'application_uuids',
  'cartridge_types',
  'minimum_bkernel',
  'layout',
  'minimum_samples',
  'expected_wells',
]).entries
