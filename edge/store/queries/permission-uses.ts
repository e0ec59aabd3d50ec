import type { PermissionUses } from '../../../domain/calls/profiles.ts'
import { Fault } from '../../../domain/fault.ts'
import { type Permission, permissions } from '../../../domain/permissions.ts'
import type { Profile } from '../../../domain/entities/profile.ts'
import { type Body, replayEntry } from '../../../domain/trail/entry.ts'
import {
  actionsUsing,
  permissionsUsedBy,
  unusedDays,
} from '../../../domain/rules/permission-uses.ts'
import { readAudit } from '../audit.ts'
import { readSeen } from '../by.ts'
import type { Sight } from '../lists.ts'
import type { Sql } from '../sql.ts'

export const permissionUseQueries = {
  /**
   * Count who used which permission of a profile in the last 90 days: people who carry it now, by what they did themselves or by
   * a key of theirs. Edits of one's own record are no use of the permission to edit people.
   * @param asked.user one of these people. @throws Fault `invalid` for somebody who does not carry the profile.
   */
  permissionUses: (
    sql: Sql,
    { uuid, user, now }: { uuid: string; user?: string | undefined; now: string },
    sight: Sight,
  ): PermissionUses => {
    const profile = readSeen(sql, 'profile', uuid, sight)
    const people = listPeople(sql, uuid, user)
    const from = new Date(Date.parse(now) - unusedDays * 86_400_000).toISOString()
    const began = sql.first<{ at: string }>('SELECT at FROM operations ORDER BY seq LIMIT 1')?.at
    const since = began !== undefined && began > from ? began : from
    const uses = countUses(sql, people, since)
    const granted = readGrants(sql, uuid)
    const held = permissions.filter((name) => profile.permissions.includes(name))
    const known = held.filter((name) => actionsUsing(name) !== null)
    return {
      since,
      isShort: since > from,
      people: people.length,
      lines: known.map((permission) => {
        const { at = null, users = new Set() } = uses.get(permission) ?? {}
        const grantedAt = granted.get(permission) ?? since
        const granted_at = grantedAt > since ? grantedAt : null
        return { permission, granted_at, used_at: at, users: users.size }
      }),
      unknown: held.filter((name) => actionsUsing(name) === null),
    }
  },
}

function listPeople(sql: Sql, profile: string, user: string | undefined): string[] {
  const people = sql
    .all<{ uuid: string }>(
      `SELECT uuid FROM records WHERE kind = 'user' AND deleted_at IS NULL
         AND json_extract(body, '$.profile_uuid') = ?`,
      profile,
    )
    .map(({ uuid }) => uuid)
  if (user === undefined) return people
  if (people.includes(user)) return [user]
  throw new Fault('invalid', 'This person does not carry the profile', {
    field: 'query.user',
    reason: 'user_unknown',
  })
}

/** Read the newest use of each permission, and the people who used it. */
function countUses(sql: Sql, people: readonly string[], since: string) {
  const uses = new Map<Permission, { at: string; users: Set<string> }>()
  const rows = sql.all<{ actor: string; action: string; at: string }>(
    `SELECT actor, action, max(at) AS at FROM operations
     WHERE actor IN (SELECT value FROM json_each(?)) AND at >= ? AND NOT (kind = 'user' AND uuid = actor)
     GROUP BY actor, action`,
    JSON.stringify(people),
    since,
  )
  for (const { actor, action, at } of rows) {
    for (const permission of permissionsUsedBy(action)) {
      const known = uses.get(permission) ?? { at, users: new Set() }
      known.users.add(actor)
      uses.set(permission, { ...known, at: at > known.at ? at : known.at })
    }
  }
  return uses
}

/** Read from the trail of a profile since when it holds each of its permissions. */
function readGrants(sql: Sql, profile: string): Map<string, string> {
  const grants = new Map<string, string>()
  let body: Body | null = null
  for (const entry of readAudit(sql, 'profile', profile)) {
    body = replayEntry(body, entry)
    const held = ((body as Partial<Profile> | null)?.permissions ?? []) as string[]
    for (const name of grants.keys()) if (!held.includes(name)) grants.delete(name)
    for (const name of held) if (!grants.has(name)) grants.set(name, entry.at)
  }
  return grants
}
