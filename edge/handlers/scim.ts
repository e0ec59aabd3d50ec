import type { scimCalls } from '../../domain/calls/scim.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { listGroups, mapGroup } from '../directory/scim.ts'
import type { Handlers } from '../mount.ts'
import { followGroups } from '../organisation/group-rights.ts'
import { unwrap } from '../outcome.ts'
import { mustHold } from '../store/right.ts'

export const scimSettings: Handlers<typeof scimCalls> = {
  read: async (_, context) => answerOf(context),
  mapGroup: async ({ params, body }, context) => {
    const { env, company, own, by } = context
    mustHold('users.edit', by)
    const before = await listGroups(env.DIRECTORY, company)
    const group = before.find(({ uuid }) => uuid === params.id)
    if (!group) throw new Fault('not_found', 'No such group')
    if (body.profile_uuid !== null) await unwrap(own.get('profile', body.profile_uuid, by.sight))
    for (const swarm of body.swarms) await unwrap(own.get('swarm', swarm, by.sight))
    const mapped = { ...group, ...body }
    const groups = before.map((one) => (one === group ? mapped : one))
    await unwrap(own.confirm(by))
    // People first: what the rules refuse for one of them is not kept for later members either.
    for (const user of group.members) await followGroups(context, user, groups, before)
    await mapGroup(env.DIRECTORY, company, mapped)
    return answerOf(context)
  },
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
