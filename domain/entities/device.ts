import * as v from 'valibot'
import { deviceCartridgeNames } from '../catalog/cartridges.ts'
import { wavelengthNames } from '../catalog/wavelengths.ts'
import { entity } from '../entity.ts'
import { Day, doer, Name, PlainId, stamps, Timestamp, Uuid, Version, YesNo } from '../fields.ts'

/** Merges of swarms that a device keeps; the oldest goes first. */
export const keptMerges = 50

/**
 * A bCUBE or bGATE (spec §3 "bCube record"). Three names on the wire, one here: calls say products,
 * the local cache says bCubes. The wire spelling of `status`, `connected`, `busy` and `active` stays.
 */
export const Device = v.strictObject({
  ...stamps,
  hostname: PlainId,
  serial_no: PlainId,
  name: Name,
  deviceType: v.picklist(['bcube', 'bgate']),
  model: Name,
  bkernel_version: Version,
  /** The cartridge its block takes. */
  cartridge_type: v.picklist(deviceCartridgeNames),
  wavelengths: v.array(v.picklist(wavelengthNames)),
  swarms: v.array(Uuid),
  /**
   * Merges by which it came to its swarms, the newest last: a rollout that was planned for the merged swarm still means it (`swarmsOf`).
   * Only the service writes it.
   */
  merged_swarms: v.optional(
    v.pipe(
      v.array(v.strictObject({ from: Uuid, from_name: v.string(), into: Uuid })),
      v.maxLength(keptMerges),
    ),
  ),
  config: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  /** JSON text `{"serial": …, "srv_status": n}`; `srv_status` of 1 or less is active. */
  status: v.pipe(v.string(), v.maxLength(2000)),
  /** Bit mask as binary digits; bit 0: seen locally, any other bit: connected otherwise (bit 1: live bus). */
  connected: v.pipe(v.string(), v.regex(/^[01]{1,8}$/, 'bitmask')),
  /** Moment at which it left the live bus; absent while it is connected. Only the service writes it. */
  disconnected_at: v.optional(Timestamp),
  busy: YesNo,
  active: YesNo,
  /** Day to which its laboratory has postponed a version that it would install by itself (decision 87). Only the service writes it. */
  postponed: v.optional(
    v.strictObject({
      version: Version,
      until: Day,
      ...doer,
      at: Timestamp,
      reason: v.string(),
    }),
  ),
  /** The run that is going on it. */
  analysis_uuid: v.nullable(Uuid),
})
export type Device = v.InferOutput<typeof Device>

export const device = entity({
  kind: 'device',
  path: '/products',
  permission: 'products.search',
  schema: Device,
  indexes: ['serial_no', 'name'],
  filters: ['deviceType', 'model', 'serial_no', 'swarms', 'active', 'busy', 'bkernel_version'],
  sorts: ['deviceType', 'model', 'serial_no', 'hostname', 'bkernel_version', 'active', 'busy'],
  searched: ['serial_no', 'hostname'],
  scope: 'company',
  local: { table: 'bCubes', collection: 'devices' },
  trash: null,
})
