import type { ReactNode } from 'react'
import { bkernelCalls, type RolloutGates } from '../../../domain/calls/bkernels.ts'
import type { Bkernel } from '../../../domain/entities/bkernel.ts'
import {
  hasPlanned,
  isPlannable,
  listSteps,
  type RolloutStep,
} from '../../../domain/rules/rollout.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { sayDue } from './declared.tsx'
import type { Act } from '../../record/act.ts'
import { actorOf } from '../../record/actor.ts'
import { whyNotCall, whyNotSecond } from '../../record/rights.ts'
import { account } from '../../state/session.ts'

const iconOf = {
  approve: 'check',
  start: 'run',
  next: 'next',
  next_untested: 'next',
  pause: 'clock',
  resume: 'run',
  halt: 'stop',
} as const satisfies Record<RolloutStep, Act['icon']>

/** Say why the account is no second person who approves the plan, or why nobody approves it yet. */
function whyNotApprover(version: Bkernel, rehearsal: RolloutGates['rehearsal']): string | null {
  const who = account.value
  if (!who) return null
  if (rehearsal === 'due') return sayDue(version)
  if (who.unconfirmed) return t('fault.confirmer_unconfirmed')
  return whyNotSecond(hasPlanned(version, actorOf(who)), t('fault.rollout_own_plan'))
}

/**
 * Make the steps that the rollout of a version can take now, each with its reason for the trail; the usual one first.
 * @param declared what a person reads before they approve or start it
 * @param rehearsal whether the rehearsal holds for the plan as it is now
 */
export function makeRolloutActs(
  version: Bkernel,
  open: { plan: () => void },
  declared: ReactNode,
  rehearsal: RolloutGates['rehearsal'],
): Act[] {
  const { uuid: id, name, file_hash } = version
  // Offer nothing without an image, which is what is rolled out.
  if (file_hash === null) return []
  const steps = listSteps(version).map((step): Act => ({
    id: `rollout-${step}`,
    label: t(`bkernels.rollout.act.${step}`),
    icon: iconOf[step],
    hint: t(`bkernels.rollout.hint.${step}`),
    why:
      whyNotCall(bkernelCalls.rollout) ??
      (step === 'approve' ? whyNotApprover(version, rehearsal) : null),
    ask: {
      title: t(`bkernels.rollout.act.${step}`),
      text: t(`bkernels.rollout.hint.${step}`),
      submit: t(`bkernels.rollout.act.${step}`),
      danger: step === 'halt',
      reason: 'due',
      ...((step === 'approve' || step === 'start') && { more: declared }),
    },
    send: async (opId, reason) => {
      await call(bkernelCalls.rollout, { params: { id }, body: { step, reason } }, { opId })
      return t('bkernels.rollout.done', { name })
    },
  }))
  if (!isPlannable(version)) return steps
  const plan: Act = {
    id: 'rollout-plan',
    label: t('bkernels.rollout.act.plan'),
    icon: 'edit',
    hint: t('bkernels.rollout.hint.plan'),
    why: whyNotCall(bkernelCalls.plan),
    open: open.plan,
  }
  return [...steps, plan]
}
