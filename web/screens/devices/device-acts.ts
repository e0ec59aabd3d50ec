import { deviceCommandCalls as rows } from '../../../domain/calls/device-commands.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { Command, CommandName } from '../../../domain/live/command.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { factoryIllumination } from '../../../domain/rules/device-config.ts'
import { commandNeeds, refuseCommand } from '../../../domain/rules/command.ts'
import { call } from '../../client/call.ts'
import { faultText } from '../../i18n/faults.ts'
import type { IconName } from '../../parts/icon/icon-paths.ts'
import { whyNotAway } from '../../record/rights.ts'
import { may } from '../../state/session.ts'
import type { SentOrder } from '../../lan/order-locally.ts'
import { isLocalWay, sendOrder } from './send-order.ts'

export type ActName =
  | 'flash'
  | 'selfTest'
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
  { name: 'selfTest', command: 'SELF_TEST', icon: 'check' },
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
  // Ask for the command's own permission on the local way: a device knows its commands by these only.
  const own = commandNeeds[command]
  const needed = needs && isLocalWay() ? [needs, own] : [needs ?? own]
  const permission = needed.find((one) => !may(one))
  if (permission) {
    return faultText({ code: 'forbidden', reason: 'permission_missing', params: { permission } })
  }
  const reason = refuseCommand(command, device)
  return reason ? faultText({ code: 'refused', reason }) : whyNotAway(rows.reboot)
}

/** Order it. An update and a remote shell have dialogs of their own. */
export function order(
  name: Exclude<ActName, 'update' | 'shellStart'>,
  device: Device,
): Promise<SentOrder> {
  const params = { id: device.uuid }
  return sendOrder(device, commandOf(name, device), (opId) =>
    name === 'shellStop'
      ? call(rows.remoteShell, { params, body: { action: 'stop' } }, { opId })
      : call(rows[name], { params, body: {} }, { opId }),
  )
}

/** Return the command of an act as it goes over the local network; the service makes the same one of its call. */
function commandOf(name: Exclude<ActName, 'update' | 'shellStart'>, device: Device): Command {
  switch (name) {
    case 'flash':
      return { name: 'FLASH' }
    case 'selfTest':
      return { name: 'SELF_TEST' }
    case 'sync':
      return { name: device.deviceType === 'bgate' ? 'BGATE_SYNC' : 'ANALYSIS_SYNC' }
    case 'clearFolders':
      return { name: 'FOLDERS_CLEAR' }
    case 'reboot':
      return { name: 'REBOOT' }
    case 'shutdown':
      return { name: 'SHUTDOWN' }
    case 'shellStop':
      return { name: 'REMOTE_SHELL', action: 'stop' }
    case 'resetIllumination':
      return { name: 'UPDATE_SETUP', settings: factoryIllumination(device.wavelengths) }
  }
}
