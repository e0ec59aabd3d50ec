import * as v from 'valibot'
import { companyActions } from '../actions/company.ts'
import { post } from '../call.ts'
import { Closing, closing } from '../entities/closing.ts'
import { Name } from '../fields.ts'
import { getRow, searchRow } from './record-rows.ts'
import { byId, Reason } from './shapes.ts'

const { needs } = companyActions.delete

const named = v.strictObject({
  /** The company's name, once more. */
  confirm: Name,
  reason: Reason,
})

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
  /** Ask for the erasing of a closed company, from its day on. Another administrator of the provider carries it out. */
  askErasure: post('/closings/ask_erasure/:id', {
    reach: 'own',
    person: true,
    needs,
    params: byId,
    body: named,
    data: Closing,
  }),
  /** Take the request back, by anybody who may erase; not once somebody has agreed. */
  withdrawErasure: post('/closings/withdraw_erasure/:id', {
    reach: 'own',
    person: true,
    needs,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: Closing,
  }),
  /**
   * Erase a closed company for ever, for which another administrator has asked. The signed note says what was erased and what stays; it is
   * sent to the company's administrators.
   */
  erase: post('/closings/erase/:id', {
    reach: 'own',
    person: true,
    needs,
    params: byId,
    body: named,
    data: Closing,
    timeout: 300_000,
  }),
}
