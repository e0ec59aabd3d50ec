import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { CommandMessage } from '../../domain/live/command.ts'
import { type Permission, permissions } from '../../domain/permissions.ts'
import { derivedUuid } from '../../edge/crypto/derived-uuid.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeDevice, type TestDevice } from './material-bodies.ts'
import { changeInside } from './matrix/world.ts'

/** Commands to devices, as a person gives them who may do everything. */
export interface CommandLab {
  lab: Lab
  call: Sender
  made: (changes?: Partial<Device>) => Promise<TestDevice>
  order: (
    row: Exclude<keyof typeof deviceCommandCalls, 'data'>,
    body: object,
    to: TestDevice,
  ) => Promise<CommandRecord>
  /** As the ledger has it by now. */
  entryOf: (entry: Pick<CommandRecord, 'uuid'>) => Promise<CommandRecord>
}

export async function commandLab(word: string): Promise<CommandLab> {
  const lab = await foundLab(word, { isProvider: 'Y', developer: 'Y', cfx96_enabled: 'Y' })
  const call = await lab.as('SuperAdmin')
  return {
    lab,
    call,
    made: (changes = {}) => makeDevice(lab.company, { name: 'bGATE Nord', ...changes }),
    order: async (row, body, to) => {
      const sent = call(deviceCommandCalls[row], { params: { id: to.uuid }, body })
      return (await must(sent)).data
    },
    entryOf: async ({ uuid }) => {
      const { data } = await must(call(deviceCommandCalls.data, { params: { id: uuid } }))
      return data.command
    },
  }
}

/** Make a person of a lab with all permissions but these. */
export async function without(where: Lab, ...taken: Permission[]): Promise<Sender> {
  await changeInside(where.company, {
    type: 'put',
    kind: 'profile',
    uuid: derivedUuid(where.company, 'Operator'),
    body: {
      name: 'Operator',
      base: 'Operator',
      permissions: permissions.filter((name) => !taken.includes(name)),
    },
  })
  return where.as('Operator')
}

/** Fetch the commands of a device as the device does. */
export async function fetchFor({ sender }: TestDevice): Promise<CommandMessage[]> {
  return (await must(sender(deviceLinkCalls.commands))).data
}

/** Answer a command as the device. */
export function answer(
  { sender }: TestDevice,
  { uuid }: Pick<CommandRecord, 'uuid'>,
  rest: object,
) {
  return must(sender(deviceLinkCalls.answer, { body: { command_uuid: uuid, ...rest } }))
}
