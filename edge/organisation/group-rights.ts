import type { User } from '../../domain/entities/user.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../derived-uuid.ts'
import type { ProvidedGroup } from '../directory/scim.ts'
import { makeUuid } from '../make-uuid.ts'
import { unwrap } from '../outcome.ts'
import { closeLive } from '../session/end-sessions.ts'

/** Return the profile of somebody whom no group gives one: the ordinary profile with the least rights. */
export function leastProfile(company: string): string {
  return derivedUuid(company, 'Operator')
}

type Giving = Pick<ProvidedGroup, 'members' | 'profile_uuid' | 'swarms'>

/** Tell if groups give the same at two times; their members do not count. */
export function isSameMapping(
  one: readonly ProvidedGroup[],
  other: readonly ProvidedGroup[],
): boolean {
  const spell = (groups: readonly ProvidedGroup[]) =>
    JSON.stringify(
      groups
        .map(({ uuid, profile_uuid, swarms }) => [uuid, profile_uuid, ...swarms])
        .filter(([, profile, swarm]) => profile !== null || swarm !== undefined),
    )
  return spell(one) === spell(other)
}

/**
 * Return the profile and the swarms that groups give a person. The first group by name that has a profile counts. What no group
 * gives stays as it is; what one gave is taken by leaving it.
 * @param groups now.
 * @param before the groups before this change of a mapping or a membership: what a group that the person was not in gives others
 * has been given to this person by somebody else.
 */
function rightsByGroups(
  person: Pick<User, 'uuid' | 'profile_uuid' | 'swarms'>,
  groups: readonly Giving[],
  before: readonly Giving[],
  company: string,
): Pick<User, 'profile_uuid' | 'swarms'> {
  const ofPerson = ({ members }: Giving) => members.includes(person.uuid)
  const own = groups.filter(ofPerson)
  const had = before.filter(ofPerson)
  const given = own.find(({ profile_uuid }) => profile_uuid !== null)?.profile_uuid ?? null
  const wasGiven = had.some(({ profile_uuid }) => profile_uuid === person.profile_uuid)
  const managed = new Set(had.flatMap(({ swarms }) => swarms))
  const kept = person.swarms.filter((uuid) => !managed.has(uuid))
  return {
    profile_uuid: given ?? (wasGiven ? leastProfile(company) : person.profile_uuid),
    swarms: [...new Set([...kept, ...own.flatMap(({ swarms }) => swarms)])],
  }
}

/**
 * Give a person what their groups give, by the rights of who asks: a token reaches no further than its maker, and the last
 * administrator stays one (edge/store/rules/user.ts).
 */
export async function followGroups(
  context: AccountContext,
  user: string,
  groups: readonly ProvidedGroup[],
  before: readonly ProvidedGroup[],
): Promise<void> {
  const { own, by, company } = context
  const person = await unwrap(own.get('user', user, by.sight))
  const patch = rightsByGroups(person, groups, before, company)
  const isSame =
    patch.profile_uuid === person.profile_uuid &&
    patch.swarms.length === person.swarms.length &&
    patch.swarms.every((uuid) => person.swarms.includes(uuid))
  if (isSame) return
  const reason = 'Groups of the identity provider'
  const change = { type: 'record.edit', kind: 'user', uuid: user, patch, reason } as const
  await unwrap(own.change(change, makeUuid(), by))
  closeLive(context, company, user)
}
