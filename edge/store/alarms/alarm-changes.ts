import type { Alarm } from '../../../domain/entities/alarm.ts'
import { type AlarmAction, type AlarmStep, refuseAlarm } from '../../../domain/rules/alarm.ts'
import { makeUuid } from '../../crypto/make-uuid.ts'
import { faultOf } from '../allow.ts'
import { type By, mustSee } from '../by.ts'
import { authorOf, type PlannedOperation, type StoredBody } from '../operations.ts'
import type { Planners } from '../planner.ts'
import { checkBase } from '../record-changes.ts'

/** Changes that a person makes to an alarm. The service raises and ends them by `planStep`. */
export type AlarmChange =
  | { type: 'alarm.acknowledge'; uuid: string; note: string; base: string | undefined }
  | { type: 'alarm.clear'; uuid: string; reason: string }

export const alarmPlanners: Planners<AlarmChange> = {
  'alarm.acknowledge': (_sql, { uuid, note, base }, by, at) => ({
    kind: 'alarm',
    uuid,
    action: 'alarm.acknowledge',
    change: (before) => {
      const alarm = allow('acknowledge', before, by)
      const acknowledged = { at, ...authorOf(by.actor), note }
      checkBase({ ...alarm }, base, { acknowledged })
      return { ...alarm, status: 'acknowledged', acknowledged }
    },
  }),
  'alarm.clear': (_sql, { uuid, reason }, by, at) => ({
    kind: 'alarm',
    uuid,
    action: 'alarm.clear',
    reason,
    change: (before) => {
      const alarm = allow('clear', before, by)
      const cleared = { at, how: 'person', ...authorOf(by.actor), reason }
      return { ...alarm, status: 'cleared', cleared }
    },
  }),
}

function allow(action: AlarmAction, before: Alarm | null, by: By): Alarm {
  const alarm = mustSee('alarm', before, by.sight)
  const refusal = refuseAlarm(action, alarm, by.permissions)
  if (refusal) throw faultOf(refusal)
  return alarm
}

/** Plan the operation that makes a step of a round. */
export function planStep(step: AlarmStep, at: string): PlannedOperation<'alarm'> {
  if (step.act === 'raise') {
    const uuid = makeUuid()
    const raised = { ...step.cause, ...fresh, raised_at: at, count: 1 }
    const change = () => ({ uuid, created_at: at, ...raised })
    return { kind: 'alarm', uuid, action: 'alarm.raise', change }
  }
  const { uuid, act } = step
  const change = (before: Alarm | null) => before && changed(before, step, at)
  return { kind: 'alarm', uuid, action: `alarm.${act}`, change }
}

/** First state of an alarm. */
const fresh = { status: 'raised', acknowledged: null, cleared: null, lasts: 1 } as const

function changed(
  before: Alarm,
  step: Exclude<AlarmStep, { act: 'raise' }>,
  at: string,
): StoredBody {
  switch (step.act) {
    case 'raise_again':
      return { ...before, ...step.cause, ...fresh, raised_at: at, count: before.count + 1 }
    case 'follow':
      return { ...before, ...step.cause }
    case 'forget':
      return { ...before, lasts: 0 }
    case 'end': {
      const cleared = { at, how: step.how, user_uuid: null, user_name: '', reason: '' }
      return { ...before, status: 'cleared', cleared, lasts: 0 }
    }
  }
}
