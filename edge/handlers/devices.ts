import type { CallInput } from '../../domain/call.ts'
import { utcOf } from '../../domain/calendar.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { autoTest } from '../../domain/entities/auto-test.ts'
import { type Device, device } from '../../domain/entities/device.ts'
import type { AnalysisAction } from '../../domain/actions/analysis.ts'
import { findHealth } from '../../domain/rules/device-health.ts'
import type { AuditAction } from '../../domain/trail/actions.ts'
import type { AccountContext } from '../context.ts'
import { forgetDevice } from '../directory/devices.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { closeDeviceLink } from '../live/tell-people.ts'
import { mustHold } from '../store/right.ts'
import { sendCommand } from './commands.ts'
import { findOfferedVersion } from './device-commands.ts'
import { claimDevice } from '../organisation/claim-by-code.ts'
import { companyChoices } from '../organisation/list-companies.ts'
import { migrateDevice } from '../organisation/move-device.ts'
import {
  choicesOf,
  formHandler,
  getHandler,
  type Options,
  sortedSearchHandler,
  withoutNext,
  wordsOf,
} from './reads.ts'
import { deleteHandler } from './writes.ts'

const actions = { ABORT: 'abort', SKIP: 'skip', EXTEND: 'extend' } as const satisfies Record<
  string,
  AnalysisAction
>

const find = getHandler(device)
const remove = deleteHandler(device)

/** Put all items on one page, for short lists that are read as a whole. */
function onePage<Item>(data: Item[]) {
  return { data, pages: 1, total: data.length }
}

async function withSwarms(context: AccountContext): Promise<Options> {
  return { swarms: await choicesOf('swarm', context), active: wordsOf(['Y', 'N']) ?? [] }
}

/** List the channels of the device that the account sees. */
function channels(_: AccountContext, { wavelengths }: Device): Options {
  return { wavelengths: wordsOf(wavelengths) ?? [] }
}

/** Edit fields of the record as a named step of the audit trail. */
async function writeDevice(
  uuid: string,
  edit: { patch: Partial<Device>; base?: string | undefined; reason?: string | undefined },
  context: AccountContext,
  action?: AuditAction,
): Promise<Device> {
  const { own, by, opId } = context
  const change = { type: 'record.edit', kind: 'device', uuid, ...edit, action } as const
  return await unwrap(own.change(change, opId, by))
}

export const devices: Handlers<typeof deviceCalls> = {
  search: sortedSearchHandler(device),
  get: find,
  editForm: formHandler(device, withSwarms),
  edit: async ({ params, body }, context) => {
    if (body.swarms) mustHold(deviceCalls.link.needs, context.by)
    const { base, reason, ...patch } = body
    return writeDevice(params.id, { patch: patch as Partial<Device>, base, reason }, context)
  },
  configForm: formHandler(device, channels),
  config: async (input, context) => {
    const { config, updated_at } = await find(input, context)
    return { config, updated_at }
  },
  setConfigForm: formHandler(device, channels),
  setConfig: ({ params, body: { config, ...rest } }, context) =>
    writeDevice(params.id, { patch: { config }, ...rest }, context, 'device.configure'),
  postpone: async ({ params, body }, context) => {
    const { version: wanted, until, reason } = body
    const version = await findOfferedVersion(params.id, wanted, context)
    const change = { type: 'device.postpone', uuid: params.id, version, until, reason } as const
    return await unwrap(context.own.change(change, context.opId, context.by))
  },
  claim: claimDevice,
  migrateForm: formHandler(device, async (context) => ({
    company_uuid: await companyChoices(context),
  })),
  migrate: migrateDevice,
  linkForm: formHandler(device, withSwarms),
  link: ({ params, body: { swarms, base } }, context) =>
    writeDevice(params.id, { patch: { swarms }, base }, context, 'device.link'),
  details: async ({ params }, context) => {
    const record = await find({ params }, context)
    const told = { name: 'deviceInfo', uuid: params.id } as const
    return { device: record, ...(await unwrap(context.own.ask(told, context.by.sight))) }
  },
  health: async ({ query }, { own, by }) => {
    const now = Date.now()
    const { data, ...page } = await unwrap(own.ask({ name: 'deviceReports', query }, by.sight))
    const judged = data.flatMap(({ device: one, info, heard_at }) => {
      const [worst] = findHealth({ device: one, info, heardAt: heard_at }, now)
      return worst ? [{ uuid: one.uuid, heard_at, worst }] : []
    })
    return { ...page, data: judged }
  },
  autoTests: async ({ params, query }, context) => {
    await find({ params }, context)
    const filter = { fields: { device_uuid: params.id } }
    return withoutNext(
      await unwrap(context.own.list(autoTest.kind, query, context.by.sight, filter)),
    )
  },
  temperatures: ({ params }, { own, by }) =>
    unwrap(own.ask({ name: 'deviceTemperatures', uuid: params.id }, by.sight)),
  swarms: async ({ params }, context) => {
    const { swarms } = await find({ params }, context)
    const found = await Promise.all(
      swarms.map((uuid) => context.own.get('swarm', uuid, context.by.sight)),
    )
    // Leave out a swarm that has gone since: it is no longer one of the device's.
    return onePage(found.flatMap((one) => (one.ok ? [one.value] : [])))
  },
  delete: async (input, context) => {
    await remove(input, context)
    await forgetDevice(context.env.DIRECTORY, input.params.id, context.company)
    await closeDeviceLink(context.env, context.company, input.params.id)
    return {}
  },
  logList: async ({ params }, { own, by }) =>
    onePage(await unwrap(own.ask({ name: 'deviceLogs', uuid: params.id }, by.sight))),
  messages: listMessages,
  command: async ({ params, body }, context) => {
    const { own, by, opId } = context
    const order = { opId, uuid: makeUuid(), device_uuid: params.id, command: body }
    return sendCommand(context, await unwrap(own.command(order, actions[body.name], by)))
  },
}

async function listMessages(
  { query, body }: CallInput<typeof deviceCalls.messages>,
  { own, by }: AccountContext,
) {
  const limit = Number(query.limit ?? 10)
  const wanted = {
    name: 'deviceMessages',
    device: body?.device_uuid,
    levels: body?.levels,
    from: body?.update_from && utcOf(body.update_from),
    to: body?.update_to && utcOf(body.update_to),
    search: body?.search,
    oldestFirst: query.order === 'created_at ASC',
    limit,
    offset: (Number(query.page ?? 1) - 1) * limit,
  } as const
  const { data, total } = await unwrap(own.ask(wanted, by.sight))
  return { data, total, pages: Math.max(1, Math.ceil(total / limit)) }
}
