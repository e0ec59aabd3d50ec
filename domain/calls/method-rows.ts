import type * as v from 'valibot'
import type { EntityFacts } from '../entity.ts'
import { archive, ofSwarm } from './method-fields.ts'
import {
  createFormRow,
  createRow,
  deleteRow,
  duplicateRow,
  editRow,
  formRow,
  getRow,
  migrateRow,
  searchRow,
} from './record-rows.ts'

/**
 * Make the rows of a kind of method: made in a swarm, archived, duplicated, and moved to another swarm (decisions R14).
 * @param kind beginning of the kind's permissions.
 */
export function methodRows<Schema extends v.GenericSchema, const Fields extends v.ObjectEntries>(
  facts: EntityFacts<Schema>,
  kind: 'application' | 'protocol' | 'processRecipe' | 'evaluationRecipe',
  fields: Fields,
) {
  return {
    search: searchRow(facts),
    get: getRow(facts),
    createForm: createFormRow(facts, `${kind}.create`),
    create: createRow(facts, `${kind}.create`, { ...ofSwarm, ...fields }),
    edit: editRow(facts, `${kind}.edit`, { ...fields, ...archive }),
    delete: deleteRow(facts, `${kind}.delete`),
    duplicateForm: formRow(facts, 'duplicate', `${kind}.create`),
    duplicate: duplicateRow(facts, `${kind}.create`),
    migrateForm: formRow(facts, 'migrate_to_swarm', `${kind}.edit`),
    migrate: migrateRow(facts, `${kind}.edit`),
  }
}
