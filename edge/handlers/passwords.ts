import { passwordLength } from '../../domain/catalog/limits.ts'
import type { passwordCalls } from '../../domain/calls/passwords.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { readTwoStep } from '../directory/sign-in.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { afterAnswer } from '../session/after-answer.ts'
import { hashNew, putPassword } from '../session/change-password.ts'
import { proveSelf } from '../session/prove.ts'
import { checkReset, finishReset, startResetByMail } from '../session/reset.ts'
import { keepOnlyThisSession } from '../session/rotate.ts'
import { note } from '../session/sign-in.ts'
import { addressBrake, checkWait, noteFailure } from '../session/throttle.ts'
import { warnHolder } from '../session/warn-holder.ts'

export const passwords: Handlers<typeof passwordCalls> = {
  forgot: async ({ body }, context) => {
    const brakes = [addressBrake(context.address)]
    await checkWait(context.env.DIRECTORY, brakes, Date.now())
    await noteFailure(context.env.DIRECTORY, brakes, Date.now())
    // Look up the person after the answer, so that neither its time nor its text shows whether there is one.
    afterAnswer(context, () => startResetByMail(context, body.email))
    return {}
  },
  verifyReset: async ({ body }, context) => checkReset(context, body.user, body.token),
  confirmReset: async ({ body }, context) => {
    await finishReset(context, body)
    return {}
  },
  reset: async ({ params, body }, context) => {
    await finishReset(context, { user: params.a, token: params.b, ...body })
    return {}
  },
  changeForm: async (_, context) => readForm(context),
  change: async ({ body }, context) => change(body, context),
  changeFormOf: async ({ params }, context) => {
    checkOwn(params.id, context)
    return readForm(context)
  },
  changeOf: async ({ params, body }, context) => {
    checkOwn(params.id, context)
    return change(body, context)
  },
}

async function readForm({ env, account }: AccountContext) {
  const twoStep = await readTwoStep(env.DIRECTORY, account.uuid)
  return { min_length: passwordLength, max_length: 256, two_step: twoStep !== null }
}

async function change(
  given: {
    old_password: string
    password: string
    repeat: string
    end_keys?: boolean | undefined
  },
  context: AccountContext,
): Promise<Record<string, never>> {
  const { login } = await proveSelf(context, {
    password: given.old_password,
    field: 'old_password',
  })
  const { old_password: old, password: fresh, repeat } = given
  const person = context.account.uuid
  const hash = await hashNew(context, login, { old, fresh, repeat, person })
  await unwrap(context.own.confirm(context.by))
  await context.finish(async () => {
    // End the keys first: a damaged store refuses this, and nothing is set.
    if (given.end_keys) await endOwnKeys(context)
    await putPassword(context, login, hash)
    await keepOnlyThisSession(context, 'password')
  })
  context.later(async () => {
    await note(context, login, 'password_changed')
    await warnHolder(context, login, 'password_changed')
  })
  return {}
}

async function endOwnKeys({ own, account, by }: AccountContext): Promise<void> {
  await unwrap(own.endKeys(account.uuid, 'Password changed', by.actor))
}

/** Refuse a password for another person: administrators start a reset and never choose a password (ASVS 6.4.6). */
function checkOwn(id: string, { account }: AccountContext): void {
  if (id === account.uuid) return
  throw new Fault(
    'refused',
    'Nobody chooses the password of somebody else. GET /v3/users/reset_password/{id} sends them a link',
    { reason: 'reset_by_mail' },
  )
}
