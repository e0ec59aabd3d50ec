import { type lanPassCalls, lanPassCalls as calls } from '../../../domain/calls/lan.ts'
import { must } from '../lab.ts'
import { publicKey, tellOf } from '../lan-holder.ts'
import { makeDevice } from './devices-at-work.ts'
import type { Examples } from './example.ts'

export const lanPassExamples: Examples<typeof lanPassCalls> = {
  pass: () => ({ body: { public_key: publicKey } }),
  lotStops: () => ({}),
  report: async (world) => {
    const { sender, uuid: device } = await makeDevice(world)
    const { data } = await must(world.call(calls.pass, { body: { public_key: publicKey } }))
    const { pass } = data
    const told = await tellOf(pass, { name: 'FLASH' }, { device })
    return { sender, body: { commands: [{ ...told, command: { name: 'FLASH' } }] } }
  },
}
