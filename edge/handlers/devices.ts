import type { deviceCalls } from '../../domain/calls/devices.ts'
import { type Device, device } from '../../domain/entities/device.ts'
import type { AnalysisAction } from '../../domain/rules/analysis.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { sendCommand } from './commands.ts'
import { getHandler, searchHandler } from './reads.ts'

const actions = { ABORT: 'abort', SKIP: 'skip', EXTEND: 'extend' } as const satisfies Record<
  string,
  AnalysisAction
>

export const devices: Handlers<typeof deviceCalls> = {
  search: searchHandler(device),
  get: getHandler(device),
  edit: async ({ params, body }, { own, by, opId }) => {
    const change = { type: 'patch', kind: 'device', uuid: params.id, patch: body } as const
    return (await unwrap(own.change(change, opId, by))) as unknown as Device
  },
  command: async ({ params, body }, context) => {
    const { own, by, opId } = context
    const order = { opId, uuid: crypto.randomUUID(), device_uuid: params.id, command: body }
    return sendCommand(context, await unwrap(own.command(order, actions[body.name], by)))
  },
}
