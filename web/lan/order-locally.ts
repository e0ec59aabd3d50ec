import { commandLifeMs } from '../../domain/catalog/limits.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import type { LanCall } from '../../domain/lan/lan-call.ts'
import { lanCalls, lanRows } from '../../domain/lan/lan-calls.ts'
import { type Command, type CommandAnswer, withoutSecret } from '../../domain/live/command.ts'
import type { CommandData } from '../../domain/live/device-setup.ts'
import { account } from '../state/session.ts'
import { callDevice } from './call-device.ts'
import { localName, noteHostname } from './local-names.ts'

/** A command that was sent, as the ledger has it or will have it, and what the device has answered already. */
export interface SentOrder {
  entry: CommandRecord
  /** Data of an answer that came at once; null where the ledger is asked for it. */
  data: CommandData | null
}

type CommandRow = LanCall & { acts: true }

/** Find the row of a command in the local network. */
function rowOf(name: Command['name']): CommandRow {
  const row = lanRows.find(({ command, acts }) => acts && command === name)
  if (!row) throw new Error(`There is no command ${name}`)
  return row as CommandRow
}

/**
 * Give a device a command in the local network. Its uuid is the operation id, under which the device reports it to the
 * service afterwards: what is shown here becomes the entry of the ledger. A call that was not answered in time is made
 * once more, as the same id acts once.
 * @throws Fault like `callDevice`; a refusal is thrown with the device's reason.
 */
export async function orderLocally(
  device: Pick<Device, 'uuid' | 'hostname'>,
  command: Command,
  opId: string,
): Promise<SentOrder> {
  const { name, ...params } = command
  const options = { opId, device: device.uuid }
  const send = () => callDevice(localName(device), rowOf(name), params, options)
  const answer = (await send().catch((error: unknown) => {
    if (error instanceof Fault && error.first.reason === 'lan_timeout') return send()
    throw error
  })) as CommandAnswer
  const entry = entryOf(device.uuid, command, answer)
  if (command.name === 'SET_INFO' && answer.state === 'done' && command.info.hostname) {
    noteHostname(device.uuid, command.info.hostname)
  }
  return { entry, data: answer.state === 'done' ? (answer.data ?? null) : null }
}

/** Ask a device for the outcome of a command that it has taken up; null while it is under way. @throws like `callDevice`. */
export async function askOutcome(
  device: Pick<Device, 'uuid' | 'hostname'>,
  command_uuid: string,
): Promise<Exclude<CommandAnswer, { state: 'accepted' }> | null> {
  const options = { device: device.uuid }
  const { answer } = await callDevice(localName(device), lanCalls.answer, { command_uuid }, options)
  return answer === null || answer.state === 'accepted' ? null : answer
}

function entryOf(device_uuid: string, command: Command, answer: CommandAnswer): CommandRecord {
  const now = Date.now()
  const at = new Date(now).toISOString()
  const who = account.peek()
  return {
    uuid: answer.command_uuid,
    created_at: at,
    updated_at: at,
    device_uuid,
    user_uuid: who?.uuid ?? '',
    user_name: who?.name ?? '',
    command: withoutSecret(command),
    state: answer.state,
    reason: answer.state === 'refused' ? answer.reason : '',
    expires_at: new Date(now + commandLifeMs).toISOString(),
    local: true,
  }
}
