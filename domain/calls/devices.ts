import * as v from 'valibot'
import { get, post, search } from '../call.ts'
import { CommandRecord } from '../entities/command.ts'
import { Device } from '../entities/device.ts'
import { Name, Uuid } from '../fields.ts'
import { byId, Page, PageQuery } from './shapes.ts'

export const deviceCalls = {
  search: search('/products/search', {
    needs: 'products.search',
    query: PageQuery,
    data: Page(Device),
    cache: 'day',
    offline: 'cached',
  }),
  get: get('/products/get/:id', { needs: 'products.search', params: byId, data: Device }),
  edit: post('/products/edit/:id', {
    needs: 'products.edit',
    params: byId,
    body: v.strictObject({ name: v.optional(Name), swarms: v.optional(v.array(Uuid)) }),
    data: Device,
  }),
  /**
   * Sends a command about a run through permission, audit and ledger. LOAD_RECIPE goes by launching an
   * analysis. Answers when the device has, or with state `sent` or `queued` when it has not yet.
   */
  command: post('/products/command/:id', {
    reach: 'own',
    needs: 'analysis.run',
    params: byId,
    body: v.variant('name', [
      v.strictObject({ name: v.literal('ABORT'), analysis_uuid: Uuid }),
      v.strictObject({ name: v.literal('SKIP'), analysis_uuid: Uuid, position: v.number() }),
      v.strictObject({
        name: v.literal('EXTEND'),
        analysis_uuid: Uuid,
        cycles: v.pipe(v.number(), v.integer(), v.minValue(-50), v.maxValue(50), v.notValue(0)),
      }),
    ]),
    data: CommandRecord,
  }),
}
