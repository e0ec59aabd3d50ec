import type { Alarm } from '../../domain/entities/alarm.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { applyOperation } from '../../edge/store/operations.ts'
import { inStoreOf } from './store-writes.ts'

/** Put an alarm into a company as a round of its store would have raised it. @returns its id */
export async function raiseAlarm(company: string, given: Partial<Alarm> = {}): Promise<string> {
  const uuid = crypto.randomUUID()
  const at = new Date().toISOString()
  const body: Alarm = {
    uuid,
    created_at: at,
    updated_at: at,
    cause: 'device_silent',
    about: { kind: 'device', uuid: crypto.randomUUID() },
    name: 'bGATE of a test',
    swarms: [],
    since: at,
    status: 'raised',
    raised_at: at,
    count: 1,
    acknowledged: null,
    cleared: null,
    lasts: 1,
    ...given,
  }
  await inStoreOf(company, (sql) => {
    sql.transaction(() =>
      applyOperation(sql, {
        opId: crypto.randomUUID(),
        kind: 'alarm',
        uuid,
        action: 'alarm.raise',
        actor: systemActor,
        at,
        change: () => ({ ...body }),
      }),
    )
  })
  return uuid
}
