import type { Connection } from '../../../../state/judge-connection.ts'

/** Time without a message after which the numbers are shown with their age: a device reports every 5 s at most. */
const oldAfterMs = 10_000

/** Connections over which no order reaches the service. */
export const unreached: readonly Connection[] = ['failing', 'lost', 'offline']

/**
 * Age of the numbers of a run. `old`: shown with their age. `service`, `away`: the same, and no orders may be given by them,
 * since the service does not answer or the device is not connected.
 */
export type AgeKind = 'live' | 'old' | 'service' | 'away'

/** @param seen.connection null in the local network. @param seen.now and `heardAt` in milliseconds. */
export function judgeAge(seen: {
  heardAt: number | null
  connection: Connection | null
  away: boolean
  now: number
}): { kind: AgeKind; seconds: number | null } {
  const { heardAt, connection, away, now } = seen
  const ms = heardAt === null ? null : Math.max(0, now - heardAt)
  const seconds = ms === null ? null : Math.floor(ms / 1000)
  if (connection !== null && unreached.includes(connection)) return { kind: 'service', seconds }
  if (away) return { kind: 'away', seconds }
  return { kind: ms !== null && ms > oldAfterMs ? 'old' : 'live', seconds }
}
