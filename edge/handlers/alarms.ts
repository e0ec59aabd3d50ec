import type { alarmCalls } from '../../domain/calls/alarms.ts'
import { type Alarm, alarm } from '../../domain/entities/alarm.ts'
import type { AccountContext } from '../context.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import type { AlarmChange } from '../store/alarms/alarm-changes.ts'
import { searchHandler } from './reads.ts'

async function change({ own, opId, by }: AccountContext, order: AlarmChange): Promise<Alarm> {
  return await unwrap(own.change(order, opId, by))
}

export const alarms: Handlers<typeof alarmCalls> = {
  search: searchHandler(alarm),
  acknowledge: async ({ params, body }, context) => {
    const { note = '', base } = body
    return change(context, { type: 'alarm.acknowledge', uuid: params.id, note, base })
  },
  clear: async ({ params, body }, context) =>
    change(context, { type: 'alarm.clear', uuid: params.id, reason: body.reason }),
}
