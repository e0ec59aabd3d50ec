import type { scimCalls } from '../../domain/calls/scim.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { listGroups, mapGroup, type ProvidedGroup } from '../directory/scim.ts'
import type { Handlers } from '../mount.ts'
import { followGroups, settleGroups } from '../organisation/group-rights.ts'
import { unwrap } from '../outcome.ts'
import { describeChange, writeDueEntries } from '../session/due-entries.ts'
import { mustHold } from '../store/right.ts'

export const scimSettings: Handlers<typeof scimCalls> = {
  read: async (_, context) => answerOf(context),
  mapGroup: async ({ params, body }, context) => {
    const { env, company, own, by } = context
    mustHold(userCalls.edit.needs, by)
    const before = await listGroups(env.DIRECTORY, company)
    const group = before.find(({ uuid }) => uuid === params.id)
    if (!group) throw new Fault('not_found', 'No such group')
    const mapped = { ...group, ...body }
    const groups = before.map((one) => (one === group ? mapped : one))
    // Check a group without members too: its later ones are added by a token whose maker may give more than this person.
    await unwrap(own.ask({ name: 'checkGrant', ...body, kept: group.swarms, by }, by.sight))
    // Change people first: what the rules refuse for one of them is not kept for later members either.
    await followGroups(context, group.members, groups, before)
    await unwrap(own.confirm(by))
    const due = describeChange(context, 'group_mapped', await describeMapping(context, mapped))
    if (!(await mapGroup(env.DIRECTORY, mapped, { before: group, due }))) {
      await followGroups(context, group.members, await listGroups(env.DIRECTORY, company), groups)
      throw new Fault('stale', 'Somebody else has mapped the group meanwhile', {
        reason: 'changed_meanwhile',
      })
    }
    await writeDueEntries(env, company)
    // Read the groups again, since those whom the provider has added meanwhile got what the group gave before.
    const now = await listGroups(env.DIRECTORY, company)
    const members = now.find(({ uuid }) => uuid === group.uuid)?.members ?? []
    const late = members.filter((user) => !group.members.includes(user))
    const asBefore = now.map((one) => (one.uuid === group.uuid ? { ...group, members } : one))
    await followGroups(context, late, now, asBefore)
    // Take it from those whom the provider has taken out meanwhile.
    await settleGroups(context, group.members, [before, groups])
    return answerOf(context)
  },
}

/** Spell for the trail what a group gives its members. */
async function describeMapping(
  { own, by }: AccountContext,
  {
    display_name,
    profile_uuid,
    swarms,
  }: Pick<ProvidedGroup, 'display_name' | 'profile_uuid' | 'swarms'>,
): Promise<string> {
  const profile = profile_uuid && (await unwrap(own.get('profile', profile_uuid, by.sight))).name
  const names: string[] = []
  for (const uuid of swarms) names.push((await unwrap(own.get('swarm', uuid, by.sight))).name)
  return `${display_name}: ${[profile ?? '–', ...names].join(', ')}`
}

async function answerOf({ env, company, origin }: AccountContext) {
  const groups = await listGroups(env.DIRECTORY, company)
  return {
    base_url: `${origin}/scim/v2`,
    groups: groups.map(({ uuid, display_name, members, profile_uuid, swarms }) => ({
      uuid,
      display_name,
      members: members.length,
      profile_uuid,
      swarms,
    })),
  }
}
