import { createUser, fromSeed } from '@nats-io/nkeys'
import { readSetting, type Store, writeSetting } from './store.ts'

/** The device's own key pair for the live bus; the seed never leaves the device. */
export interface LiveKey {
  publicKey: string
  seed: Uint8Array
}

const setting = 'live_seed'

/** Load the key, which is made on the first start and kept. */
export function loadLiveKey(store: Store): LiveKey {
  const kept = readSetting(store, setting)
  const pair = kept ? fromSeed(new TextEncoder().encode(kept)) : createUser()
  const seed = pair.getSeed()
  if (!kept) writeSetting(store, setting, new TextDecoder().decode(seed))
  return { publicKey: pair.getPublicKey(), seed }
}
