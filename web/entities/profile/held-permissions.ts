import type { Account } from '../../../domain/calls/session.ts'
import type { Profile } from '../../../domain/entities/profile.ts'

/** List what one may give: also what sleeps in one's profile because the company is not enabled for it. */
export function heldBy(
  who: Account,
  profiles: readonly Profile[],
  ownProfile: string,
): ReadonlySet<string> {
  const own = profiles.find(({ uuid }) => uuid === ownProfile)
  return new Set([...who.permissions, ...(own?.permissions ?? [])])
}

/** Tell if a profile holds more than is held. An unknown profile is the edge's to judge. */
export function isBeyond(
  profile: string,
  profiles: readonly Profile[],
  held: ReadonlySet<string>,
): boolean {
  const found = profiles.find(({ uuid }) => uuid === profile)
  return found !== undefined && found.permissions.some((name) => !held.has(name))
}
