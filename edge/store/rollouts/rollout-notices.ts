import type { Bkernel } from '../../../domain/entities/bkernel.ts'
import { bkernelCalls } from '../../../domain/calls/bkernels.ts'
import { Fault } from '../../../domain/fault.ts'
import { derivedUuid } from '../../derived-uuid.ts'
import { rolloutWords } from '../../mail/rollout-words.ts'
import { sendMails } from '../../mail/send.ts'
import { listHolders } from '../list-holders.ts'
import { readCompanyId } from '../migrations.ts'
import {
  ofSomeKind,
  type PlannedOfSomeKind,
  type PlannedOperation,
  readRecord,
} from '../operations.ts'
import { planDelivery } from '../outgoing-changes.ts'
import type { Planners } from '../planner.ts'
import type { Sql } from '../sql.ts'
import type { Stop } from './judge-rollouts.ts'

/** The service itself stops a rollout, by its gates or its deadline. */
export type RolloutStopChange = Stop & { type: 'bkernel.stop_rollout' }

export const rolloutStopPlanners: Planners<RolloutStopChange> = {
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

/** @throws Fault `stale` where a person was faster. */
function stopped(before: Bkernel | null, { step, stopped }: Stop): Bkernel {
  const rollout = before?.rollout
  if (!before || rollout?.state !== 'running') {
    throw new Fault('stale', 'The rollout changed meanwhile', { reason: 'changed_meanwhile' })
  }
  const state = step === 'halt' ? 'halted' : 'paused'
  return { ...before, rollout: { ...rollout, state, stopped } }
}

/** Plan the messages to the people who run rollouts, one for each of their languages. */
function planNotices(sql: Sql, { uuid, step, stopped }: Stop, at: string): PlannedOfSomeKind[] {
  const people = Map.groupBy(listHolders(sql, bkernelCalls.rollout.needs), (one) => {
    return one.default_language
  })
  const name = readRecord(sql, 'bkernel', uuid)?.name ?? ''
  return [...people].map(([language, some]) => {
    const words = rolloutWords(language, { name, step, stopped })
    const id = derivedUuid(uuid, `stopped ${stopped.at} ${language}`)
    const users = some.map((one) => one.uuid)
    return ofSomeKind(
      planDelivery({ uuid: id, notification_uuid: uuid, ...words, sender: 'bApp', users }, at),
    )
  })
}

/** Mail a stopped rollout to the same people, each once. */
export async function mailStop(env: Env, sql: Sql, { uuid, step, stopped }: Stop): Promise<void> {
  const name = readRecord(sql, 'bkernel', uuid)?.name ?? ''
  const people = listHolders(sql, bkernelCalls.rollout.needs)
  const mails = people.map(({ uuid: person, email, default_language: language }) => {
    const { title, message } = rolloutWords(language, { name, step, stopped })
    return {
      to: email,
      subject: title,
      text: `${message}\n`,
      key: `rollout:${uuid}:${stopped.at}:${person}`,
    }
  })
  await sendMails(env, readCompanyId(sql) ?? '', mails)
}
