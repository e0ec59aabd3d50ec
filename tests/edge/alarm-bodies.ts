import type { Alarm } from '../../domain/entities/alarm.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { applyOperation } from '../../edge/store/operations.ts'
import { alarmBody } from './matrix/alarms.ts'
import { inStoreOf } from './store-writes.ts'

/** Put an alarm into a company as a round of its store would have raised it. @returns its id */
export async function raiseAlarm(company: string, given: Partial<Alarm> = {}): Promise<string> {
  const body = alarmBody(given)
  await inStoreOf(company, (sql) => {
    sql.transaction(() =>
      applyOperation(sql, {
        opId: crypto.randomUUID(),
        kind: 'alarm',
        uuid: body.uuid,
        action: 'alarm.raise',
        actor: systemActor,
        at: body.created_at,
        change: () => ({ ...body }),
      }),
    )
  })
  return body.uuid
}
