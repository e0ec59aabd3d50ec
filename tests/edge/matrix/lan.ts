import type { lanPassCalls } from '../../../domain/calls/lan.ts'
import { lanPassCalls as calls } from '../../../domain/calls/lan.ts'
import { must } from '../lab.ts'
import { makeDevice } from './devices-at-work.ts'
import type { Examples } from './example.ts'

/** A key of WebCrypto's; nothing is signed with it here. */
export const publicKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
} as const

export const lanPassExamples: Examples<typeof lanPassCalls> = {
  pass: () => ({ body: { public_key: publicKey } }),
  report: async (world) => {
    const { sender } = await makeDevice(world)
    const { data } = await must(world.call(calls.pass, { body: { public_key: publicKey } }))
    const { pass } = data as { pass: string }
    const at = new Date().toISOString()
    const command_uuid = crypto.randomUUID()
    return { sender, body: { commands: [{ command_uuid, pass, command: { name: 'FLASH' }, at }] } }
  },
}
