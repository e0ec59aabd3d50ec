import * as v from 'valibot'
import { entity } from '../entity.ts'
import { author, Line, Name, stamps, Text, Timestamp, Uuid } from '../fields.ts'
import { LabelledLot } from './lab-lot.ts'

/** Causes that the service looks for by itself (domain/rules/alarm.ts has the facts of each). */
export const alarmCauses = [
  'device_silent',
  'lot_expiring',
  'calibration_due',
  'certificate_waiting',
  'version_unsupported',
  'version_due',
] as const
export const AlarmCause = v.picklist(alarmCauses)
export type AlarmCause = v.InferOutput<typeof AlarmCause>

export const alarmStates = ['raised', 'acknowledged', 'cleared'] as const
export const AlarmState = v.picklist(alarmStates)
export type AlarmState = v.InferOutput<typeof AlarmState>

/** Note of the person who acknowledges an alarm; empty for none. */
export const AlarmNote = v.pipe(Text, v.maxLength(500))

/** The record that an alarm is about, as it was when the alarm was raised. */
const AlarmSubject = v.strictObject({
  kind: v.picklist(['device', 'bkit', 'certificate']),
  uuid: Uuid,
})

/**
 * Something that a person has to look at: one for each cause, however often the cause comes back within a day. The service
 * raises it and clears it when the cause has ended (docs/decisions/053-alarms.md).
 */
export const Alarm = v.strictObject({
  ...stamps,
  cause: AlarmCause,
  about: AlarmSubject,
  /** Name of the device, kit or certificate. */
  name: Name,
  /** Lot of the kit; absent for other causes. */
  lot: v.optional(LabelledLot),
  /** Type of the device: some types are hidden from some people. */
  deviceType: v.optional(v.string()),
  /** Version of the software that is out of support, or that the device installs by itself. */
  version: v.optional(Line),
  /** Swarms whose people see it; empty: everybody in the company who sees such records. */
  swarms: v.array(Uuid),
  /** Moment from which the cause holds: the last contact, the last day of a lot, the day on which a calibration was due or software is installed. */
  since: Timestamp,
  status: AlarmState,
  /** Moment at which it was raised last. */
  raised_at: Timestamp,
  /** Number of times that it was raised. */
  count: v.pipe(v.number(), v.integer(), v.minValue(1)),
  acknowledged: v.nullable(v.strictObject({ at: Timestamp, ...author, note: AlarmNote })),
  /** `ended`: the cause has ended; `moved`: its record went to other swarms; `person`: somebody cleared it with a reason. */
  cleared: v.nullable(
    v.strictObject({
      at: Timestamp,
      how: v.picklist(['ended', 'moved', 'person']),
      user_uuid: v.nullable(Uuid),
      user_name: v.string(),
      reason: AlarmNote,
    }),
  ),
  /** 1 while the cause is there, also after a person has cleared the alarm: it is not raised again for the same cause. */
  lasts: v.picklist([0, 1]),
})
export type Alarm = v.InferOutput<typeof Alarm>

export const alarm = entity({
  kind: 'alarm',
  path: '/alarms',
  permission: 'products.search',
  schema: Alarm,
  indexes: [],
  filters: ['status', 'cause', 'swarms'],
  scope: 'company',
  local: { table: 'alarms', collection: 'organisation' },
  trash: null,
})
