import type { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import type { Bkernel } from '../../domain/entities/bkernel.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import { type Device, device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import type { Command } from '../../domain/live/command.ts'
import { isOffered } from '../../domain/rules/bkernel.ts'
import { factoryIllumination } from '../../domain/rules/device-config.ts'
import type { AccountContext } from '../context.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { sendCommand } from './commands.ts'
import { getHandler } from './reads.ts'

const find = getHandler(device)

interface Input {
  params: { id: string }
}

/** Order a command and send it. */
async function give(
  { params }: Input,
  context: AccountContext,
  command: Command,
): Promise<CommandRecord> {
  const { own, opId, by } = context
  const order = { opId, uuid: crypto.randomUUID(), device_uuid: params.id, command }
  const entry = await unwrap(own.deviceCommand(order, by))
  const isSecret = command.name === 'UPDATE_SAMBA_CONFIG' && command.password !== undefined
  return sendCommand(context, entry, isSecret ? { password: command.password as string } : {})
}

/** Make the handler of a command without parameters. */
function plain(
  name:
    | 'REBOOT'
    | 'SHUTDOWN'
    | 'FOLDERS_CLEAR'
    | 'SELF_TEST'
    | 'FLASH'
    | 'GET_SETUP'
    | 'GET_SAMBA_CONFIGS',
) {
  return (input: Input, context: AccountContext) => give(input, context, { name })
}

export const deviceCommands: Handlers<typeof deviceCommandCalls> = {
  reboot: plain('REBOOT'),
  shutdown: plain('SHUTDOWN'),
  update: async (input, context) => {
    const { version } = input.body
    const file_hash = hashOf(await findOfferedVersion(input.params.id, version, context))
    return give(input, context, { name: 'UPDATE', version, file_hash })
  },
  remoteShell: async (input, context) =>
    give(input, context, { name: 'REMOTE_SHELL', ...input.body }),
  sync: async (input, context) => {
    const { deviceType } = await find(input, context)
    const { analysis_uuid } = input.body
    if (deviceType === 'bgate') return give(input, context, { name: 'BGATE_SYNC' })
    return give(input, context, {
      name: 'ANALYSIS_SYNC',
      ...(analysis_uuid !== undefined && { analysis_uuid }),
    })
  },
  clearFolders: plain('FOLDERS_CLEAR'),
  selfTest: plain('SELF_TEST'),
  flash: plain('FLASH'),
  setInfo: async (input, context) => {
    const { name, hostname } = input.body
    if (name === undefined && hostname === undefined) {
      throw new Fault('invalid', 'Nothing to change', { field: 'name', reason: 'required' })
    }
    return give(input, context, { name: 'SET_INFO', info: input.body })
  },
  getSetup: plain('GET_SETUP'),
  takePicture: async (input, context) =>
    give(input, context, { name: 'TAKE_PICTURE', channel: input.body.channel }),
  updateSetup: async (input, context) =>
    give(input, context, { name: 'UPDATE_SETUP', settings: input.body.settings }),
  resetIllumination: async (input, context) => {
    // Take only channels that are shown: a person does not set what they do not see.
    const settings = factoryIllumination((await find(input, context)).wavelengths)
    return give(input, context, { name: 'UPDATE_SETUP', settings })
  },
  getSamba: plain('GET_SAMBA_CONFIGS'),
  updateSamba: async (input, context) =>
    give(input, context, { name: 'UPDATE_SAMBA_CONFIG', ...input.body }),
  deleteSamba: async (input, context) =>
    give(input, context, { name: 'DELETE_SAMBA_CONFIG', config_uuid: input.body.config_uuid }),
  data: async ({ params }, { own, by }) =>
    unwrap(own.ask({ name: 'commandData', uuid: params.id }, by.sight)),
}

/**
 * Find a version that this device is offered now (decisions D30).
 * @throws Fault `invalid` for any other.
 */
export async function findOfferedVersion(
  uuid: string,
  version: string,
  context: AccountContext,
): Promise<Bkernel> {
  const { provider, company, by } = context
  const subject: Device = await find({ params: { id: uuid } }, context)
  const store = await provider()
  const filter = { fields: { version } }
  const known = await unwrap(store.ask({ name: 'bkernels', filter }, by.sight))
  const today = new Date().toISOString().slice(0, 10)
  const reader = { company, device: subject, manages: false, today }
  const offered = known.find((one) => one.version === version && isOffered(one, reader))
  if (offered) return offered
  throw new Fault('invalid', 'This version is not offered for this device', {
    field: 'version',
    reason: 'version_not_offered',
  })
}

/** Return the hash of a version. @throws Fault `refused` for one that could not be checked after it was fetched. */
function hashOf({ file_hash }: Bkernel): string {
  if (file_hash !== null) return file_hash
  throw new Fault('refused', 'Nothing is known to check this version by', {
    field: 'version',
    reason: 'version_without_hash',
  })
}
