import { utcOf } from '../../domain/calendar.ts'
import type { trashCalls } from '../../domain/calls/trash.ts'
import { Fault } from '../../domain/fault.ts'
import { entities, type Kind } from '../../domain/registry.ts'
import { reachOf } from '../../domain/rules/reach.ts'
import { removedCompanies } from '../directory/people.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { refuseWithout } from '../store/right.ts'
import { storeOf } from './reads.ts'

export const trash: Handlers<typeof trashCalls> = {
  search: async ({ body }, context) => {
    const { by, env, account } = context
    const facts = entities.find((entry) => entry.trash === body.resource)
    if (!facts) throw new Fault('invalid', 'There is no such resource', { field: 'resource' })
    // Ask for the permission of the resource here, because the row has none.
    refuseWithout(facts.permission, by.permissions)
    const until = new Date().toISOString()
    const since = body.since === undefined ? '' : utcOf(body.since)
    if (facts.kind === 'company') {
      const partner = reachOf(account) === 'provider' ? null : account.company_uuid
      return { data: await removedCompanies(env.DIRECTORY, partner, since), until }
    }
    const store = await storeOf(facts.kind, context)
    const kind: Kind = facts.kind
    const rows = await unwrap(store.ask({ name: 'trash', kind, since }, by.sight))
    return { data: rows.map(({ uuid }) => uuid), until }
  },
}
