import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { CommandAnswer } from '../../domain/live/command.ts'
import type { CommandData } from '../../domain/live/device-setup.ts'
import { answeredData } from '../../domain/rules/command.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { answerState, findLaunch, moveCommand } from './commands.ts'
import { noteInstall } from './rollouts/fleet-facts.ts'
import { applyOperation, type OperationActor, readRecord } from './operations.ts'
import { startRun } from './runs.ts'
import type { Sql } from './sql.ts'

/** Answers that carry something are kept so many for each device: they are asked for again when they are old. */
const keptAnswers = 20

/**
 * Settle a command by the device's answer: the ledger and the effects are written together. A repeated or outdated
 * answer changes nothing.
 */
export function settleCommand(
  sql: Sql,
  entry: CommandRecord,
  answer: CommandAnswer,
  actor: OperationActor,
  at: string,
): CommandRecord {
  const { state, reason } = answerState(answer)
  const data = answeredData(entry.command, answer)
  const moved = moveCommand(sql, entry.uuid, state, reason, actor, at, transcriptOf(data)) ?? entry
  const isNew = moved.state === state && entry.state !== state
  const { command, device_uuid: device } = moved
  if (command.name === 'LOAD_RECIPE' && (moved.state === 'accepted' || moved.state === 'done')) {
    startRun(sql, { analysis: command.order.analysis_uuid, device, actor, at })
  }
  if (isNew) noteInstall(sql, moved, at)
  if (!isNew || answer.state !== 'done') return moved
  if (data) keepData(sql, entry, data, at)
  const patch = followingPatch(sql, moved, data)
  if (patch) writeDevice(sql, device, patch, actor, at)
  return moved
}

/** Take the proof of a remote shell into the ledger, and so into the trail: other data of answers is kept beside it. */
function transcriptOf(data: CommandData | null): Pick<CommandRecord, 'transcript'> {
  return data?.of === 'shell' && data.transcript ? { transcript: data.transcript } : {}
}

/** Mark the launch as done when the device reports that a run has begun, whatever state the ledger had before. */
export function settleLaunch(
  sql: Sql,
  {
    analysis,
    device,
    actor,
    at,
  }: { analysis: string; device: string; actor: OperationActor; at: string },
): void {
  const launch = findLaunch(sql, analysis, { device })
  if (launch) moveCommand(sql, launch.uuid, 'done', '', actor, at)
}

/** Return the changes of the device's record by a command. */
function followingPatch(
  sql: Sql,
  { command, device_uuid }: CommandRecord,
  data: CommandData | null,
): Partial<Device> | null {
  switch (command.name) {
    case 'SET_INFO': {
      const { name, hostname } = command.info
      return { ...(name !== undefined && { name }), ...(hostname !== undefined && { hostname }) }
    }
    case 'UPDATE_SETUP': {
      const device = readRecord(sql, 'device', device_uuid)
      return device && { config: { ...device.config, ...command.settings } }
    }
    case 'UPDATE':
      return data?.of === 'update' ? { bkernel_version: data.version } : null
    default:
      return null
  }
}

function writeDevice(
  sql: Sql,
  uuid: string,
  patch: Partial<Device>,
  actor: OperationActor,
  at: string,
): void {
  if (!readRecord(sql, 'device', uuid)) return
  applyOperation(sql, {
    opId: makeUuid(),
    kind: 'device',
    uuid,
    action: 'device.command',
    actor,
    at,
    change: (before) => ({ ...before, ...patch }),
  })
}

function keepData(sql: Sql, entry: CommandRecord, data: CommandData, at: string): void {
  sql.run(
    'INSERT OR REPLACE INTO command_data (uuid, device_uuid, body, kept_at) VALUES (?, ?, ?, ?)',
    entry.uuid,
    entry.device_uuid,
    JSON.stringify(data),
    at,
  )
  sql.run(
    `DELETE FROM command_data WHERE device_uuid = ?1 AND uuid NOT IN (
       SELECT uuid FROM command_data WHERE device_uuid = ?1 ORDER BY kept_at DESC, uuid LIMIT ?2)`,
    entry.device_uuid,
    keptAnswers,
  )
}
