import * as v from 'valibot'
import { post } from '../call.ts'
import { Alarm, alarm, AlarmNote } from '../entities/alarm.ts'
import { Timestamp } from '../fields.ts'
import { searchRow } from './record-rows.ts'
import { byId, Reason } from './shapes.ts'

/**
 * Alarms of the company, for people who see devices. Who also sees the kind of record that an alarm is about, and one of its swarms, sees the alarm and may
 * acknowledge it. The store alone raises them.
 */
export const alarmCalls = {
  search: searchRow(alarm),
  /** Acknowledge it. `base` is the `updated_at` that the person saw: an alarm that was raised again meanwhile is not acknowledged unseen. */
  acknowledge: post('/alarms/acknowledge/:id', {
    reach: 'own',
    person: true,
    needs: alarm.permission,
    params: byId,
    body: v.strictObject({ note: v.optional(AlarmNote), base: v.optional(Timestamp) }),
    data: Alarm,
  }),
  /** Clear it where no record says that the cause has ended (`alarmFacts`): it is not raised again while that one lasts. */
  clear: post('/alarms/clear/:id', {
    reach: 'own',
    person: true,
    needs: alarm.permission,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: Alarm,
  }),
}
