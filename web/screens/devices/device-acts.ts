import { deviceCommandCalls as rows } from '../../../domain/calls/device-commands.ts'
import type { CommandRecord } from '../../../domain/entities/command.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { CommandName } from '../../../domain/live/command.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { commandNeeds, refuseCommand } from '../../../domain/rules/command.ts'
import { call } from '../../client/call.ts'
import { faultText } from '../../i18n/faults.ts'
import type { IconName } from '../../parts/icon/icon-paths.ts'
import { whyNotAway } from '../../record/rights.ts'
import { may } from '../../state/session.ts'
import { makeUuid } from '../../client/make-uuid.ts'

export type ActName =
  | 'flash'
  | 'sync'
  | 'shellStart'
  | 'shellStop'
  | 'update'
  | 'clearFolders'
  | 'resetIllumination'
  | 'reboot'
  | 'shutdown'

interface DeviceAct {
  name: ActName
  command: CommandName
  icon: IconName
  /** Permission, if it is not the command's. */
  needs?: Permission
  /** True for a command that needs a confirmation, because it disturbs people. */
  asks?: true
}

/** Commands of a device, in the order of their buttons (spec §4 "Device actions"). */
export const deviceActs: readonly DeviceAct[] = [
  { name: 'flash', command: 'FLASH', icon: 'sun' },
  { name: 'sync', command: 'ANALYSIS_SYNC', icon: 'upload' },
  { name: 'update', command: 'UPDATE', icon: 'download' },
  { name: 'reboot', command: 'REBOOT', icon: 'refresh', asks: true },
  { name: 'shutdown', command: 'SHUTDOWN', icon: 'stop', asks: true },
  { name: 'clearFolders', command: 'FOLDERS_CLEAR', icon: 'trash', asks: true },
  {
    name: 'resetIllumination',
    command: 'UPDATE_SETUP',
    icon: 'undo',
    needs: 'products.resetIlluminationCalibration',
    asks: true,
  },
  { name: 'shellStart', command: 'REMOTE_SHELL', icon: 'online' },
  { name: 'shellStop', command: 'REMOTE_SHELL', icon: 'offline' },
]

/** Return the reason why a command cannot be sent now; null if it can. */
export function refuseAct({ command, needs }: DeviceAct, device: Device): string | null {
  const permission = needs ?? commandNeeds[command]
  if (!may(permission)) {
    return faultText({ code: 'forbidden', reason: 'permission_missing', params: { permission } })
  }
  const reason = refuseCommand(command, device)
  return reason ? faultText({ code: 'refused', reason }) : whyNotAway(rows.reboot)
}

/** Orders it. An update and a remote shell have dialogs of their own. */
export function order(
  name: Exclude<ActName, 'update' | 'shellStart'>,
  device: Device,
): Promise<CommandRecord> {
  const options = { opId: makeUuid() }
  const params = { id: device.uuid }
  if (name === 'shellStop')
    return call(rows.remoteShell, { params, body: { action: 'stop' } }, options)
  return call(rows[name], { params, body: {} }, options)
}
