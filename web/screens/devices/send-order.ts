import type { CommandRecord } from '../../../domain/entities/command.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { Command } from '../../../domain/live/command.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { orderLocally, type SentOrder } from '../../lan/order-locally.ts'
import { mode } from '../../state/mode.ts'

/** Way to a device: the service while it can be reached, else the local network. */
export function isLocalWay(): boolean {
  return mode.value.state === 'offline'
}

/**
 * Send a command by the way that is there now. It is chosen before anything is sent and never changed for a command: the
 * service names commands by ids of its own, so one that may have reached it must not go a second time by another way.
 * @param byService makes the call of the service.
 * @throws Fault like `call` or `callDevice`.
 */
export async function sendOrder(
  device: Pick<Device, 'uuid' | 'hostname'>,
  command: Command,
  byService: (opId: string) => Promise<CommandRecord>,
): Promise<SentOrder> {
  const opId = makeUuid()
  if (isLocalWay()) return orderLocally(device, command, opId)
  return { entry: await byService(opId), data: null }
}

/**
 * Send a command that only the service can give, as the device must see its signature.
 * @throws Fault like `call`; `network` while the service cannot be reached.
 */
export async function sendByService(
  byService: (opId: string) => Promise<CommandRecord>,
): Promise<SentOrder> {
  return { entry: await byService(makeUuid()), data: null }
}
