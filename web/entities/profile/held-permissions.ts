import type { Account } from '../../../domain/calls/session.ts'
import { capabilityFor, type Permission } from '../../../domain/permissions.ts'
import type { Profile } from '../../../domain/entities/profile.ts'

/**
 * List what one may give: also what one's profile holds and the company is not enabled for. Of somebody from another company no
 * profile is here, so that is unknown of them: the service judges it (edge/store/rules/own-authority.ts).
 */
export function heldBy(
  who: Account,
  profiles: readonly Profile[],
  ownProfile: string,
): ReadonlySet<string> {
  const own = profiles.find(({ uuid }) => uuid === ownProfile)
  const more = own ? own.permissions : profiles.flatMap(dependent)
  return new Set([...who.permissions, ...more])
}

/** List the permissions of a profile that depend on what its company is enabled for. */
function dependent({ permissions }: Profile): string[] {
  return permissions.filter((name) => {
    const capability = capabilityFor(name as Permission)
    return capability !== null && capability !== 'provider'
  })
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
