import { application } from '../entities/application.ts'
import { applicationFields } from './method-fields.ts'
import { methodRows } from './method-rows.ts'

/** Calls of applications: the things that are tested for (decisions R14). */
export const applicationCalls = methodRows(application, 'application', applicationFields)
