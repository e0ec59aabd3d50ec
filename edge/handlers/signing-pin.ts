import type { PinState, signingPinCalls } from '../../domain/calls/signing-pin.ts'
import type { AccountContext } from '../context.ts'
import { signingProviderOf } from '../directory/signature-proofs.ts'
import { mostTries, readPin, removePin } from '../directory/signing-pins.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { takeProof } from '../session/reauthenticate.ts'
import { pinContent, pinOff, setPin, tellPin } from '../session/signing-pin.ts'

export const signingPin: Handlers<typeof signingPinCalls> = {
  read: async (_, context) => stateOf(context),
  set: async ({ body }, context) => {
    const { env, account, own, by } = context
    await unwrap(own.confirm(by))
    const provider = await signingProviderOf(env.DIRECTORY, account)
    if (provider?.pins !== 1) throw pinOff()
    const record_hash = pinContent(account.uuid)
    await takeProof(context, { proof: body.proof, version: provider.version, record_hash })
    await setPin(context, provider, body.pin)
    return stateOf(context)
  },
  remove: async (_, context) => {
    const { env, account, own, by } = context
    await unwrap(own.confirm(by))
    if (await removePin(env.DIRECTORY, account.uuid)) await tellPin(context, 'pin_removed')
    return stateOf(context)
  },
}

async function stateOf({ env, account }: AccountContext): Promise<PinState> {
  const provider = await signingProviderOf(env.DIRECTORY, account)
  const allowed = provider?.pins === 1
  const pin = provider && allowed ? await readPin(env.DIRECTORY, provider, account.uuid) : null
  return {
    allowed,
    set_at: pin?.set_at ?? null,
    locked: pin !== null && pin.tries >= mostTries,
    record_hash: pinContent(account.uuid),
  }
}
