import type { Signing } from '../../domain/calls/signing.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { signingProviderOf, spendProof } from '../directory/signature-proofs.ts'
import { sha256Hex } from '../crypto/secret.ts'
import type { PersonBy } from '../store/by.ts'
import type { SignatureOrder } from '../store/sign.ts'
import { proveSelf } from './prove.ts'
import { takePin } from './signing-pin.ts'

/**
 * Prove the person at the session once more before an electronic signature (21 CFR 11.200), as at sign-in: with a code
 * if their second step is on, or at the provider of their company if it says so (decision 52), or by the PIN that they have set
 * after such a sign-in (decision 59). A program with a
 * person's key, or a person of another company, does not sign.
 * @returns the order of the signature, without what proves the person.
 * @throws Fault `forbidden` with the reason `signs_in_person`; `wrong_credentials` with `proof_needed` or `proof_spent`, else as
 * `proveSelf` does.
 */
export async function reauthenticate<Meaning extends string>(
  context: AccountContext,
  given: Omit<Signing, 'meaning'> & { meaning: Meaning },
): Promise<SignatureOrder<Meaning>> {
  const { password, code, proof, pin, meaning, comment, record_hash } = given
  const order = { meaning, comment, record_hash }
  if (context.key !== null || context.company !== context.account.company_uuid) {
    throw new Fault('forbidden', 'Only a person of this company signs, in person', {
      reason: 'signs_in_person',
    })
  }
  const provider = await signingProviderOf(context.env.DIRECTORY, context.account)
  if (provider) {
    if (proof === undefined && pin !== undefined) {
      await takePin(context, provider, pin)
      return { ...order, proven: 'pin' }
    }
    if (proof === undefined) throw proofNeeded()
    await takeProof(context, { proof, version: provider.version, record_hash: order.record_hash })
    return { ...order, proven: 'provider' }
  }
  if (password === undefined) {
    throw new Fault('invalid', 'A signature needs the password', {
      field: 'password',
      reason: 'required',
    })
  }
  await proveSelf(context, { password, code, codeToo: true })
  return order
}

/** Hash a proof with the session that begins it: in another one it is unknown, also after the first has ended. */
export function hashProof(proof: string, { right }: Pick<PersonBy, 'right'>): string {
  const { credential } = right
  return sha256Hex(`${proof} ${'session' in credential ? credential.session : ''}`)
}

/** Use up a proof, which is of this person and session, for this content, and by the present settings of the provider. */
export async function takeProof(
  { env, account, opId, by }: AccountContext,
  given: { proof: string; version: number; record_hash: string },
): Promise<void> {
  const order = { opId, now: Date.now() }
  const known = await spendProof(env.DIRECTORY, hashProof(given.proof, by), order)
  const isOwn =
    known?.user_uuid === account.uuid &&
    known.company_uuid === account.company_uuid &&
    known.record_hash === given.record_hash &&
    known.version === given.version
  if (isOwn) return
  throw new Fault('wrong_credentials', 'This proof is used up, too old or of another content', {
    field: 'proof',
    reason: 'proof_spent',
  })
}

function proofNeeded(): Fault {
  return new Fault('wrong_credentials', 'Prove yourself at the provider of your company', {
    field: 'proof',
    reason: 'proof_needed',
  })
}
