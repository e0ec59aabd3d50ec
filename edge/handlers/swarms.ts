import type { SwarmWithMembers, swarmCalls } from '../../domain/calls/swarms.ts'
import type { Device } from '../../domain/entities/device.ts'
import { type Swarm, swarm } from '../../domain/entities/swarm.ts'
import type { User } from '../../domain/entities/user.ts'
import type { AccountContext } from '../context.ts'
import { mapMerged } from '../directory/scim.ts'
import { moveToSwarm } from '../directory/webhooks.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { swarmChoices } from '../organisation/swarm-choices.ts'
import { describeChange, writeDueEntries } from '../session/due-entries.ts'
import type { PageQuery } from '../../domain/calls/shapes.ts'
import {
  choicesOf,
  createFormHandler,
  formHandler,
  getHandler,
  searchHandler,
  withoutNext,
} from './reads.ts'
import { createHandler, deleteHandler, editHandler } from './writes.ts'

const find = getHandler(swarm)
const list = searchHandler(swarm)
const remove = deleteHandler(swarm)

const noOptions = () => ({})

/** Add to swarms the people and devices in them that the account sees. */
async function withMembers(
  swarms: readonly Swarm[],
  { own, by }: AccountContext,
): Promise<SwarmWithMembers[]> {
  const uuids = swarms.map(({ uuid }) => uuid)
  const members = await unwrap(own.ask({ name: 'swarmMembers', swarms: uuids }, by.sight))
  const inside = (uuid: string, kind: string) =>
    members
      .filter((one) => one.swarm === uuid && one.kind === kind)
      .map((one) => ({ uuid: one.uuid, name: one.name }))
  const sees = (kind: string) => by.sight.kinds.includes(kind)
  return swarms.map((one) => ({
    ...one,
    ...(sees('user') ? { users: inside(one.uuid, 'user') } : {}),
    ...(sees('device') ? { devices: inside(one.uuid, 'device') } : {}),
  }))
}

/** List people or devices of a swarm. Looks the swarm up first, so that one out of sight answers like a missing one. */
async function membersOf<Kind extends 'user' | 'device'>(
  kind: Kind,
  { params, query }: { params: { id: string }; query: PageQuery },
  context: AccountContext,
) {
  await find({ params }, context)
  const { own, by } = context
  const filter = { fields: { swarms: params.id } }
  const page = withoutNext(await unwrap(own.list(kind, query, by.sight, filter)))
  return page as { data: (Kind extends 'user' ? User : Device)[]; pages: number; total: number }
}

async function formOf(kind: 'user' | 'device', id: string, context: AccountContext) {
  const record = await find({ params: { id } }, context)
  const [shown] = await withMembers([record], context)
  return {
    record: shown ?? record,
    options: { [`${kind}s`]: (await choicesOf(kind, context)) ?? [] },
  }
}

async function link(
  kind: 'user' | 'device',
  uuid: string,
  given: { members: string[]; seen: string[] | undefined; reason: string | undefined },
  context: AccountContext,
): Promise<SwarmWithMembers> {
  const { own, by, opId } = context
  const { members, seen, reason = '' } = given
  await unwrap(own.change({ type: 'swarm.members', uuid, kind, members, seen, reason }, opId, by))
  const record = await find({ params: { id: uuid } }, context)
  const [shown] = await withMembers([record], context)
  return shown ?? record
}

export const swarms: Handlers<typeof swarmCalls> = {
  search: async (input, context) => {
    const page = await list(input, context)
    if (input.query.extended !== '1') return page
    return { ...page, data: await withMembers(page.data, context) }
  },
  get: find,
  createForm: createFormHandler(noOptions),
  create: createHandler(swarm, ({ company }) => ({ company_uuid: company })),
  editForm: formHandler(swarm, noOptions),
  edit: editHandler(swarm),
  delete: remove,
  products: async (input, context) => membersOf('device', input, context),
  users: async (input, context) => membersOf('user', input, context),
  uses: async ({ params }, context) => {
    // Look it up first: a swarm that is not there has no counts.
    await find({ params }, context)
    const { own, by } = context
    return unwrap(own.ask({ name: 'swarmEffect', swarm: params.id }, by.sight))
  },
  mergeForm: formHandler(swarm, async (context, { uuid }) => ({
    swarm_uuid: (await swarmChoices(context)).filter(({ value }) => value !== uuid),
  })),
  merge: async ({ params, body }, context) => {
    const { own, by, opId } = context
    const { swarm_uuid: into, reason } = body
    const before = await unwrap(own.ask({ name: 'swarmUses', swarm: params.id }, by.sight))
    const change = { type: 'swarm.merge', uuid: params.id, into, reason } as const
    const target = await unwrap(own.change(change, opId, by))
    const { records: kept } = await unwrap(
      own.ask({ name: 'swarmUses', swarm: params.id }, by.sight),
    )
    await followMerge(context, { from: params.id, into, stays: kept > 0 })
    return { swarm: target, moved: before.records - kept, kept }
  },
  linkProductForm: async ({ params }, context) => formOf('device', params.id, context),
  linkProduct: async ({ params, body: { devices, seen, reason } }, context) =>
    link('device', params.id, { members: devices, seen, reason }, context),
  linkUserForm: async ({ params }, context) => formOf('user', params.id, context),
  linkUser: async ({ params, body: { users, seen, reason } }, context) =>
    link('user', params.id, { members: users, seen, reason }, context),
}

/** Let webhooks and groups of the directory that name a merged swarm name the other one, each with an entry in the trail. */
async function followMerge(
  context: AccountContext,
  merge: { from: string; into: string; stays: boolean },
): Promise<void> {
  const { env, company } = context
  await moveToSwarm(env.DIRECTORY, company, merge, describeChange(context, 'webhook_saved', ''))
  await mapMerged(env.DIRECTORY, merge, describeChange(context, 'group_mapped', ''))
  await writeDueEntries(env, company)
}
