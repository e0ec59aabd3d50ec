import { type Device, keptMerges } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { type By, readSeen } from './by.ts'
import { maySee, type Sight } from './lists.ts'
import { type PlannedOfSomeKind, ofSomeKind, readRecord } from './operations.ts'
import { checkReachOver } from './rules/own-authority.ts'
import type { Sql } from './sql.ts'

export type MemberKind = 'user' | 'device'

/**
 * Set the people or devices of a swarm: an entry for each that comes or goes. Devices out of the writer's sight stay as they
 * are: the list that was sent cannot name them.
 * @throws Fault `stale` where somebody else has changed the members since the writer saw them.
 */
export function planMembers(
  sql: Sql,
  change: {
    uuid: string
    kind: MemberKind
    members: string[]
    seen?: string[] | undefined
    reason: string
  },
  by: By,
): PlannedOfSomeKind[] {
  const { uuid, kind, members, reason } = change
  const swarm = readSeen(sql, 'swarm', uuid, by.sight)
  checkKnown(sql, kind, members, by)
  const known = seenMembersOf(sql, kind, uuid, by.sight)
  const wanted = new Set(members)
  const going = known.filter((member) => !wanted.has(member))
  const coming = [...wanted].filter((member) => !known.includes(member))
  if (going.length + coming.length > 0) checkSeen(known, change)
  if (coming.length > 0 && swarm.archived === 1) {
    throw new Fault('refused', 'This swarm is archived', { reason: 'swarm_archived' })
  }
  if (kind === 'user') {
    for (const member of [...going, ...coming]) {
      const person = readRecord(sql, 'user', member)
      if (person) checkReachOver(sql, person, by)
    }
  }
  return [
    ...going.map((member) =>
      linkOf(kind, member, reason, (swarms) => swarms.filter((one) => one !== uuid)),
    ),
    ...coming.map((member) => linkOf(kind, member, reason, (swarms) => [...swarms, uuid])),
  ]
}

/** List the members of a swarm. */
export function membersOf(sql: Sql, kind: MemberKind, swarm: string): string[] {
  return sql
    .all<{ uuid: string }>(
      `SELECT uuid FROM records WHERE kind = ? AND deleted_at IS NULL
         AND EXISTS (SELECT 1 FROM json_each(body, '$.swarms') WHERE value = ?) ORDER BY uuid`,
      kind,
      swarm,
    )
    .map(({ uuid }) => uuid)
}

/** List the members of a swarm that an account may see. */
function seenMembersOf(sql: Sql, kind: MemberKind, swarm: string, sight: Sight): string[] {
  const members = membersOf(sql, kind, swarm)
  if (kind === 'user') return members
  return members.filter((uuid) => {
    const device = readRecord(sql, 'device', uuid)
    return device !== null && maySee('device', device, sight)
  })
}

/** @throws Fault `stale` with both lists. */
function checkSeen(
  known: readonly string[],
  { members, seen }: { members: readonly string[]; seen?: readonly string[] | undefined },
): void {
  if (seen === undefined) return
  const before = new Set(seen)
  if (before.size === known.length && known.every((uuid) => before.has(uuid))) return
  throw new Fault('stale', 'The members of the swarm changed meanwhile', {
    reason: 'changed_meanwhile',
    versions: { yours: { members }, theirs: { members: known } },
  })
}

/** Plan the change of one member's swarms. @param merged merge that moves it, which a device remembers. */
export function linkOf(
  kind: MemberKind,
  uuid: string,
  reason: string,
  change: (swarms: string[]) => string[],
  merged?: NonNullable<Device['merged_swarms']>[number],
): PlannedOfSomeKind {
  const link = { uuid, reason, apart: true } as const
  if (kind === 'user') {
    return ofSomeKind({
      ...link,
      kind,
      action: 'user.linkSwarms',
      change: (found) => found && { ...found, swarms: change(found.swarms) },
    })
  }
  return ofSomeKind({
    ...link,
    kind,
    action: 'device.linkSwarms',
    change: (found) => {
      if (!found) return null
      const merges = [...(found.merged_swarms ?? []), ...(merged ? [merged] : [])]
      return {
        ...found,
        swarms: change(found.swarms),
        ...(merges.length > 0 && { merged_swarms: merges.slice(-keptMerges) }),
      }
    },
  })
}

/** @throws Fault `invalid` naming the first that is not there. */
function checkKnown(sql: Sql, kind: MemberKind, members: readonly string[], by: By): void {
  members.forEach((member, index) => {
    try {
      readSeen(sql, kind, member, by.sight)
    } catch {
      throw new Fault('invalid', `There is no such ${kind}`, {
        field: `${kind}s.${index}`,
        reason: `${kind}_unknown`,
      })
    }
  })
}
