import { application } from '../entities/application.ts'
import { archive, applicationFields, ofSwarm } from './method-fields.ts'
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

/** What is tested for (decisions R14). */
export const applicationCalls = {
  search: searchRow(application),
  get: getRow(application),
  createForm: createFormRow(application, 'application.create'),
  create: createRow(application, 'application.create', { ...ofSwarm, ...applicationFields }),
  edit: editRow(application, 'application.edit', { ...applicationFields, ...archive }),
  delete: deleteRow(application, 'application.delete'),
  duplicateForm: formRow(application, 'duplicate', 'application.create'),
  duplicate: duplicateRow(application, 'application.create'),
  migrateForm: formRow(application, 'migrate_to_swarm', 'application.edit'),
  migrate: migrateRow(application, 'application.edit'),
}
