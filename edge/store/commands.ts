import { commandLifeMs } from '../../domain/catalog/limits.ts'
import {
  commandNext,
  type CommandRecord,
  type CommandState,
} from '../../domain/entities/command.ts'
import {
  type Command,
  type CommandAnswer,
  commandCodes,
  type CommandMessage,
} from '../../domain/live/command.ts'
import {
  applyOperation,
  findOperation,
  type OperationActor,
  operationIdTaken,
  readRecord,
} from './operations.ts'
import type { Sql } from './sql.ts'

/** A command as it goes into the ledger, before anything is sent. */
export interface NewCommand {
  opId: string
  uuid: string
  device_uuid: string
  /** Of the analysis. */
  swarm_uuid: string
  command: Command
  actor: OperationActor
  at: string
}

/** The analysis a command is about. */
export function analysisOf(command: Command): string {
  return command.name === 'LOAD_RECIPE' ? command.order.analysis_uuid : command.analysis_uuid
}

/**
 * The entry that this operation id has made before, or null. Asked before the rules are: a repeat comes when
 * the first delivery has already changed what the rules look at.
 * @throws Fault `taken` when the id was used for something else.
 */
export function repeatedCommand(
  sql: Sql,
  wanted: { opId: string; actor: OperationActor; name: Command['name']; analysis: string },
): CommandRecord | null {
  const known = findOperation(sql, wanted.opId)
  if (!known) return null
  const entry =
    known.kind === 'command' && known.actor === wanted.actor.uuid
      ? (readRecord(sql, 'command', known.uuid) as CommandRecord | null)
      : null
  if (entry?.command.name !== wanted.name || analysisOf(entry.command) !== wanted.analysis) {
    throw operationIdTaken()
  }
  return entry
}

/** Writes a command into the ledger as `queued`. */
export function queueCommand(sql: Sql, order: NewCommand): CommandRecord {
  const { opId, uuid, device_uuid, swarm_uuid, command, actor, at } = order
  const { record } = applyOperation(sql, {
    opId,
    kind: 'command',
    uuid,
    action: `command.${command.name}`,
    actor,
    at,
    change: () =>
      ({
        uuid,
        created_at: at,
        updated_at: at,
        device_uuid,
        swarm_uuid,
        user_uuid: actor.uuid,
        user_name: actor.name,
        command,
        state: 'queued',
        reason: '',
        expires_at: new Date(Date.parse(at) + commandLifeMs).toISOString(),
      }) satisfies CommandRecord,
  })
  return record as CommandRecord
}

/**
 * Moves a command forward along `commandNext`; a step back or a repeat changes nothing, so answers may
 * come twice and in any order.
 */
export function moveCommand(
  sql: Sql,
  uuid: string,
  state: CommandState,
  reason: string,
  actor: OperationActor,
  at: string,
): CommandRecord | null {
  const current = readRecord(sql, 'command', uuid) as CommandRecord | null
  if (!current || !commandNext[current.state].includes(state)) return current
  const { record } = applyOperation(sql, {
    opId: `${uuid}:${state}`,
    kind: 'command',
    uuid,
    action: `command.${state}`,
    actor,
    at,
    change: (before) => ({ ...before, state, reason }),
  })
  return record as CommandRecord
}

/** Commands of a device that it may still take, oldest first. */
export function openCommands(sql: Sql, device: string, now: string): CommandRecord[] {
  return sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'command' AND deleted_at IS NULL
         AND json_extract(body, '$.device_uuid') = ? AND json_extract(body, '$.state') IN ('queued', 'sent')
         AND json_extract(body, '$.expires_at') > ? ORDER BY created_at`,
      device,
      now,
    )
    .map((row) => JSON.parse(row.body) as CommandRecord)
}

/** The launch of an analysis that its device may still take, or null. */
export function findOpenLaunch(sql: Sql, analysis: string, now: string): CommandRecord | null {
  const row = sql.first<{ body: string }>(
    `SELECT body FROM records INDEXED BY launches_by_analysis
     WHERE kind = 'command' AND json_extract(body, '$.command.order.analysis_uuid') = ?
       AND json_extract(body, '$.state') IN ('queued', 'sent')
       AND json_extract(body, '$.expires_at') > ?`,
    analysis,
    now,
  )
  return row && (JSON.parse(row.body) as CommandRecord)
}

/** Whether the device was ever sent this analysis. */
export function wasLaunchedOn(sql: Sql, analysis: string, device: string): boolean {
  const row = sql.first(
    `SELECT 1 FROM records INDEXED BY launches_by_analysis
     WHERE kind = 'command' AND json_extract(body, '$.command.order.analysis_uuid') = ?
       AND json_extract(body, '$.device_uuid') = ?`,
    analysis,
    device,
  )
  return row !== null
}

/** Whether this person launched the analysis, whatever became of it. */
export function didLaunch(sql: Sql, analysis: string, user: string): boolean {
  const row = sql.first(
    `SELECT 1 FROM records INDEXED BY launches_by_analysis
     WHERE kind = 'command' AND json_extract(body, '$.command.order.analysis_uuid') = ?
       AND json_extract(body, '$.user_uuid') = ?`,
    analysis,
    user,
  )
  return row !== null
}

/** Expires what nobody took in time. @returns when the next one is due (ms), or null when none is open. */
export function expireCommands(sql: Sql, now: string): number | null {
  const open = sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'command' AND deleted_at IS NULL
         AND json_extract(body, '$.state') IN ('queued', 'sent')`,
    )
    .map((row) => JSON.parse(row.body) as CommandRecord)
  for (const entry of open.filter(({ expires_at }) => expires_at <= now)) {
    moveCommand(sql, entry.uuid, 'expired', '', systemActor, now)
  }
  const rest = open
    .filter((entry) => entry.expires_at > now)
    .map((entry) => Date.parse(entry.expires_at))
  return rest.length > 0 ? Math.min(...rest) : null
}

export const systemActor: OperationActor = {
  uuid: '00000000-0000-0000-0000-000000000000',
  name: 'bApp',
  via: 'system',
}

export function messageOf(entry: CommandRecord): CommandMessage {
  return {
    command_uuid: entry.uuid,
    code: commandCodes[entry.command.name],
    command: entry.command,
    expires_at: entry.expires_at,
  }
}

/** What a device's answer means for the ledger. */
export function answerState(answer: CommandAnswer): { state: CommandState; reason: string } {
  return answer.state === 'refused'
    ? { state: 'refused', reason: answer.reason }
    : { state: answer.state, reason: '' }
}
