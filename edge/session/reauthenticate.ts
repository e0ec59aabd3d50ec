import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { proveSelf } from './prove.ts'

/**
 * Ask the person at the session to prove their identity again before an electronic signature (21 CFR 11.200), as at
 * sign-in: with a code where their second step is on. Refuses a program with a person's key, and a person from another
 * company.
 * @throws Fault `forbidden` with the reason `signs_in_person`, else as `proveSelf` does.
 */
export async function reauthenticate(
  context: AccountContext,
  given: { password: string; code?: string | undefined },
): Promise<void> {
  if (context.key !== null || context.company !== context.account.company_uuid) {
    throw new Fault('forbidden', 'Only a person of this company signs, in person', {
      reason: 'signs_in_person',
    })
  }
  await proveSelf(context, { ...given, codeToo: true })
}
