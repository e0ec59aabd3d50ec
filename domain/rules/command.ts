import type { Reason } from '../reasons/reason.ts'
import { analysisActions } from '../actions/analysis.ts'
import type { CommandRecord } from '../entities/command.ts'
import type { Device } from '../entities/device.ts'
import type { FaultDetail } from '../fault.ts'
import type { Command, CommandAnswer, CommandName, RecordedCommand } from '../live/command.ts'
import type { CommandData } from '../live/device-setup.ts'
import type { Permission } from '../permissions.ts'
import { findConfigProblems } from './device-config.ts'
import { findSambaProblems, refuseSamba } from './samba.ts'

/** Commands about a run that is going on, or to begin. */
export const runCommands = [
  'LOAD_RECIPE',
  'ABORT',
  'SKIP',
  'EXTEND',
] as const satisfies readonly CommandName[]
export type RunCommandName = (typeof runCommands)[number]

/** Return the analysis of a command, or null for one about the device itself. */
export function runOfCommand(command: RecordedCommand): string | null {
  if (command.name === 'LOAD_RECIPE') return command.order.analysis_uuid
  return 'analysis_uuid' in command ? (command.analysis_uuid ?? null) : null
}

export type RunCommandRecord = CommandRecord & {
  command: Extract<RecordedCommand, { name: RunCommandName }>
}

export function isRunCommand(entry: CommandRecord): entry is RunCommandRecord {
  return (runCommands as readonly string[]).includes(entry.command.name)
}

/** Permission needed for each command: one table for buttons and for the edge. */
export const commandNeeds: Readonly<Record<CommandName, Permission>> = {
  LOAD_RECIPE: analysisActions.launch.needs,
  ABORT: analysisActions.abort.needs,
  SKIP: analysisActions.skip.needs,
  EXTEND: analysisActions.extend.needs,
  // Ask for the permission to shut down: restarting is that and switching on again.
  REBOOT: 'products.shutdown',
  SHUTDOWN: 'products.shutdown',
  GET_SETUP: 'products.config',
  FLASH: 'products.details',
  ANALYSIS_SYNC: 'products.details',
  BGATE_SYNC: 'products.details',
  FOLDERS_CLEAR: 'products.foldersclear',
  UPDATE: 'products.update',
  SET_INFO: 'products.edit',
  UPDATE_SETUP: 'products.config',
  GET_SAMBA_CONFIGS: 'products.config',
  UPDATE_SAMBA_CONFIG: 'products.config',
  DELETE_SAMBA_CONFIG: 'products.config',
  REMOTE_SHELL: 'products.startRSH',
  TAKE_PICTURE: 'calibrations.compute',
  APPLY_CALIBRATION: 'calibrations.compute',
  SELF_TEST: 'products.details',
}

/** Commands after which the device is away for a while, or answers late: `accepted` may last so long (ms). */
export const settleMs: Readonly<Partial<Record<CommandName, number>>> = {
  REBOOT: 10 * 60_000,
  UPDATE: 30 * 60_000,
}

/** Data that a device may answer each command with; the others are answered without. */
const answeredWith: Readonly<Partial<Record<CommandName, CommandData['of']>>> = {
  GET_SETUP: 'setup',
  GET_SAMBA_CONFIGS: 'samba',
  ANALYSIS_SYNC: 'sync',
  BGATE_SYNC: 'sync',
  FOLDERS_CLEAR: 'folders',
  REMOTE_SHELL: 'shell',
  TAKE_PICTURE: 'picture',
  SELF_TEST: 'self_test',
  UPDATE: 'update',
}

/**
 * Return the data of an answer where it belongs to the command; null for none and for any other. A picture proves a calibration and the
 * digest of a shell is audited: neither counts where nobody ordered one.
 */
export function answeredData(command: RecordedCommand, answer: CommandAnswer): CommandData | null {
  const data = answer.state === 'done' ? answer.data : undefined
  if (!data || answeredWith[command.name] !== data.of) return null
  const isOther =
    command.name === 'TAKE_PICTURE' && data.of === 'picture' && data.channel !== command.channel
  return isOther ? null : data
}

type Subject = Pick<Device, 'deviceType' | 'bkernel_version' | 'wavelengths' | 'busy'> & {
  analysis_uuid: Device['analysis_uuid']
}

/** Return the reason that this device cannot be given a command, as far as its record shows; the device decides finally. */
export function refuseCommand(
  name: CommandName,
  device: Subject,
): 'run_going_on' | 'no_samba' | 'bkernel_too_old' | 'not_supported' | null {
  if (name === 'SHUTDOWN' || name === 'UPDATE' || name === 'SELF_TEST') {
    return device.analysis_uuid !== null || device.busy === 'Y' ? 'run_going_on' : null
  }
  if (name === 'BGATE_SYNC') return device.deviceType === 'bgate' ? null : 'not_supported'
  return name.includes('_SAMBA_') ? refuseSamba(device) : null
}

/** Find problems in the data of a command, for this device. */
export function findCommandProblems(command: Command, device: Subject): FaultDetail[] {
  if (command.name === 'UPDATE_SETUP') {
    // Refuse settings that have other ways: a file server has commands of its own, and a calibration is accepted by its signature.
    const foreign = Object.keys(command.settings).find((key) => /^(samba|calibration)\./.test(key))
    if (foreign) return [wrong(`settings.${foreign}`, 'no_such_setting')]
    return findConfigProblems(command.settings, device).map((problem) => ({
      ...problem,
      field: problem.field?.replace(/^config\./, 'settings.'),
    })) as FaultDetail[]
  }
  if (command.name === 'TAKE_PICTURE') {
    const isThere = device.wavelengths.includes(command.channel)
    return isThere ? [] : [wrong('channel', 'no_such_channel')]
  }
  if (command.name !== 'UPDATE_SAMBA_CONFIG') return []
  return findSambaProblems(command.config).map((field) =>
    wrong(`config.${field}`, `samba_${field}`),
  )
}

function wrong(field: string, reason: Reason): FaultDetail {
  return { code: 'invalid', field, reason, message: 'This setting is not valid' }
}
