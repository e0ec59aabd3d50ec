import type { applicationCalls } from '../../domain/calls/applications.ts'
import { application } from '../../domain/entities/application.ts'
import type { Handlers } from '../mount.ts'
import { sampleTypeOptions, migrateOptions, noOptions, swarmOptions } from './method-forms.ts'
import { createMethod, duplicateMethod, editMethod, migrateMethod } from './method-writes.ts'
import { createFormHandler, formHandler, readHandlers } from './reads.ts'
import { deleteHandler } from './writes.ts'

export const applications: Handlers<typeof applicationCalls> = {
  ...readHandlers(application),
  createForm: createFormHandler(async (context) => ({
    ...(await swarmOptions(context)),
    ...sampleTypeOptions(),
  })),
  create: createMethod(application),
  edit: editMethod(application),
  delete: deleteHandler(application),
  duplicateForm: formHandler(application, noOptions),
  duplicate: duplicateMethod(application),
  migrateForm: formHandler(application, migrateOptions),
  migrate: migrateMethod(application),
}
