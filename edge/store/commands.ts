import { commandLifeMs } from '../../domain/catalog/limits.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Device } from '../../domain/entities/device.ts'
import {
  commandNext,
  type CommandRecord,
  type CommandState,
} from '../../domain/entities/command.ts'
import {
  type CommandAnswer,
  commandCodes,
  type CommandMessage,
  type CommandName,
  type RecordedCommand,
} from '../../domain/live/command.ts'
import { runOfCommand, settleMs } from '../../domain/rules/command.ts'
import {
  applyOperation,
  authorOf,
  findOperation,
  type OperationActor,
  operationIdTaken,
  readRecord,
} from './operations.ts'
import { DamageFault, keepDamage } from './damage.ts'
import { bodyColumns, type KeptBody, textOfBody } from './kept-body.ts'
import type { Sql } from './sql.ts'
import { longestHold } from './store-time.ts'
import { openRecord } from './open-record.ts'

/** A command as it goes into the ledger, before anything is sent. */
export interface NewCommand {
  opId: string
  uuid: string
  device_uuid: string
  /** Swarm of the analysis; null for a command about the device itself. */
  swarm_uuid: string | null
  deviceType?: Device['deviceType']
  /** Command as it is written down: what is secret in it never comes here. */
  command: RecordedCommand
  actor: OperationActor
  /** Hash of the request (mark-request.ts). */
  asked?: string | undefined
  at: string
}

/**
 * Return the entry that this operation id has made before, or null. Is called before the rules: at a repeat, the first
 * delivery has already changed the facts that they check.
 * @throws Fault `taken` when the id was used for something else.
 */
export function repeatedCommand(
  sql: Sql,
  wanted: { opId: string; actor: OperationActor; device?: string; command: RepeatedAs },
): CommandRecord | null {
  const known = findOperation(sql, wanted.opId)
  if (!known) return null
  const entry =
    known.kind === 'command' && known.actor === wanted.actor.uuid
      ? readRecord(sql, 'command', known.uuid)
      : null
  const isSame =
    entry?.command.name === wanted.command.name &&
    runOfCommand(entry.command) === wanted.command.analysis &&
    (wanted.device === undefined || entry.device_uuid === wanted.device) &&
    (!wanted.command.asked || !known.asked || wanted.command.asked === known.asked)
  if (!isSame) throw operationIdTaken()
  return entry
}

/** Fields by which a repeated delivery is recognised. */
interface RepeatedAs {
  name: CommandName
  analysis: string | null
  asked?: string | undefined
}

/** Write a command into the ledger as `queued`. */
export function queueCommand(sql: Sql, order: NewCommand): CommandRecord {
  const { opId, uuid, device_uuid, swarm_uuid, deviceType, command, actor, asked, at } = order
  const { record } = applyOperation(sql, {
    opId,
    kind: 'command',
    uuid,
    action: `command.${command.name}`,
    actor,
    asked,
    at,
    change: () =>
      ({
        uuid,
        created_at: at,
        updated_at: at,
        device_uuid,
        ...(swarm_uuid !== null && { swarm_uuid }),
        ...(deviceType && { deviceType }),
        ...authorOf(actor),
        command,
        state: 'queued',
        reason: '',
        expires_at: new Date(Date.parse(at) + commandLifeMs).toISOString(),
      }) satisfies CommandRecord,
  })
  return record as CommandRecord
}

/**
 * Move a command forward along `commandNext`; a step back or a repeat changes nothing, so answers may
 * come twice and in any order.
 */
export function moveCommand(
  sql: Sql,
  uuid: string,
  state: CommandState,
  reason: string,
  actor: OperationActor,
  at: string,
  /** Added to the ledger by the answer. */
  more: Pick<CommandRecord, 'transcript'> = {},
): CommandRecord | null {
  const current = readRecord(sql, 'command', uuid)
  if (!current || !commandNext[current.state].includes(state)) return current
  // Keep the state of a command that the device has fetched, whatever the live bus reports.
  if (state === 'queued' && current.fetched) return current
  return writeState(sql, current, { state, reason, ...more }, actor, at)
}

function writeState(
  sql: Sql,
  { uuid, state: before }: CommandRecord,
  patch: Partial<CommandRecord> & Pick<CommandRecord, 'state'>,
  actor: OperationActor,
  at: string,
): CommandRecord {
  const { record } = applyOperation(sql, {
    opId: `${uuid}:${before}-${patch.state}:${at}`,
    kind: 'command',
    uuid,
    action: `command.${patch.state}`,
    actor,
    at,
    change: (body) => ({ ...body, ...patch }),
  })
  return record as CommandRecord
}

/**
 * Give a device the commands that it may still take, oldest first. From then on it may act on them: each is `sent`.
 * Leaves out commands with a secret: the secret is stored nowhere, so they are sent by the live bus or not at all.
 */
export function handCommands(
  sql: Sql,
  device: string,
  actor: OperationActor,
  now: string,
): CommandRecord[] {
  const handed: CommandRecord[] = []
  for (const { uuid, command } of openCommands(sql, device, now)) {
    if (holdsSecret(command)) continue
    passDamaged(sql, () => {
      // Compare an order with the trail also where it was handed out before: a device does what it says.
      const entry = readRecord(sql, 'command', uuid)
      if (!entry) return
      const fetched = { state: 'sent', fetched: true } as const
      handed.push(entry.fetched ? entry : writeState(sql, entry, fetched, actor, now))
    })
  }
  return handed
}

/**
 * List the commands of a device that it may still take: aborts first, as they wait for no other, then the oldest first.
 */
function openCommands(sql: Sql, device: string, now: string): CommandRecord[] {
  return sql
    .all<KeptBody>(
      `SELECT ${bodyColumns} FROM records WHERE kind = 'command' AND deleted_at IS NULL
         AND json_extract(body, '$.device_uuid') = ? AND json_extract(body, '$.state') IN ('queued', 'sent')
         AND json_extract(body, '$.expires_at') > ?
       ORDER BY json_extract(body, '$.command.name') <> 'ABORT', created_at`,
      device,
      now,
    )
    .map(openCommand)
}

function openCommand(row: KeptBody): CommandRecord {
  return openRecord('command', textOfBody(row))
}

/** Find the launch of an analysis that its device may still take, or null. */
export function findOpenLaunch(sql: Sql, analysis: string, now: string): CommandRecord | null {
  const row = sql.first<KeptBody>(
    `SELECT ${bodyColumns} FROM records INDEXED BY launches_by_analysis
     WHERE kind = 'command' AND json_extract(body, '$.command.order.analysis_uuid') = ?
       AND json_extract(body, '$.state') IN ('queued', 'sent')
       AND json_extract(body, '$.expires_at') > ?`,
    analysis,
    now,
  )
  return row && openCommand(row)
}

/**
 * Find the newest launch of an analysis: on this device, in one of these states. Leaves out those from the local
 * network by a person who does not see the analysis (lan-changes.ts): they have no effects.
 */
export function findLaunch(
  sql: Sql,
  analysis: string,
  { device, states }: { device?: string; states?: readonly CommandState[] },
): CommandRecord | null {
  const rows = sql.all<KeptBody>(
    `SELECT ${bodyColumns} FROM records INDEXED BY launches_by_analysis
     WHERE kind = 'command' AND json_extract(body, '$.command.order.analysis_uuid') = ?
     ORDER BY created_at DESC`,
    analysis,
  )
  const entries = rows.map(openCommand)
  return (
    entries.find(
      (entry) =>
        !(entry.local && entry.state === 'refused') &&
        (device === undefined || entry.device_uuid === device) &&
        (states === undefined || states.includes(entry.state)),
    ) ?? null
  )
}

/** Find the newest order of a version for a device, or null. */
export function newestUpdate(sql: Sql, device: string, version: string): CommandRecord | null {
  const row = sql.first<KeptBody>(
    `SELECT ${bodyColumns} FROM records WHERE kind = 'command' AND json_extract(body, '$.device_uuid') = ?
       AND json_extract(body, '$.command.name') = 'UPDATE' AND json_extract(body, '$.command.version') = ?
     ORDER BY created_at DESC LIMIT 1`,
    device,
    version,
  )
  return row && openCommand(row)
}

/**
 * Count the cycles by which people have lengthened a run, less those they took off: by orders that its device carried
 * out (`done`), or at most by all that it may have received (`sent`), of which the shortening ones may have been
 * refused.
 */
export function orderedCycles(
  sql: Sql,
  { uuid, device_uuid }: Pick<Analysis, 'uuid' | 'device_uuid'>,
  which: 'done' | 'sent',
): number {
  const orders = sql.all<{ cycles: number; state: CommandState }>(
    `SELECT body ->> '$.command.cycles' AS cycles, body ->> '$.state' AS state FROM records
     WHERE kind = 'command' AND json_extract(body, '$.device_uuid') = ?
       AND body ->> '$.command.name' = 'EXTEND' AND body ->> '$.command.analysis_uuid' = ?`,
    device_uuid,
    uuid,
  )
  const counted = orders.filter(({ cycles, state }) =>
    which === 'done' ? state === 'done' : cycles > 0 && state !== 'refused' && state !== 'queued',
  )
  return counted.reduce((sum, { cycles }) => sum + cycles, 0)
}

/**
 * End the waiting for what is overdue: what nobody was given has expired; of what was given and not answered nobody
 * knows. @returns when the next one is due (ms), or null when none is open.
 */
export function expireCommands(sql: Sql, now: string): number | null {
  const open = sql
    .all<KeptBody>(
      `SELECT ${bodyColumns} FROM records WHERE kind = 'command' AND deleted_at IS NULL
         AND json_extract(body, '$.state') IN ('queued', 'sent', 'accepted')`,
    )
    .map(openCommand)
    .flatMap((entry) => {
      const due = dueAt(entry, Date.parse(now))
      return due === null ? [] : [{ entry, due }]
    })
  const time = Date.parse(now)
  for (const { entry, due } of open) {
    const state = entry.state === 'queued' ? 'expired' : 'unknown'
    if (due <= time)
      passDamaged(sql, () => writeState(sql, entry, { state, reason: '' }, systemActor, now))
  }
  const rest = open.map(({ due }) => due).filter((due) => due > time)
  return rest.length > 0 ? Math.min(...rest) : null
}

/** Skip a command whose row was altered in the store and report the damage: the others must not wait for it. */
export function passDamaged(sql: Sql, write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!(error instanceof DamageFault)) throw error
    keepDamage(sql, error.place)
  }
}

/**
 * Return the time at which a command expires (ms); null for a run that was accepted: it reports itself. A command entered by a
 * clock that was far ahead is overdue.
 */
function dueAt(
  { state, command, expires_at, updated_at }: CommandRecord,
  now: number,
): number | null {
  const expires = Date.parse(expires_at)
  if (state !== 'accepted') return expires > now + commandLifeMs + longestHold ? now : expires
  const patience = settleMs[command.name]
  return patience === undefined ? null : Date.parse(updated_at) + patience
}

export const systemActor: OperationActor = {
  uuid: '00000000-0000-0000-0000-000000000000',
  name: 'bApp',
  via: 'system',
}

/**
 * Return the message to the device. `secret` is not in the ledger.
 */
export function messageOf(
  entry: CommandRecord,
  secret: { password?: string } = {},
): CommandMessage {
  const { uuid: command_uuid, expires_at } = entry
  const code = commandCodes[entry.command.name]
  if (entry.command.name !== 'UPDATE_SAMBA_CONFIG') {
    return { command_uuid, code, command: entry.command, expires_at }
  }
  const { secret: _withheld, ...command } = entry.command
  return { command_uuid, code, command: { ...command, ...secret }, expires_at }
}

export function holdsSecret(command: RecordedCommand): boolean {
  return command.name === 'UPDATE_SAMBA_CONFIG' && command.secret === 'withheld'
}

/** Return the state of the ledger for a device's answer. */
export function answerState(answer: CommandAnswer): { state: CommandState; reason: string } {
  return answer.state === 'refused'
    ? { state: 'refused', reason: answer.reason }
    : { state: answer.state, reason: '' }
}
