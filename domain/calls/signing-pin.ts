import * as v from 'valibot'
import { get, post } from '../call.ts'
import { ContentHash, Timestamp } from '../fields.ts'
import { NewPin } from '../rules/signing-pin.ts'

const own = { reach: 'own', person: true, needs: null } as const

const PinState = v.strictObject({
  /** The person proves signatures at the provider of their company, which lets them use a PIN. */
  allowed: v.boolean(),
  set_at: v.nullable(Timestamp),
  /** Too many wrong tries: it has to be set again. */
  locked: v.boolean(),
  /** Hash to prove at the provider before a PIN is set (`identityProviderCalls.prove`). */
  record_hash: ContentHash,
})
export type PinState = v.InferOutput<typeof PinState>

/**
 * The signing PIN of the person at the session: set, changed and unlocked by a new sign-in at the provider only, and good for
 * signatures alone (decision 59).
 */
export const signingPinCalls = {
  read: get('/session/signing_pin', { ...own, data: PinState }),
  set: post('/session/signing_pin', {
    ...own,
    body: v.strictObject({
      pin: NewPin,
      /** Secret of the proof at the provider. */
      proof: v.pipe(v.string(), v.minLength(43), v.maxLength(43)),
    }),
    data: PinState,
  }),
  remove: post('/session/signing_pin/remove', { ...own, data: PinState }),
}
