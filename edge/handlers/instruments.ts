import type { instrumentCalls } from '../../domain/calls/instruments.ts'
import { deviceTypes } from '../../domain/catalog/devices.ts'
import { type Instrument, instrument, instrumentStates } from '../../domain/entities/instrument.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import {
  choicesOf,
  createFormHandler,
  getHandler,
  type Options,
  searchHandler,
  wordsOf,
} from './reads.ts'
import { createHandler, deleteHandler, editHandler } from './writes.ts'

const issue = createHandler(instrument, ({ company }) => ({
  company_uuid: company,
  device_uuid: null,
  status: 'active',
}))
const edit = editHandler(instrument)

async function options(context: AccountContext): Promise<Options> {
  const types = await choicesOf('instrument_type', context)
  return {
    type_uuid: types ?? [],
    device_uuid: await gateways(context),
    status: wordsOf(instrumentStates) ?? [],
  }
}

/** List the devices in sight that instruments are attached to. */
async function gateways({ own, by }: AccountContext): Promise<{ value: string; label: string }[]> {
  const types = Object.values(deviceTypes).filter(({ hasInstruments }) => hasInstruments)
  const filter = { fields: { deviceType: types.map(({ type }) => type) } }
  const query = { order: 'name ASC', limit: '500' }
  const { data } = await unwrap(own.list('device', query, by.sight, filter))
  return data.map(({ uuid, name }) => ({ value: uuid as string, label: name as string }))
}

/** Check the type, which the provider's store keeps. @throws Fault `invalid` for one that is not there. */
async function checkType(
  uuid: string | undefined,
  { provider, by }: AccountContext,
): Promise<void> {
  if (uuid === undefined) return
  const store = await provider()
  if ((await store.get('instrument_type', uuid, by.sight)).ok) return
  throw new Fault('invalid', 'No such type of instrument', {
    field: 'type_uuid',
    reason: 'type_unknown',
  })
}

/** Refuse a gateway that this account does not see, as if there were none. */
async function checkGateway(
  uuid: string | null | undefined,
  { own, by }: AccountContext,
): Promise<void> {
  if (!uuid || (await own.get('device', uuid, by.sight)).ok) return
  throw new Fault('invalid', 'There is no such gateway', {
    field: 'device_uuid',
    reason: 'device_unknown',
  })
}

export const instruments: Handlers<typeof instrumentCalls> = {
  search: searchHandler(instrument),
  get: getHandler(instrument),
  createForm: createFormHandler(options),
  issue: async ({ body }, context): Promise<Instrument> => {
    await checkGateway(body.device_uuid, context)
    await checkType(body.type_uuid, context)
    return issue({ body }, context)
  },
  edit: async (input, context): Promise<Instrument> => {
    // Look up the record before the device that it is to point at, so that a stranger learns nothing of that device.
    await unwrap(context.own.get('instrument', input.params.id, context.by.sight))
    await checkGateway(input.body.device_uuid, context)
    await checkType(input.body.type_uuid, context)
    return edit(input, context)
  },
  delete: deleteHandler(instrument),
}
