import type { twoStepCalls } from '../../domain/calls/two-step.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { addTwoStep, readTwoStep, removeProvenTwoStep } from '../directory/sign-in.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { codeUri, findStep, makeCodeSecret, makeRecoveryCodes } from '../session/one-time-code.ts'
import { proveSelf } from '../session/prove.ts'
import { keepOnlyThisSession } from '../session/rotate.ts'
import { seal, unseal } from '../session/seal.ts'
import { wrongCode } from '../session/second-step.ts'
import { note } from '../session/sign-in.ts'
import { checkWait, codeBrake, noteFailure } from '../session/throttle.ts'
import { warnHolder } from '../session/warn-holder.ts'

/** Long enough to install an app meanwhile. */
const offerMs = 30 * 60_000

export const twoStep: Handlers<typeof twoStepCalls> = {
  // Write nothing while reading: the secret travels to the page and back, sealed to the person and a time.
  activateForm: async (_, { env, account }) => {
    await refuseActive(env, account.uuid)
    const secret = makeCodeSecret()
    const offer = JSON.stringify({ secret, until: Date.now() + offerMs })
    return {
      uri: codeUri(secret, 'bApp', account.email),
      secret,
      offer: seal(env.SEALING_SECRET, offerPlace(account.uuid), offer),
    }
  },
  activate: async ({ body }, context) => {
    const { env, account } = context
    const { login } = await proveSelf(context, { password: body.password })
    await refuseActive(env, account.uuid)
    const secret = openOffer(context, body.offer)
    const step = await checkFirstCode(context, secret, body.code)
    const recovery = makeRecoveryCodes()
    const sealed = seal(env.SEALING_SECRET, { purpose: 'two-step', bound: account.uuid }, secret)
    const at = new Date().toISOString()
    await unwrap(context.own.confirm(context.by))
    await context.finish(async () => {
      if (!(await addTwoStep(env.DIRECTORY, login, { sealed, step, at, recovery }))) {
        await refuseActive(env, account.uuid)
        throw changedMeanwhile()
      }
      await keepOnlyThisSession(context, 'two_step')
    })
    tell(context, 'two_step_on')
    return { recovery_codes: recovery }
  },
  deactivateForm: async (_, { env, account }) => {
    const known = await readTwoStep(env.DIRECTORY, account.uuid)
    return {
      active: known !== null,
      activated_at: known?.activated_at ?? null,
      recovery_left: known?.recovery_left ?? 0,
    }
  },
  deactivate: async ({ body }, context) => {
    const { env } = context
    const { password, code } = body
    const { login, use } = await proveSelf(context, { password, code, codeToo: true })
    if (use === 'off') {
      throw new Fault('refused', 'Two-step verification is off already', {
        reason: 'two_step_inactive',
      })
    }
    await unwrap(context.own.confirm(context.by))
    await context.finish(async () => {
      if (!(await removeProvenTwoStep(env.DIRECTORY, login))) throw changedMeanwhile()
      await keepOnlyThisSession(context, 'two_step')
    })
    tell(context, 'two_step_off')
    return {}
  },
}

function offerPlace(user: string) {
  return { purpose: 'two-step-offer', bound: user } as const
}

/** @throws Fault `refused` for an offer of somebody else, changed, or too old. */
function openOffer({ env, account }: AccountContext, offer: string): string {
  const text = unseal(env.SEALING_SECRET, offerPlace(account.uuid), offer)
  const { secret, until } = JSON.parse(text ?? '{"secret":"","until":0}') as {
    secret: string
    until: number
  }
  if (until > Date.now()) return secret
  throw new Fault('refused', 'Begin again with a new secret', {
    field: 'offer',
    reason: 'offer_spent',
  })
}

async function checkFirstCode(
  { env, account }: AccountContext,
  secret: string,
  code: string,
): Promise<number> {
  const now = Date.now()
  const brakes = [codeBrake(account.uuid, 'session')]
  await checkWait(env.DIRECTORY, brakes, now)
  const step = findStep(secret, code.replaceAll(/\s/g, ''), now)
  if (step !== null) return step
  await noteFailure(env.DIRECTORY, brakes, now)
  throw wrongCode('code_wrong', 'This code is not of this secret')
}

async function refuseActive(env: Env, user: string): Promise<void> {
  if (await readTwoStep(env.DIRECTORY, user)) throw alreadyActive()
}

function alreadyActive(): Fault {
  return new Fault('refused', 'Two-step verification is on already', { reason: 'two_step_active' })
}

function changedMeanwhile(): Fault {
  return new Fault('stale', 'The way in was changed meanwhile', { reason: 'changed_meanwhile' })
}

function tell(context: AccountContext, event: 'two_step_on' | 'two_step_off'): void {
  const { company_uuid, uuid: user_uuid } = context.account
  context.later(async () => {
    await note(context, { company_uuid, user_uuid }, event)
    await warnHolder(context, { company_uuid, user_uuid }, event)
  })
}
