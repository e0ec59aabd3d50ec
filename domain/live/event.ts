import * as v from 'valibot'
import { Uuid } from '../fields.ts'
import { topics } from './topic.ts'

/** Progress of a run, which the running view shows between two readings. Times in seconds, temperatures in °C. */
export const RunProgress = v.strictObject({
  analysis_uuid: Uuid,
  /** Index into the expanded programme (domain/rules/programme.ts). */
  position: v.number(),
  steps: v.number(),
  cycle: v.number(),
  cycles: v.number(),
  phase: v.nullable(v.picklist(['AMP', 'VAL'])),
  temperature: v.number(),
  /** Run time so far and left, on the run's own clock. */
  elapsed: v.number(),
  remaining: v.number(),
  /** Run seconds per second of a simulated device; a real one leaves it out. */
  speed: v.optional(v.number()),
  state: v.picklist(['heating_lid', 'running', 'paused', 'finished', 'aborted']),
})
export type RunProgress = v.InferOutput<typeof RunProgress>

/**
 * Status of a device, every few seconds (topic `bcube-status`, or `bgate-events` for a gateway's instrument). The device
 * says it with its run; what the company hears is without (edge/live/relay.ts).
 */
export const DeviceStatus = v.strictObject({
  uuid: Uuid,
  /** JSON text as in the record: `{"serial": …, "srv_status": n}`. */
  status: v.pipe(v.string(), v.maxLength(1000)),
  busy: v.picklist(['Y', 'N']),
  block_temperature: v.number(),
  lid_temperature: v.number(),
  lid: v.picklist(['open', 'closed']),
  uptime: v.number(),
  bkernel_version: v.pipe(v.string(), v.maxLength(60)),
  health: v.strictObject({
    system_disk: v.number(),
    data_disk: v.number(),
    memory: v.number(),
    cpu: v.number(),
  }),
  run: v.nullable(RunProgress),
  /** Readings and answers kept on the device that the service has not acknowledged. */
  pending: v.number(),
})
export type DeviceStatus = v.InferOutput<typeof DeviceStatus>

/**
 * One measured point of a run: every channel in every well, in the order of the method's channels and
 * of the cartridge's wells. AMP points count from 1 by cycle, VAL (melt) points from 1 by temperature.
 */
export const Reading = v.strictObject({
  phase: v.picklist(['AMP', 'VAL']),
  index: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000)),
  temperature: v.number(),
  /** Seconds since the start of the run, on the run's own clock. */
  elapsed: v.number(),
  /** [channel][well], a.u.; null where the device could not measure. */
  values: v.array(v.array(v.nullable(v.number()))),
})
export type Reading = v.InferOutput<typeof Reading>

/** Things that happen once: shown at once, as a toast with the device's name. */
export const DeviceNotice = v.strictObject({
  kind: v.picklist([
    'run_started',
    'run_finished',
    'run_aborted',
    'run_resumed',
    'step_skipped',
    'run_extended',
    'lid_opened',
    'lid_closed',
    'flashing',
    'restarting',
    'switched_off',
    'updated',
    'settings_changed',
    'folders_cleared',
    'shell_opened',
    'shell_closed',
    /** On `ble-events` (SOCK-004): text is the name of the other device, or until when it is on. */
    'ble_on',
    'ble_off',
    'ble_connected',
    'ble_disconnected',
    /** Said by the service: a device sent more than it may, and some of it was left out. */
    'flooded',
    'error',
  ]),
  analysis_uuid: v.nullable(Uuid),
  text: v.pipe(v.string(), v.maxLength(500)),
})
export type DeviceNotice = v.InferOutput<typeof DeviceNotice>

/**
 * Whom a notice is for: people who see the run (`run`), or everybody who sees the device (`device`). One about a run goes
 * out without words of the device: the name of a run may hold the name of a patient.
 */
export const noticeAudience: Readonly<Record<DeviceNotice['kind'], 'run' | 'device'>> = {
  run_started: 'run',
  run_finished: 'run',
  run_aborted: 'run',
  run_resumed: 'run',
  step_skipped: 'run',
  run_extended: 'run',
  lid_opened: 'device',
  lid_closed: 'device',
  flashing: 'device',
  restarting: 'device',
  switched_off: 'device',
  updated: 'device',
  settings_changed: 'device',
  folders_cleared: 'device',
  shell_opened: 'device',
  shell_closed: 'device',
  ble_on: 'device',
  ble_off: 'device',
  ble_connected: 'device',
  ble_disconnected: 'device',
  flooded: 'device',
  error: 'device',
}

/**
 * Payload of the `analysis` topic, in the run's swarm only: readings and status after the store has kept them, and between
 * readings what the device says of the run.
 */
export const AnalysisEvent = v.variant('kind', [
  v.strictObject({
    kind: v.literal('readings'),
    analysis_uuid: Uuid,
    readings: v.array(Reading),
    progress: RunProgress,
  }),
  v.strictObject({ kind: v.literal('status'), analysis_uuid: Uuid, status: v.string() }),
  v.strictObject({ kind: v.literal('progress'), analysis_uuid: Uuid, progress: RunProgress }),
  v.strictObject({ kind: v.literal('notice'), analysis_uuid: Uuid, notice: DeviceNotice }),
])
export type AnalysisEvent = v.InferOutput<typeof AnalysisEvent>

/** Frame of every topic event (decisions D48): `uuid` is the device. */
export const TopicEvent = v.variant('topic', [
  v.strictObject({
    topic: v.literal('bcube-status'),
    uuid: Uuid,
    at: v.string(),
    payload: DeviceStatus,
  }),
  v.strictObject({
    topic: v.literal('bcube-events'),
    uuid: Uuid,
    at: v.string(),
    payload: DeviceNotice,
  }),
  v.strictObject({
    topic: v.literal('bgate-events'),
    uuid: Uuid,
    at: v.string(),
    payload: v.union([DeviceStatus, DeviceNotice]),
  }),
  v.strictObject({
    topic: v.literal('ble-events'),
    uuid: Uuid,
    at: v.string(),
    payload: DeviceNotice,
  }),
  v.strictObject({
    topic: v.literal('analysis'),
    uuid: Uuid,
    at: v.string(),
    payload: AnalysisEvent,
  }),
])
export type TopicEvent = v.InferOutput<typeof TopicEvent>

/** Instead of an event: what went wrong, in words (spec §8 "Socket"). */
export const TopicError = v.strictObject({
  topic: v.picklist(topics),
  uuid: Uuid,
  at: v.string(),
  error: v.pipe(v.string(), v.maxLength(500)),
})
export type TopicError = v.InferOutput<typeof TopicError>

/** The hint on the sync subject: the newest `seq` of the company's store. */
export const SyncHint = v.strictObject({ seq: v.number() })
export type SyncHint = v.InferOutput<typeof SyncHint>
