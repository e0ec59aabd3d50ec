import * as v from 'valibot'
import { post } from '../call.ts'
import { Founding, founding, foundingFields, foundingSteps } from '../entities/founding.ts'
import { Name, Timestamp } from '../fields.ts'
import { createRow, editRow, getRow, searchRow } from './record-rows.ts'
import { byId, MaybeReason } from './shapes.ts'

const needs = 'companies.create'

/** Companies that the provider is founding, step by step. */
export const foundingCalls = {
  search: searchRow(founding),
  get: getRow(founding),
  create: createRow(founding, needs, {
    ...v.partial(v.strictObject(foundingFields)).entries,
    name: Name,
  }),
  /** Write what a step needs. Fields of a step that is done stay. */
  edit: editRow(founding, needs, foundingFields),
  /**
   * Carry out a step with what was written for it. A step that is done stays as it is. Steps in the company also need the
   * permission of what they do there: `users.create`, `swarms.create`, `products.migrate`, `recipes.create`, `analysis.create`.
   */
  step: post('/foundings/step/:id', {
    reach: 'own',
    needs,
    params: byId,
    body: v.strictObject({ step: v.picklist(foundingSteps), base: v.optional(Timestamp) }),
    data: Founding,
    timeout: 60_000,
  }),
  /** End a founding: one whose company is made is finished, and its administrator does the rest; any other is dropped. */
  end: post('/foundings/end/:id', {
    reach: 'own',
    needs,
    params: byId,
    body: MaybeReason,
    data: Founding,
  }),
}
