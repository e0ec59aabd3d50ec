import type { Device } from '../../domain/entities/device.ts'
import { applyPlanned } from './apply-planned.ts'
import type { By } from './by.ts'
import { materialPlanners } from './material-changes.ts'
import { openRecord } from './open-record.ts'
import type { OperationActor } from './operations.ts'
import type { Sql } from './sql.ts'
import { storeTime } from './store-time.ts'

/*
 * A device goes to another company in three places: the store that it leaves notes in the same transaction where it goes, the directory
 * gives it to the other company, whose store takes it in. Rights are asked for before the first of them. The others are made by the
 * service in its own name, and by the alarm where they break off: a device between two companies is in none that could ask again.
 */

export interface Departure {
  uuid: string
  /** Name that it gets there. */
  name: string
  reason: string
  /** Company that the device goes to. */
  to: string
  /** Person for whom that company takes it in. */
  actor: OperationActor
}

/** Let a device leave, and note where it goes. Must run inside a transaction. */
export function leaveFor(
  sql: Sql,
  { uuid, name, reason, to, actor }: Departure,
  opId: string,
  by: By,
): null {
  const at = storeTime(sql)
  const planned = [
    materialPlanners['device.leave'](sql, { type: 'device.leave', uuid, reason }, by, at),
  ].flat()
  const { seq } = applyPlanned(sql, planned, { ...by, opId, at })
  // Pass over a repeated delivery: the device is noted, or has arrived.
  if (seq === null) return null
  const row = 'INSERT INTO departures (seq, company_uuid, name, actor) VALUES (?, ?, ?, ?)'
  sql.run(row, seq, to, name, JSON.stringify(actor))
  return null
}

export interface OnItsWay extends Departure {
  seq: number
  /** Time at which it left. */
  at: string
  opId: string
  body: Device
}

type Row = { seq: number } & Record<
  'uuid' | 'to' | 'at' | 'name' | 'opId' | 'reason' | 'actor' | 'body',
  string
>

/** List the devices that have left and are not known to have arrived. One that is back here by now has a newer entry. */
export function listDepartures(sql: Sql): OnItsWay[] {
  return sql
    .all<Row>(
      `SELECT departures.seq, company_uuid AS "to", departures.name, departures.actor, op_id AS opId,
         operations.at, records.uuid, body, entry ->> '$.reason' AS reason
       FROM departures JOIN operations USING (seq) JOIN records USING (seq) JOIN audit USING (seq)
       ORDER BY departures.seq`,
    )
    .map((row) => ({
      ...row,
      actor: JSON.parse(row.actor) as OperationActor,
      body: { ...openRecord('device', row.body), name: row.name },
    }))
}
