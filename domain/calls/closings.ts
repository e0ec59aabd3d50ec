import * as v from 'valibot'
import { post } from '../call.ts'
import { Closing, closing } from '../entities/closing.ts'
import { Name } from '../fields.ts'
import { getRow, searchRow } from './record-rows.ts'
import { byId, Reason } from './shapes.ts'

const needs = 'companies.delete'

/** Companies that were closed (`POST /v3/companies/delete/{id}`), opened again, or erased. */
export const closingCalls = {
  search: searchRow(closing),
  get: getRow(closing),
  /** Open a closed company again: people sign in, and devices and keys work as before. A partner has to be assigned again. */
  reopen: post('/closings/reopen/:id', {
    reach: 'own',
    needs,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: Closing,
    timeout: 60_000,
  }),
  /**
   * Erase a closed company for ever, from its day on. The signed note says what was erased and what stays; it is sent to the
   * company's administrators.
   */
  erase: post('/closings/erase/:id', {
    reach: 'own',
    person: true,
    needs,
    params: byId,
    body: v.strictObject({
      /** The company's name, once more. */
      confirm: Name,
      reason: Reason,
    }),
    data: Closing,
    timeout: 300_000,
  }),
}
