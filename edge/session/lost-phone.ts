import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { readTwoStep, removeTwoStep } from '../directory/sign-in.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { unwrap } from '../outcome.ts'
import { endAllSessions } from './end-sessions.ts'
import { note } from './sign-in.ts'
import { warnHolder } from './warn-holder.ts'

/**
 * Let a person without phone and recovery codes in again, for an administrator: the second step is off until they
 * switch it on again. The trail records who did it and why before it happens; the person's sessions end and they get a
 * mail.
 * @throws Fault as an edit of the person does (never beyond one's own reach); `refused` with `own_account` for oneself,
 *   `two_step_inactive` where it is off already.
 */
export async function switchTwoStepOffFor(
  context: AccountContext,
  user: string,
  reason: string,
): Promise<void> {
  const { env, own, by, company, account } = context
  await unwrap(own.ask({ name: 'checkPerson', uuid: user, patch: {}, by }, by.sight))
  if (user === account.uuid) {
    throw new Fault('refused', 'Somebody else must do this for you', {
      field: 'id',
      reason: 'own_account',
    })
  }
  if (!(await readTwoStep(env.DIRECTORY, user))) {
    throw new Fault('refused', 'Two-step verification is off already', {
      reason: 'two_step_inactive',
    })
  }
  const login = { company_uuid: company, user_uuid: user }
  // Tell the person before it happens: without the second step a password that somebody else knows would sign. A repeated
  // delivery switches off what has been switched on since, so it is noted again.
  const change = { type: 'user.set', uuid: user, what: 'two_step', reason } as const
  await unwrap(own.change(change, makeUuid(), by))
  await note(context, login, 'two_step_reset', { actor: by.actor, reason })
  await context.finish(async () => {
    await removeTwoStep(env.DIRECTORY, user)
    await endAllSessions(context, company, user, 'administrator')
  })
  context.later(() => warnHolder(context, login, 'two_step_reset'))
}
