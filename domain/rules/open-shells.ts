import type { CommandRecord } from '../entities/command.ts'

/** A remote shell that is open, as the command ledger tells. */
export interface OpenShell {
  device_uuid: string
  user_name: string
  /** Empty where it was opened by an older page. */
  reason: string
  /** In milliseconds since 1970; the device may close it earlier. */
  until: number
}

/** Minutes of an order that says nothing of them (devices/remote-shell.ts). */
const usualMinutes = 30

/**
 * Find the remote shells that are open now, one for each device: the newest order that was carried out decides. @param
 * now in milliseconds
 */
export function findOpenShells(commands: readonly CommandRecord[], now: number): OpenShell[] {
  const newest = new Map<string, CommandRecord>()
  for (const entry of commands) {
    if (entry.command.name !== 'REMOTE_SHELL' || entry.state !== 'done') continue
    const before = newest.get(entry.device_uuid)
    if (!before || before.created_at < entry.created_at) newest.set(entry.device_uuid, entry)
  }
  return [...newest.values()].flatMap(({ command, device_uuid, user_name, updated_at }) => {
    if (command.name !== 'REMOTE_SHELL' || command.action === 'stop') return []
    const { reason = '', minutes = usualMinutes } = command
    const until = Date.parse(updated_at) + minutes * 60_000
    return until > now ? [{ device_uuid, user_name, reason, until }] : []
  })
}
