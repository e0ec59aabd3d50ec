import * as v from 'valibot'
import { deviceActions } from '../actions/device.ts'
import { action, get, post, search } from '../call.ts'
import { AutoTest } from '../entities/auto-test.ts'
import { Device, device } from '../entities/device.ts'
import { DeviceInfo, DeviceLog, DeviceMessage } from '../entities/device-report.ts'
import { Swarm } from '../entities/swarm.ts'
import { Day, Moment, Name, PlainId, Timestamp, Uuid, Version, YesNo } from '../fields.ts'
import { commandRow } from './device-command.ts'
import { editRow, formRow, getRow, sortedSearchRow } from './record-rows.ts'
import { HealthCheck } from '../rules/device-health.ts'
import { DeviceSettings } from '../live/device-setup.ts'
import { byId, MaybeReason, Page, PageQuery, Reason } from './shapes.ts'

export const deviceCalls = {
  search: sortedSearchRow(device, { cache: 'day', offline: 'cached' }),
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
    data: v.strictObject({ config: DeviceSettings, updated_at: Timestamp }),
  }),
  setConfigForm: formRow(device, 'set_config', deviceActions.configure.needs),
  /** Replaces the stored configuration. Secrets are refused (rules/device-config.ts). */
  setConfig: post('/products/set_config/:id', {
    needs: deviceActions.configure.needs,
    params: byId,
    body: v.strictObject({
      config: DeviceSettings,
      base: v.optional(Timestamp),
      reason: v.optional(Reason),
    }),
    data: Device,
  }),
  /**
   * Postpones a version that the device would install by itself, to a day or as far as its plan allows; with null it is installed when it is
   * planned (decision 87).
   */
  postpone: post('/products/postpone/:id', {
    needs: deviceActions.postpone.needs,
    params: byId,
    body: v.strictObject({
      version: Version,
      until: v.nullable(v.union([v.literal('latest'), Day])),
      reason: Reason,
    }),
    data: Device,
  }),
  /**
   * Takes a new device of the provider's stock into the own company, by the code that it shows (ours, decision 86). With a name, it gets
   * that one.
   */
  claim: post('/products/claim', {
    reach: 'own',
    person: true,
    needs: deviceActions.register.needs,
    body: v.strictObject({
      serial_no: PlainId,
      code: v.pipe(v.string(), v.minLength(1), v.maxLength(30)),
      name: v.optional(Name),
    }),
    data: Device,
  }),
  migrateForm: formRow(device, 'migrate', deviceActions.migrate.needs),
  /**
   * To another company that the caller reaches as well. Its runs stay where they were made. With `new_key` the
   * device must be given the key that comes back, once; else it goes on with the one it has.
   */
  migrate: post('/products/migrate/:id', {
    needs: deviceActions.migrate.needs,
    params: byId,
    body: v.strictObject({ company_uuid: Uuid, new_key: v.optional(v.boolean()), reason: Reason }),
    data: v.strictObject({ device: Device, key: v.nullable(v.string()) }),
  }),
  linkForm: formRow(device, 'link', 'products.linkSwarms'),
  link: post('/products/link/:id', {
    needs: 'products.linkSwarms',
    params: byId,
    body: v.strictObject({
      swarms: v.pipe(v.array(Uuid), v.maxLength(200)),
      base: v.optional(Timestamp),
    }),
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
  /** The check of each device that needs somebody most (ours): for lists, which cannot ask each device. */
  health: get('/products/health', {
    needs: 'products.details',
    query: PageQuery,
    data: Page(v.strictObject({ uuid: Uuid, heard_at: v.nullable(Timestamp), worst: HealthCheck })),
  }),
  autoTests: get('/products/auto_tests/:id', {
    needs: 'products.details',
    params: byId,
    query: PageQuery,
    data: Page(AutoTest),
  }),
  /** Lowest and highest housing temperature (°C) of each hour in which the device was heard, of the last 31 days (ours). */
  temperatures: get('/products/temperatures/:id', {
    needs: 'products.details',
    params: byId,
    data: v.array(v.strictObject({ hour: Timestamp, lowest: v.number(), highest: v.number() })),
  }),
  swarms: get('/products/swarms/:id', {
    needs: 'products.search',
    params: byId,
    data: Page(Swarm),
  }),
  /** Removes the device; its key is worth nothing from then on. */
  delete: action('/products/delete/:id', {
    needs: deviceActions.delete.needs,
    params: byId,
    body: MaybeReason,
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
  command: commandRow,
}
