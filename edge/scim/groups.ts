import * as v from 'valibot'
import { Name } from '../../domain/fields.ts'
import type { AccountContext } from '../context.ts'
import {
  addGroup,
  listGroups,
  type ProvidedGroup,
  removeGroup,
  renameGroup,
  setMember,
} from '../directory/scim.ts'
import { makeUuid } from '../make-uuid.ts'
import { followGroups } from '../organisation/group-rights.ts'
import { unwrap } from '../outcome.ts'
import { mustHold } from '../store/right.ts'
import { urns } from './documents.ts'
import { findKey, type Json } from './filter.ts'
import { applyPatch, isObject } from './patch.ts'
import { asObject, versionOf } from './people.ts'
import { ScimFault } from './scim-fault.ts'
import { type Found, pageOf, type Wanted } from './search.ts'

const written = ['displayName', 'externalId', 'members']
const mostMembers = 5000

/** List the groups that the provider of a company has made. */
export async function listGroupResources(context: AccountContext): Promise<Json[]> {
  mustHold('users.search', context.by)
  const groups = await listGroups(context.env.DIRECTORY, context.company)
  return groups.map((group) => asResource(context, group))
}

export async function searchGroups(context: AccountContext, wanted: Wanted): Promise<Found> {
  return pageOf(await listGroupResources(context), wanted)
}

export async function readGroup(context: AccountContext, uuid: string): Promise<Json> {
  mustHold('users.search', context.by)
  const { found } = await findGroup(context, uuid)
  return asResource(context, found)
}

async function findGroup({ env, company }: AccountContext, uuid: string) {
  const groups = await listGroups(env.DIRECTORY, company)
  const found = groups.find((group) => group.uuid === uuid)
  if (!found) throw new ScimFault(404, 'There is no such group')
  return { found, groups }
}

function asResource({ origin }: Pick<AccountContext, 'origin'>, group: ProvidedGroup): Json {
  const { uuid, display_name, external_id, members, created_at, updated_at } = group
  const base = `${origin}/scim/v2`
  const resource = {
    schemas: [urns.group],
    id: uuid,
    ...(external_id !== null && { externalId: external_id }),
    displayName: display_name,
    members: members.map((value) => ({ value, $ref: `${base}/Users/${value}` })),
  }
  return {
    ...resource,
    meta: {
      resourceType: 'Group',
      created: created_at,
      lastModified: updated_at,
      location: `${base}/Groups/${uuid}`,
      version: versionOf(resource),
    },
  }
}

/** Make a group. It gives nothing before the company has chosen what. */
export async function createGroup(context: AccountContext, body: unknown): Promise<Json> {
  mustHold('users.edit', context.by)
  const { env, company } = context
  const { members, ...names } = readWritten(asObject(body))
  await checkMembers(context, members)
  const uuid = makeUuid()
  const at = new Date().toISOString()
  if (!(await addGroup(env.DIRECTORY, company, { uuid, ...names }, at))) throw nameTaken()
  await setMembers(context, uuid, members)
  return readGroup(context, uuid)
}

export async function replaceGroup(
  context: AccountContext,
  uuid: string,
  body: unknown,
): Promise<Json> {
  await findGroup(context, uuid)
  return save(context, uuid, asObject(body))
}

export async function patchGroup(
  context: AccountContext,
  uuid: string,
  body: unknown,
): Promise<Json> {
  const before = await readGroup(context, uuid)
  return save(context, uuid, applyPatch(before, body, written))
}

async function save(context: AccountContext, uuid: string, body: Json): Promise<Json> {
  mustHold('users.edit', context.by)
  const { env, company } = context
  const { members, ...names } = readWritten(body)
  await checkMembers(context, members)
  const at = new Date().toISOString()
  if (!(await renameGroup(env.DIRECTORY, company, { uuid, ...names }, at))) throw nameTaken()
  await setMembers(context, uuid, members)
  return readGroup(context, uuid)
}

/** Delete a group: its members lose what it gave. */
export async function deleteGroup(context: AccountContext, uuid: string): Promise<void> {
  mustHold('users.edit', context.by)
  await findGroup(context, uuid)
  await setMembers(context, uuid, [])
  await removeGroup(context.env.DIRECTORY, context.company, uuid)
}

/**
 * Make these people the members, one after the other: first the rights of the person, as the rules of the company allow them,
 * then the membership. What is refused leaves that person as they were.
 */
async function setMembers(
  context: AccountContext,
  group: string,
  members: readonly string[],
): Promise<void> {
  const { env, company } = context
  const { found, groups } = await findGroup(context, group)
  const added = members.filter((user) => !found.members.includes(user))
  const gone = found.members.filter((user) => !members.includes(user))
  for (const user of [...gone, ...added]) {
    const isMember = added.includes(user)
    const now = isMember
      ? [...found.members, user]
      : found.members.filter((member) => member !== user)
    const next = groups.map((one) => (one.uuid === group ? { ...one, members: now } : one))
    await followGroups(context, user, next, groups)
    await setMember(env.DIRECTORY, { company, group, user, isMember, at: new Date().toISOString() })
    found.members = now
  }
}

/** @throws ScimFault `invalidValue` for somebody who is not of the company. */
async function checkMembers(
  { own, by }: AccountContext,
  members: readonly string[],
): Promise<void> {
  const ids = members.filter((user) => v.is(v.pipe(v.string(), v.uuid()), user))
  const found = await unwrap(own.ask({ name: 'peopleOf', uuids: ids }, by.sight))
  if (found.length === members.length) return
  throw new ScimFault(400, 'members: somebody is not a user of this company', 'invalidValue')
}

function readWritten(body: Json): {
  display_name: string
  external_id: string | null
  members: string[]
} {
  const get = (name: string) => body[findKey(body, name) ?? '']
  const name = v.safeParse(Name, get('displayName'))
  if (!name.success) throw new ScimFault(400, 'displayName: a name is needed', 'invalidValue')
  const external = get('externalId') ?? null
  if (external !== null && (typeof external !== 'string' || external.length > 255)) {
    throw new ScimFault(400, 'externalId: a text of at most 255 letters', 'invalidValue')
  }
  const list = get('members') ?? []
  if (!Array.isArray(list) || list.length > mostMembers) {
    throw new ScimFault(400, `members: a list of at most ${mostMembers}`, 'invalidValue')
  }
  const members = (list as unknown[]).map((one) => String(isObject(one) ? one['value'] : one))
  return { display_name: name.output, external_id: external, members: [...new Set(members)] }
}

function nameTaken(): ScimFault {
  return new ScimFault(409, 'Another group has this name', 'uniqueness')
}
