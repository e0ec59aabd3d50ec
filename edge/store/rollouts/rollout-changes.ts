import type { Bkernel, RolloutPlan } from '../../../domain/entities/bkernel.ts'
import { Fault } from '../../../domain/fault.ts'
import {
  hasPlanned,
  planRollout,
  type RolloutStep,
  type Signed,
  takeStep,
} from '../../../domain/rules/rollout.ts'
import { isAmong } from '../../../domain/rules/second-person.ts'
import { faultOf, secondPersonRefusal } from '../allow.ts'
import { actingOf, type By, mustSee } from '../by.ts'
import { doerOf, ofSomeKind, type PlannedOperation } from '../operations.ts'
import { makersOf } from '../people-behind.ts'
import type { Sql } from '../sql.ts'
import type { Planners } from '../planner.ts'
import { checkSecondPerson } from '../rules/confirm.ts'
import { readRollout, type Stop } from './judge-rollouts.ts'
import {
  forgetRehearsal,
  closeRehearsal,
  type CompleteRehearsal,
  mustBeRehearsed,
} from './rehearsed-runs.ts'
import { planNotices } from './rollout-notices.ts'

export type RolloutChange =
  | { type: 'bkernel.plan'; uuid: string; plan: RolloutPlan; reason: string }
  /** Keeps the outcome of a rehearsal. */
  | ({ type: 'bkernel.rehearse'; uuid: string } & CompleteRehearsal)
  | { type: 'bkernel.rollout'; uuid: string; step: RolloutStep; reason: string }
  /** The service itself stops a rollout, by its gates or its deadline. */
  | (Stop & { type: 'bkernel.stop_rollout' })

export const rolloutPlanners: Planners<RolloutChange> = {
  'bkernel.plan': (_sql, { uuid, plan, reason }, by, at) => ({
    kind: 'bkernel',
    uuid,
    action: 'bkernel.plan',
    reason,
    change: (found) => {
      const before = mustSee('bkernel', found, by.sight)
      mustHaveImage(before)
      return { ...before, rollout: planRollout(before, plan, signed(by, at)) }
    },
  }),
  'bkernel.rehearse': (sql, { uuid, ...complete }, by, at) => ({
    kind: 'bkernel',
    uuid,
    action: 'bkernel.rehearse',
    change: (found) => {
      const before = mustSee('bkernel', found, by.sight)
      const { rollout } = before
      const rehearsal = { ...signed(by, at), ...closeRehearsal(sql, before, complete) }
      // Begin with today's runs when it is rehearsed once more.
      forgetRehearsal(sql, uuid)
      return { ...before, ...(rollout && { rollout: { ...rollout, rehearsal } }) }
    },
  }),
  'bkernel.rollout': (sql, { uuid, step, reason }, by, at) => ({
    kind: 'bkernel',
    uuid,
    action: 'bkernel.rollout',
    reason,
    change: (found) => {
      const before = mustSee('bkernel', found, by.sight)
      if (step === 'approve') checkApprover(sql, before, by)
      if (step === 'approve' || step === 'start') mustBeRehearsed(sql, before)
      const untested = step === 'next' ? countUntested(readRollout(sql, before).gates) : 0
      return { ...before, rollout: takeStep(before, step, signed(by, at), untested) }
    },
  }),
  'bkernel.stop_rollout': (sql, stop, _by, at) => {
    const planned: PlannedOperation<'bkernel'> = {
      kind: 'bkernel',
      uuid: stop.uuid,
      action: 'bkernel.stop_rollout',
      change: (before) => stopped(before, stop),
    }
    return [ofSomeKind(planned), ...planNotices(sql, stop, at)]
  },
}

/** @throws Fault `refused` for the approval by who planned it, or by somebody who counts as that person. */
function checkApprover(sql: Sql, version: Bkernel, by: By): void {
  checkSecondPerson(by)
  const actor = actingOf(by)
  const planning = { kind: 'bkernel', uuid: version.uuid, action: 'bkernel.plan' } as const
  const own = hasPlanned(version, actor) || isAmong(makersOf(sql, planning), actor)
  if (typeof own === 'string') throw faultOf(secondPersonRefusal(own))
  if (!own) return
  throw new Fault('refused', 'Somebody else approves what you planned', {
    field: 'step',
    reason: 'rollout_own_plan',
  })
}

function signed({ actor }: By, at: string): Signed {
  return { ...doerOf(actor), at }
}

function countUntested(gates: ReturnType<typeof readRollout>['gates']): number {
  return gates.filter(({ verdict }) => verdict === 'too_few').length
}

/** @throws Fault `refused` for a version that no device could fetch. */
function mustHaveImage({ file_hash }: Bkernel): void {
  if (file_hash !== null) return
  throw new Fault('refused', 'There is no image of this version', {
    reason: 'version_without_hash',
  })
}

/** @throws Fault `stale` where a person was faster. */
function stopped(before: Bkernel | null, { step, stopped }: Stop): Bkernel {
  const rollout = before?.rollout
  if (!before || rollout?.state !== 'running') {
    throw new Fault('stale', 'The rollout changed meanwhile', { reason: 'changed_meanwhile' })
  }
  const state = step === 'halt' ? 'halted' : 'paused'
  return { ...before, rollout: { ...rollout, state, stopped } }
}
