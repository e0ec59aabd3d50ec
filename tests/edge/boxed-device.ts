import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { claimText } from '../../domain/live/device-claim.ts'
import { must, type Sender } from './lab.ts'
import { makeDevice } from './material-bodies.ts'

export const greeting = {
  bkernel_version: '2.9.4',
  busy: 'N',
  status: '{"serial":"x","srv_status":0}',
} as const
export const claimCode = '7K3MQ2XD'

export interface BoxedDevice {
  uuid: string
  serial: string
  sender: Sender
  /** Say hello, with its own key or with another, and return the challenge of the service. */
  hello: (key?: KeyObject) => Promise<string | undefined>
  /** Show a code: sign it for the service. Returns the challenge. */
  show: (shown?: string, key?: KeyObject) => Promise<string>
}

export const makeClaimKey = () => generateKeyPairSync('ed25519').privateKey

/** Put a device into a company's store that has a key for claims, as one in its box does. */
export async function boxDevice(company: string): Promise<BoxedDevice> {
  const own = makeClaimKey()
  const serial = `BC-${crypto.randomUUID().slice(0, 8)}`
  const { uuid, sender } = await makeDevice(company, {
    name: serial,
    serial_no: serial,
    deviceType: 'bcube',
    model: 'bCUBE 16',
    cartridge_type: 'Wells16',
    wavelengths: ['FAM'],
  })
  const hello = async (key = own) => {
    const claim_key = key.export({ format: 'jwk' }).x ?? ''
    const body = { ...greeting, claim_key }
    return (await must(sender(deviceLinkCalls.hello, { body }))).data.claim?.challenge
  }
  const show = async (code = claimCode, key = own) => {
    const challenge = (await hello()) ?? ''
    const text = claimText({ device: uuid, challenge, code })
    const signature = sign(null, Buffer.from(text), key).toString('base64url')
    await must(sender(deviceLinkCalls.claimAnswer, { body: { challenge, signature } }))
    return challenge
  }
  return { uuid, serial, sender, hello, show }
}
