import * as v from 'valibot'
import { action, get, post, search } from '../call.ts'
import { AutoTest } from '../entities/auto-test.ts'
import { CommandRecord } from '../entities/command.ts'
import { Device, device } from '../entities/device.ts'
import { DeviceInfo, DeviceLog, DeviceMessage } from '../entities/device-report.ts'
import { Swarm } from '../entities/swarm.ts'
import { Moment, Name, Timestamp, Uuid, YesNo } from '../fields.ts'
import { editRow, formRow, getRow, SearchBody } from './record-rows.ts'
import { byId, Page, PageQuery, Reason } from './shapes.ts'

/** What is written: dotted lower-case words, so that no key is a part of an object's own. */
const ConfigKey = v.pipe(
  v.string(),
  v.regex(/^[a-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$/, 'config_key'),
)
const ConfigValue = v.union([
  // eslint-disable-next-line no-control-regex
  v.pipe(v.string(), v.maxLength(500), v.regex(/^[^\u0000-\u001f\u007f]*$/, 'control_character')),
  v.number(),
  v.boolean(),
])
export const DeviceConfig = v.pipe(v.record(ConfigKey, ConfigValue), v.maxEntries(100))

export const deviceCalls = {
  search: search('/products/search', {
    needs: 'products.search',
    query: PageQuery,
    body: SearchBody(device),
    data: Page(Device),
    cache: 'day',
    offline: 'cached',
  }),
  get: getRow(device),
  editForm: formRow(device, 'edit', 'products.edit'),
  /** `swarms` needs `products.linkSwarms` as well. */
  edit: editRow(device, 'products.edit', {
    name: Name,
    swarms: v.pipe(v.array(Uuid), v.maxLength(200)),
    active: YesNo,
  }),
  configForm: formRow(device, 'get_config', 'products.config'),
  /** The stored configuration; what the device itself holds is asked by its command. */
  config: search('/products/get_config/:id', {
    needs: 'products.config',
    params: byId,
    data: v.strictObject({ config: DeviceConfig, updated_at: Timestamp }),
  }),
  setConfigForm: formRow(device, 'set_config', 'products.config'),
  /** Replaces the stored configuration. Secrets are refused (rules/device-config.ts). */
  setConfig: post('/products/set_config/:id', {
    needs: 'products.config',
    params: byId,
    body: v.strictObject({
      config: DeviceConfig,
      base: v.optional(Timestamp),
      reason: v.optional(Reason),
    }),
    data: Device,
  }),
  migrateForm: formRow(device, 'migrate', 'products.migrate'),
  /**
   * To another company that the caller reaches as well. Its runs stay where they were made. With `new_key` the
   * device must be given the key that comes back, once; else it goes on with the one it has.
   */
  migrate: post('/products/migrate/:id', {
    needs: 'products.migrate',
    params: byId,
    body: v.strictObject({ company_uuid: Uuid, new_key: v.optional(v.boolean()), reason: Reason }),
    data: v.strictObject({ device: Device, key: v.nullable(v.string()) }),
  }),
  linkForm: formRow(device, 'link', 'products.linkSwarms'),
  link: post('/products/link/:id', {
    needs: 'products.linkSwarms',
    params: byId,
    body: v.strictObject({ swarms: v.pipe(v.array(Uuid), v.maxLength(200)) }),
    data: Device,
  }),
  /** The record with what the device last told of itself (ours, beside the specification's calls). */
  details: get('/products/details/:id', {
    needs: 'products.details',
    params: byId,
    data: v.strictObject({
      device: Device,
      info: v.nullable(DeviceInfo),
      heard_at: v.nullable(Timestamp),
    }),
  }),
  autoTests: get('/products/auto_tests/:id', {
    needs: 'products.details',
    params: byId,
    query: PageQuery,
    data: Page(AutoTest),
  }),
  swarms: get('/products/swarms/:id', {
    needs: 'products.search',
    params: byId,
    data: Page(Swarm),
  }),
  /** Removes the device; its key is worth nothing from then on. */
  delete: action('/products/delete/:id', {
    needs: 'products.delete',
    params: byId,
    body: v.optional(v.strictObject({ reason: v.optional(Reason) })),
    data: v.strictObject({}),
  }),
  logList: get('/products/loglist/:id', {
    needs: 'products.details',
    params: byId,
    data: Page(DeviceLog),
  }),
  messages: search('/products/messages/search', {
    needs: 'products.details',
    query: v.strictObject({
      ...v.pick(PageQuery, ['page', 'limit']).entries,
      order: v.optional(v.picklist(['created_at DESC', 'created_at ASC'])),
    }),
    body: v.optional(
      v.strictObject({
        update_from: v.optional(Moment),
        update_to: v.optional(Moment),
        device_uuid: v.optional(Uuid),
        levels: v.optional(v.array(DeviceMessage.entries.level)),
        search: v.optional(v.pipe(v.string(), v.maxLength(100))),
      }),
    ),
    data: Page(DeviceMessage),
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
