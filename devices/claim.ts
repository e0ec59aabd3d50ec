import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import type { CallData } from '../domain/call.ts'
import { deviceLinkCalls } from '../domain/calls/device-link.ts'
import { Fault } from '../domain/fault.ts'
import { claimLabel, claimText, makeClaimCode, showClaimCode } from '../domain/live/device-claim.ts'
import type { EdgeCall } from './edge-client.ts'
import type { DeviceFacts } from './facts.ts'
import { readSetting, type Store, writeSetting } from './store.ts'

type Offer = CallData<typeof deviceLinkCalls.hello>['claim']

/** Lines of a claim on the display of a device: its code, and the text of its picture; both empty once it has an owner. */
type Shown = Record<'claim_code' | 'claim_label', string>

const setting = 'claim_key'

/** Load the device's key for claims, which is made on the first start and never leaves the device. */
function loadKey(store: Store): KeyObject {
  const kept = readSetting(store, setting)
  if (kept !== null) {
    return createPrivateKey({ key: Buffer.from(kept, 'base64'), format: 'der', type: 'pkcs8' })
  }
  const { privateKey } = generateKeyPairSync('ed25519')
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  writeSetting(store, setting, der.toString('base64'))
  return privateKey
}

/**
 * Show a code while nobody owns the device, and sign it for the service (decision 86). The code is on the display alone: not in the log, which
 * is read over the network, and not in what is sent.
 */
export function openClaims(ports: {
  store: Store
  facts: Pick<DeviceFacts, 'uuid' | 'serial'>
  call: EdgeCall
  show: (shown: Shown) => void
}) {
  const { store, facts, call, show } = ports
  const key = loadKey(store)
  let open: { challenge: string; code: string } | null = null
  let isAnswered = false
  let isShown: boolean | null = null

  function display(code: string | null): void {
    if (code === null && isShown === false) return
    isShown = code !== null
    show({
      claim_code: code === null ? '' : showClaimCode(code),
      claim_label: code === null ? '' : claimLabel(facts.serial, code),
    })
  }

  async function answer(challenge: string, code: string): Promise<void> {
    const text = claimText({ device: facts.uuid, challenge, code })
    const signature = sign(null, Buffer.from(text), key).toString('base64url')
    try {
      await call(deviceLinkCalls.claimAnswer, { body: { challenge, signature } })
      if (open?.challenge !== challenge) return
      isAnswered = true
      // Show it only when the service accepts it.
      display(code)
    } catch (error) {
      // Wait for the next hello, which brings the challenge again, or another one.
      if (!(error instanceof Fault)) throw error
    }
  }

  return {
    claimKey: () => createPublicKey(key).export({ format: 'jwk' }).x ?? '',
    /** Take the challenge of the service; without one the device has an owner. */
    heard(offer: Offer): void {
      if (!offer) {
        open = null
        return display(null)
      }
      if (open?.challenge === offer.challenge && isAnswered) return
      if (open?.challenge !== offer.challenge) {
        isAnswered = false
        open = { challenge: offer.challenge, code: makeClaimCode(randomBytes(8)) }
      }
      void answer(open.challenge, open.code)
    },
  }
}
