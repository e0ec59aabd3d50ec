import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Name, PlainId, stamps, Uuid } from '../fields.ts'

export const instrumentStates = ['active', 'inactive'] as const

/** An instrument attached to a gateway, such as a 96-well cycler (decisions D1). */
export const Instrument = v.strictObject({
  ...stamps,
  name: Name,
  serial_no: PlainId,
  type_uuid: Uuid,
  /** The gateway it is attached to; null while it is not. */
  device_uuid: v.nullable(Uuid),
  company_uuid: Uuid,
  status: v.picklist(instrumentStates),
})
export type Instrument = v.InferOutput<typeof Instrument>

/** The instrument of a run, as its record was when the run was planned. */
export const RunInstrument = v.strictObject({ uuid: Uuid, name: Name, serial_no: PlainId })
export type RunInstrument = v.InferOutput<typeof RunInstrument>

export const instrument = entity({
  kind: 'instrument',
  path: '/instruments',
  permission: 'instruments.search',
  schema: Instrument,
  indexes: ['serial_no', 'device_uuid'],
  filters: ['serial_no', 'type_uuid', 'device_uuid', 'status'],
  scope: 'company',
  local: { table: 'instruments', collection: 'instruments' },
  trash: 'instruments',
})
