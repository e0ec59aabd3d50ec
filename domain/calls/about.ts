import * as v from 'valibot'
import { get } from '../call.ts'
import { regionNames } from '../regions.ts'

export const aboutCalls = {
  health: get('/about/health', {
    needs: null,
    caller: 'anyone',
    data: v.strictObject({
      version: v.string(),
      region: v.picklist(regionNames),
      time: v.string(),
      /** True when this deployment has a help desk that people can be signed in to (`/sso/generate`). */
      help_desk: v.boolean(),
      /** True when this deployment sends mail; without it a link waits in the outbox. */
      mail: v.boolean(),
    }),
  }),
  /** Try to write and read every kind of store; `health` says only that the service answers. */
  ready: get('/about/ready', {
    needs: null,
    caller: 'anyone',
    data: v.strictObject({ ready: v.literal(true) }),
  }),
  locales: get('/about/locales', {
    needs: null,
    caller: 'anyone',
    data: v.strictObject({ locales: v.array(v.string()), default: v.string() }),
    cache: 'day',
  }),
  regions: get('/about/regions', {
    needs: null,
    caller: 'anyone',
    data: v.strictObject({
      own: v.picklist(regionNames),
      regions: v.array(v.strictObject({ region: v.picklist(regionNames), baseUrl: v.string() })),
    }),
  }),
}
