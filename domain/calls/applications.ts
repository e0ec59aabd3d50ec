import { application } from '../entities/application.ts'
import { applicationFields } from './method-fields.ts'
import { methodRows } from './method-rows.ts'

/** What is tested for (decisions R14). */
export const applicationCalls = methodRows(application, 'application', applicationFields)
