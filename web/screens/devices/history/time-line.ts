import type { Alarm } from '../../../../domain/entities/alarm.ts'
import type { CommandRecord } from '../../../../domain/entities/command.ts'
import type { DeviceMessage } from '../../../../domain/entities/device-report.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { readGap } from '../../../../domain/rules/device-messages.ts'
import { hasText, t } from '../../../i18n/intl.ts'
import type { AnalysisRow } from '../../../local/list-rows.ts'
import { paths } from '../../../paths.ts'
import { describeCommand } from '../command-looks.ts'

/** Lanes of the picture, from top to bottom. */
export const lanes = ['run', 'gap', 'restart', 'update', 'alarm', 'command', 'fault'] as const
export type Lane = (typeof lanes)[number]

/** One thing that happened to a device. */
export interface Happening {
  id: string
  lane: Lane
  /** Milliseconds since 1970; `to` is null for a moment, and now for what goes on. */
  from: number
  to: number | null
  text: string
  /** Page about it. */
  path: string | null
  /** True for what somebody may have to look at. */
  isBad: boolean
}

interface Sources {
  device: Pick<Device, 'uuid' | 'disconnected_at'>
  analyses: readonly Pick<
    AnalysisRow,
    'uuid' | 'name' | 'device_uuid' | 'status' | 'started_at' | 'ended_at'
  >[]
  alarms: readonly Alarm[]
  commands: readonly CommandRecord[]
  messages: readonly DeviceMessage[]
}

/**
 * Collect what happened to a device between two times, the newest first. Stretches without power or without the service are those that
 * the device has reported, and the one that goes on.
 */
export function collectHappenings(sources: Sources, from: number, to: number): Happening[] {
  const { device, analyses, alarms, commands, messages } = sources
  const found = [
    ...analyses
      .filter(({ device_uuid }) => device_uuid === device.uuid)
      .flatMap((one) => runOf(one, to)),
    ...gapNow(device, to),
    ...messages.flatMap((one) => fromMessage(device.uuid, one)),
    ...alarms.filter(({ about }) => about.uuid === device.uuid).map((one) => alarmOf(one, to)),
    ...commands.filter(({ device_uuid }) => device_uuid === device.uuid).map(commandOf),
  ]
  return found
    .filter((one) => one.from <= to && (one.to ?? one.from) >= from)
    .toSorted((one, other) => other.from - one.from)
}

function runOf(one: Sources['analyses'][number], to: number): Happening[] {
  if (one.started_at === null) return []
  const isBad = ['ABORT', 'INCOMPLETE'].includes(one.status)
  const ended = one.ended_at === null ? to : Date.parse(one.ended_at)
  const path = paths.analysis(one.uuid)
  const from = Date.parse(one.started_at)
  return [{ id: one.uuid, lane: 'run', from, to: ended, text: one.name, path, isBad }]
}

function gapNow({ uuid, disconnected_at }: Sources['device'], to: number): Happening[] {
  if (disconnected_at === undefined) return []
  const from = Date.parse(disconnected_at)
  const text = t('view.history.gapNow')
  return [{ id: `${uuid} gap`, lane: 'gap', from, to, text, path: null, isBad: true }]
}

const laneOf: Readonly<Record<string, Lane>> = {
  started: 'restart',
  switched_off: 'restart',
  line_gap: 'gap',
  updated: 'update',
  run_refused: 'fault',
  messages_lost: 'fault',
  error: 'fault',
}

function fromMessage(device: string, message: DeviceMessage): Happening[] {
  const { uuid, code, level, text, created_at } = message
  const lane = laneOf[code] ?? (level === 'error' ? 'fault' : null)
  if (!lane) return []
  const key = `view.message.${code}`
  const at = Date.parse(created_at)
  const gap = readGap(text)
  const words = hasText(key) && code !== 'health' && code !== 'error' ? t(key) : text
  const path = paths.deviceAt(device, created_at)
  const rest = { text: words, path, isBad: level !== 'info' }
  if (lane === 'gap')
    return [{ id: uuid, lane, from: gap?.from ?? at, to: gap?.to ?? null, ...rest }]
  const start: Happening = { id: uuid, lane, from: at, to: null, ...rest }
  // Show a start after a time without power as both.
  if (code !== 'started' || !gap || gap.to - gap.from < leastGapMs) return [start]
  const off = t('view.history.off')
  return [
    start,
    { ...start, id: `${uuid} off`, lane: 'gap', from: gap.from, to: gap.to, text: off },
  ]
}

/** Least time without power that is drawn (ms): a restart is no gap. */
const leastGapMs = 60_000

function alarmOf(alarm: Alarm, to: number): Happening {
  const { uuid, cause, raised_at, cleared } = alarm
  return {
    id: uuid,
    lane: 'alarm',
    from: Date.parse(raised_at),
    to: cleared ? Date.parse(cleared.at) : to,
    text: t(`alarms.cause.${cause}`),
    path: paths.alarm(uuid),
    isBad: cleared === null,
  }
}

function commandOf({ uuid, command, state, created_at, device_uuid }: CommandRecord): Happening {
  const said = [t(`device.command.${command.name}`), describeCommand(command)]
  return {
    id: uuid,
    lane: 'command',
    from: Date.parse(created_at),
    to: null,
    text: `${said.filter(Boolean).join(' ')}: ${t(`device.state.${state}`)}`,
    path: paths.device(device_uuid, 'work'),
    isBad: state === 'refused' || state === 'unknown',
  }
}
