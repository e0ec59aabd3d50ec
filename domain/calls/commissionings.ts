import * as v from 'valibot'
import { commissioningActions } from '../actions/commissioning.ts'
import { get, post } from '../call.ts'
import { Commissioning, commissioning } from '../entities/commissioning.ts'
import { searchRow } from './record-rows.ts'
import { printChoice } from './report-body.ts'
import { byId } from './shapes.ts'
import { Signing } from './signing.ts'

/** Sheets of devices that came into service. Our own calls; the specification has none. */
export const commissioningCalls = {
  search: searchRow(commissioning),
  /** Judge every step of a device by what is known of it now, and keep it as the draft of its sheet. */
  prepare: post('/commissionings/prepare/:id', {
    needs: commissioningActions.prepare.needs,
    reach: 'own',
    person: true,
    params: byId,
    data: Commissioning,
  }),
  /** Print a sheet as a PDF; without a signature as a draft with lines to sign by hand. */
  print: get('/commissionings/print/:id', {
    needs: 'products.search',
    params: byId,
    query: v.strictObject(printChoice),
    reply: 'blob',
    timeout: 60_000,
  }),
  /** Sign a sheet on which every required step is done: an electronic signature. */
  sign: post('/commissionings/sign/:id', {
    needs: commissioningActions.sign.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: Signing,
    data: Commissioning,
  }),
}
