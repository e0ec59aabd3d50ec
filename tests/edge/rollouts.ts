import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import type { RolloutPlan } from '../../domain/entities/bkernel.ts'
import { type RolloutStep, usualPhases } from '../../domain/rules/rollout.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { changeInside } from './matrix/world.ts'

/** Found a provider, who publishes versions, and a laboratory with devices that run them. */
export async function foundFleet(): Promise<{
  provider: Lab
  lab: Lab
  maker: Sender
  manager: Sender
}> {
  const provider = await foundLab('maker', { isProvider: 'Y' })
  const lab = await foundLab('user')
  return {
    provider,
    lab,
    maker: await provider.as('SuperAdmin'),
    manager: await lab.as('Manager'),
  }
}

/** Make a plan for everybody, with the usual phases. */
export const planBody = (changes: Partial<RolloutPlan> = {}): RolloutPlan => ({
  models: [],
  versions: [],
  company_uuids: [],
  except_company_uuids: [],
  except_device_uuids: [],
  phases: [...usualPhases],
  window: null,
  deadline: null,
  ...changes,
})

/** Plan a rollout as another person than the one of `sender`, who then may approve it. */
export async function planByAnother(
  provider: string,
  uuid: string,
  changes: Partial<RolloutPlan> = {},
): Promise<void> {
  const plan = planBody(changes)
  await changeInside(provider, { type: 'bkernel.plan', uuid, plan, reason: 'Released today' })
}

/** Take a step of a rollout. */
export const takeStep = (sender: Sender, id: string, step: RolloutStep) =>
  sender(bkernelCalls.rollout, { params: { id }, body: { step, reason: 'as planned' } })

/** Start the rollout of a version that another person has planned. */
export async function startRollout(
  provider: string,
  sender: Sender,
  uuid: string,
  changes: Partial<RolloutPlan> = {},
) {
  await planByAnother(provider, uuid, changes)
  await must(takeStep(sender, uuid, 'approve'))
  return (await must(takeStep(sender, uuid, 'start'))).data
}
