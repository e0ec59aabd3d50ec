import type { LanCommand } from '../../domain/calls/lan.ts'
import type { CommandAnswer } from '../../domain/live/command.ts'
import { knownAnswer } from '../outbox.ts'
import type { Store } from '../store.ts'

export interface NewLanCommand extends LanCommand {
  user: string
  /** Hash of the request: the same id with another request is refused. */
  print: string
}

/** Look up an id: new, a repeated delivery, or used by another request. */
export function findLanCommand(
  store: Store,
  wanted: Pick<NewLanCommand, 'command_uuid' | 'user' | 'print'>,
): 'new' | 'repeated' | 'taken' {
  const row = store
    .prepare('SELECT user_uuid, print FROM lan_command WHERE command_uuid = ?')
    .get(wanted.command_uuid)
  if (!row) return knownAnswer(store, wanted.command_uuid) ? 'taken' : 'new'
  const isSame = row['user_uuid'] === wanted.user && row['print'] === wanted.print
  return isSame ? 'repeated' : 'taken'
}

export function keepLanCommand(store: Store, { user, print, ...told }: NewLanCommand): void {
  store
    .prepare('INSERT INTO lan_command (command_uuid, user_uuid, print, body) VALUES (?, ?, ?, ?)')
    .run(told.command_uuid, user, print, JSON.stringify(told))
}

/** Find the answer to a command that this person gave here; null for any other command. */
export function answerFor(store: Store, uuid: string, user: string): CommandAnswer | null {
  const row = store
    .prepare('SELECT 1 FROM lan_command WHERE command_uuid = ? AND user_uuid = ?')
    .get(uuid, user)
  return row ? knownAnswer(store, uuid) : null
}

/** List the commands that have not been reported to the service yet, oldest first. */
export function untoldCommands(store: Store, limit: number): LanCommand[] {
  return store
    .prepare('SELECT body FROM lan_command WHERE told = 0 ORDER BY rowid LIMIT ?')
    .all(limit)
    .map((row) => JSON.parse(String(row['body'])) as LanCommand)
}

/** Mark commands as told and remove their passes: of a told command only its id is needed. */
export function markTold(store: Store, commands: readonly LanCommand[]): void {
  const mark = store.prepare(`UPDATE lan_command SET told = 1, body = '{}' WHERE command_uuid = ?`)
  for (const { command_uuid } of commands) mark.run(command_uuid)
}
