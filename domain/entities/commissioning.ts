import * as v from 'valibot'
import { entity } from '../entity.ts'
import { author, Name, PlainId, stamps, Timestamp, Uuid, Version } from '../fields.ts'
import { Signature } from './analysis.ts'

/** Steps that bring a device from its box into service, in their order. */
export const commissioningSteps = [
  'blink',
  'name',
  'swarm',
  'network',
  'clock',
  'version',
  'self_test',
  'calibration',
  'test_run',
] as const
export type CommissioningStep = (typeof commissioningSteps)[number]

/** State of a step. `unknown`: nothing was heard of it, which is not the same as still to do. */
const stepStates = ['done', 'todo', 'failed', 'unknown'] as const
export type StepState = (typeof stepStates)[number]

/**
 * Sheet of a device that came into service: each step as the service found it from records, ledger and report, accepted by a signature and
 * never changed again (decision 77). A device has one draft, which is prepared again until it is signed.
 */
export const Commissioning = v.strictObject({
  ...stamps,
  ...author,
  /** Name of the device, as it was then. */
  name: Name,
  device_uuid: Uuid,
  /** Its records are hidden together with it. */
  deviceType: v.picklist(['bcube', 'bgate']),
  serial_no: PlainId,
  hostname: PlainId,
  model: Name,
  bkernel_version: Version,
  steps: v.pipe(
    v.array(
      v.strictObject({
        step: v.picklist(commissioningSteps),
        state: v.picklist(stepStates),
        at: v.nullable(Timestamp),
      }),
    ),
    v.length(commissioningSteps.length),
  ),
  signature: v.nullable(Signature),
})
export type Commissioning = v.InferOutput<typeof Commissioning>

export const commissioning = entity({
  kind: 'commissioning',
  path: '/commissionings',
  permission: 'products.search',
  schema: Commissioning,
  indexes: [],
  filters: ['device_uuid'],
  scope: 'company',
  local: null,
  trash: null,
})
