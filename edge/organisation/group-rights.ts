import { Buffer } from 'node:buffer'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { listGroups, type ProvidedGroup } from '../directory/scim.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { unwrap } from '../outcome.ts'
import { closeLive } from '../session/end-sessions.ts'
import { type GroupRights, hasSameRights, withGroupRights } from '../store/people-changes.ts'

/** Return the profile of somebody whom no group gives one: the ordinary profile with the least rights. */
export function leastProfile(company: string): string {
  return derivedUuid(company, 'Operator')
}

type Giving = Pick<ProvidedGroup, 'members' | 'profile_uuid' | 'swarms'>

/**
 * Return what groups give a person, and what they gave before. The first group by name that has a profile counts.
 * @param groups now.
 * @param before the groups before this change of a mapping or a membership: what a group that the person was not in gives others
 * has been given to this person by somebody else.
 */
function rightsByGroups(
  user: string,
  groups: readonly Giving[],
  before: readonly Giving[],
  company: string,
): GroupRights {
  const ofPerson = ({ members }: Giving) => members.includes(user)
  const had = before.filter(ofPerson)
  return {
    uuid: user,
    profile_uuid: profileBy(user, groups),
    swarms: groups.filter(ofPerson).flatMap(({ swarms }) => swarms),
    gave: {
      profiles: had.flatMap(({ profile_uuid }) => profile_uuid ?? []),
      swarms: had.flatMap(({ swarms }) => swarms),
    },
    least: leastProfile(company),
  }
}

/**
 * Give people what their groups give, all of them or none, by the rights of who asks: a token reaches no further than its maker,
 * and the last administrator stays one (edge/store/rules/user.ts).
 */
export async function followGroups(
  context: AccountContext,
  users: readonly string[],
  groups: readonly ProvidedGroup[],
  before: readonly ProvidedGroup[],
): Promise<void> {
  if (users.length === 0) return
  const { own, by, company } = context
  const known = await unwrap(own.ask({ name: 'peopleOf', uuids: users }, by.sight))
  const people = known.flatMap((person) => {
    const given = rightsByGroups(person.uuid, groups, before, company)
    return hasSameRights(person, withGroupRights(person, given)) ? [] : [given]
  })
  if (people.length === 0) return
  const reason = 'Groups of the identity provider'
  await unwrap(own.change({ type: 'user.follow_groups', people, reason }, makeUuid(), by))
  for (const { uuid } of people) closeLive(context, company, uuid)
}

/**
 * Rename a group, and give its members what they get by that: of several groups with a profile the first by name counts. All of them are
 * changed first, or none: a rename that breaks off is finished by asking again. Who gets the same as before keeps what an administrator gave them.
 * @param groups before the change of the name.
 * @param write changes the name. Returns false where another group has it by now.
 */
export async function followRename(
  context: AccountContext,
  groups: readonly ProvidedGroup[],
  renamed: { found: ProvidedGroup; display_name: string; members: readonly string[] },
  write: () => Promise<boolean>,
): Promise<boolean> {
  const { env, company } = context
  const { found, display_name, members } = renamed
  const after = withName(groups, found.uuid, display_name)
  const moved = members.filter((user) => profileBy(user, groups) !== profileBy(user, after))
  await followGroups(context, moved, after, groups)
  const isDone = await write()
  // Follow what others have changed meanwhile, also where the name was refused.
  await settleGroups(context, members, [groups, after])
  const now = await listGroups(env.DIRECTORY, company)
  const inside = now.find(({ uuid }) => uuid === found.uuid)?.members ?? []
  // Give what the new name gives to people who were put in meanwhile, when the group still had the old one.
  const late = inside.filter((user) => !members.includes(user))
  await settleGroups(context, late, [withName(now, found.uuid, found.display_name)])
  return isDone
}

/** Return groups with another name of one of them, in the order of the directory. */
function withName(
  groups: readonly ProvidedGroup[],
  uuid: string,
  display_name: string,
): ProvidedGroup[] {
  return groups
    .map((one) => (one.uuid === uuid ? { ...one, display_name } : one))
    .toSorted((one, other) => compareNames(one, other))
}

function profileBy(user: string, groups: readonly Giving[]): string | null {
  const giving = groups.find((one) => one.profile_uuid !== null && one.members.includes(user))
  return giving?.profile_uuid ?? null
}

/** Compare as the directory lists groups: by the bytes of their names, then by id. */
function compareNames(one: ProvidedGroup, other: ProvidedGroup): number {
  const bytes = (text: string) => Buffer.from(text)
  return (
    Buffer.compare(bytes(one.display_name), bytes(other.display_name)) ||
    Buffer.compare(bytes(one.uuid), bytes(other.uuid))
  )
}

/** Most times that groups change while people are given their rights; each takes another request at that moment. */
const mostChanges = 20

/**
 * Give people what their groups give once more, where these have been changed since that was written: of requests at once each gives what
 * it has read, and the last to write may have read first. Each that has written reads again, so that what counts in the end is written.
 * @param seen groups as they were read before, the last ones as they were written; what any of them gave a person may be taken.
 */
export async function settleGroups(
  context: AccountContext,
  users: readonly string[],
  seen: readonly (readonly ProvidedGroup[])[],
): Promise<void> {
  const { env, company } = context
  let known = seen
  for (let tried = 0; tried < mostChanges; tried++) {
    const written = known.at(-1) ?? []
    // Read one state after the other: each may be the last.
    // oxlint-disable-next-line no-await-in-loop
    const now = await listGroups(env.DIRECTORY, company)
    const changed = users.filter((user) => spellRights(user, now) !== spellRights(user, written))
    if (changed.length === 0) return
    known = [...known, now]
    // oxlint-disable-next-line no-await-in-loop
    await followGroups(context, changed, now, known.flat())
  }
}

function spellRights(user: string, groups: readonly ProvidedGroup[]): string {
  const own = groups.filter(({ members }) => members.includes(user))
  return JSON.stringify([profileBy(user, groups), own.flatMap(({ swarms }) => swarms)])
}
