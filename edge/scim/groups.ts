import * as v from 'valibot'
import { userCalls } from '../../domain/calls/users.ts'
import { Name } from '../../domain/fields.ts'
import type { AccountContext } from '../context.ts'
import {
  addGroup,
  claimGroup,
  listGroups,
  type ProvidedGroup,
  removeGroup,
  renameGroup,
  setMember,
} from '../directory/scim.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { followGroups, followRename, settleGroups } from '../organisation/group-rights.ts'
import { mustHold } from '../store/right.ts'
import { urns } from './documents.ts'
import { type Json, valueOf } from './filter.ts'
import { applyPatch, isObject } from './patch.ts'
import { asObject, countPeople, mayWrite } from './people.ts'
import { ScimFault } from './scim-fault.ts'
import { type Found, pageOf, type Wanted } from './search.ts'
import { baseOf, type Before, changedSince, type Seen, versionOf } from './version.ts'

const written = ['displayName', 'externalId', 'members']
const mostMembers = 5000
/** Most times that a group is emptied before it is removed; each takes another request that puts somebody in. */
const mostTries = 20

/** List the groups that the provider of a company has made. */
export async function listGroupResources(context: AccountContext): Promise<Json[]> {
  mustHold(userCalls.search.needs, context.by)
  const groups = await listGroups(context.env.DIRECTORY, context.company)
  return groups.map((group) => asResource(context, group))
}

export async function searchGroups(context: AccountContext, wanted: Wanted): Promise<Found> {
  return pageOf(await listGroupResources(context), wanted)
}

export async function readGroup(context: AccountContext, uuid: string): Promise<Json> {
  mustHold(userCalls.search.needs, context.by)
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
  const { env, company } = context
  const { members, ...names } = readWritten(asObject(body))
  await checkMembers(context, members)
  await mayWrite(context)
  const uuid = makeUuid()
  const at = new Date().toISOString()
  if (!(await addGroup(env.DIRECTORY, company, { uuid, ...names }, at))) throw nameTaken()
  await setMembers(context, uuid, { added: members, gone: [] })
  return readGroup(context, uuid)
}

export async function replaceGroup(
  context: AccountContext,
  uuid: string,
  body: unknown,
  seen: Seen,
): Promise<Json> {
  const before = await readGroup(context, uuid)
  const base = baseOf(before, seen)
  return save(context, uuid, asObject(body), { before, base })
}

export async function patchGroup(
  context: AccountContext,
  uuid: string,
  body: unknown,
  seen: Seen,
): Promise<Json> {
  const before = await readGroup(context, uuid)
  const base = baseOf(before, seen)
  return save(context, uuid, applyPatch(before, body, written), { before, base })
}

/** Go on only where the group has not been changed since `base`: of two writes of what a provider saw, the second is refused. */
async function claim(
  { env, company }: AccountContext,
  uuid: string,
  base: string | undefined,
): Promise<void> {
  if (base === undefined) return
  const at = new Date().toISOString()
  if (!(await claimGroup(env.DIRECTORY, company, { uuid, seen: base, at }))) throw changedSince()
}

/** Write what differs: providers add people to a group by several requests at once. */
async function save(
  context: AccountContext,
  uuid: string,
  body: Json,
  { before, base }: Before,
): Promise<Json> {
  const { env, company } = context
  const given = readWritten(body)
  const seen = membersIn(before)
  const added = given.members.filter((user) => !seen.includes(user))
  const gone = seen.filter((user) => !given.members.includes(user))
  await checkMembers(context, added)
  await mayWrite(context)
  await claim(context, uuid, base)
  const { found, groups } = await findGroup(context, uuid)
  const isRenamed = given.display_name !== before['displayName']
  const display_name = isRenamed ? given.display_name : found.display_name
  const isNumbered = given.external_id !== (before['externalId'] ?? null)
  const external_id = isNumbered ? given.external_id : found.external_id
  if (isRenamed || isNumbered) {
    if (groups.some((one) => one !== found && isNamed(one, display_name))) throw nameTaken()
    const names = { uuid, display_name, external_id }
    const write = async () => {
      await mayWrite(context)
      return renameGroup(env.DIRECTORY, company, names, new Date().toISOString())
    }
    const stay = found.members.filter((user) => !gone.includes(user))
    const renamed = { found, display_name, members: stay }
    const isSame = display_name === found.display_name
    const isFree = await (isSame ? write() : followRename(context, groups, renamed, write))
    if (!isFree) throw nameTaken()
  }
  await setMembers(context, uuid, { added, gone })
  return readGroup(context, uuid)
}

/** Delete a group: its members lose what it gave. */
export async function deleteGroup(
  context: AccountContext,
  uuid: string,
  seen: Seen,
): Promise<void> {
  const base = baseOf(await readGroup(context, uuid), seen)
  await mayWrite(context)
  await claim(context, uuid, base)
  for (let tried = 0; tried < mostTries; tried++) {
    // Take out also those whom another request has put in meanwhile: they would keep what it gave them.
    // oxlint-disable-next-line no-await-in-loop
    if (await emptyGroup(context, uuid)) return
  }
  throw changedSince()
}

/** Take everybody out of a group, and remove it. Returns false where somebody has been put into it meanwhile. */
async function emptyGroup(context: AccountContext, uuid: string): Promise<boolean> {
  const { found } = await findGroup(context, uuid)
  await setMembers(context, uuid, { added: [], gone: found.members })
  await mayWrite(context)
  return removeGroup(context.env.DIRECTORY, context.company, uuid)
}

/**
 * Put people into a group and take others out, one after the other: first the rights of the person, as the rules of the company allow them,
 * then the membership. What is refused leaves that person as they were.
 */
async function setMembers(
  context: AccountContext,
  group: string,
  wanted: { added: readonly string[]; gone: readonly string[] },
): Promise<void> {
  const { env, company } = context
  const { found, groups } = await findGroup(context, group)
  const added = wanted.added.filter((user) => !found.members.includes(user))
  const gone = wanted.gone.filter((user) => found.members.includes(user))
  const withMembers = (now: string[]) =>
    groups.map((one) => (one.uuid === group ? { ...one, members: now } : one))
  const before = found.members
  for (const user of [...gone, ...added]) {
    const isMember = added.includes(user)
    const others = before.filter((member) => member !== user)
    const next = withMembers(isMember ? [...others, user] : others)
    await followGroups(context, [user], next, groups)
    await mayWrite(context)
    await setMember(env.DIRECTORY, { company, group, user, isMember, at: new Date().toISOString() })
  }
  // Let count what other requests and administrators have changed meanwhile.
  const kept = before.filter((user) => !gone.includes(user))
  const both = withMembers([...before, ...added])
  await settleGroups(context, [...gone, ...added], [groups, both, withMembers([...kept, ...added])])
}

/** @throws ScimFault `invalidValue` for somebody whom the provider does not see: of another company, deleted, a service account. */
async function checkMembers(context: AccountContext, members: readonly string[]): Promise<void> {
  if ((await countPeople(context, members)) === members.length) return
  throw new ScimFault(400, 'members: somebody is not a user of this company', 'invalidValue')
}

function readWritten(body: Json): {
  display_name: string
  external_id: string | null
  members: string[]
} {
  const get = (name: string) => valueOf(body, name)
  const name = v.safeParse(Name, get('displayName'))
  if (!name.success) throw new ScimFault(400, 'displayName: a name is needed', 'invalidValue')
  const external = get('externalId') ?? null
  if (external !== null && (typeof external !== 'string' || external.length > 255)) {
    throw new ScimFault(400, 'externalId: a text of at most 255 letters', 'invalidValue')
  }
  return { display_name: name.output, external_id: external, members: membersIn(body) }
}

/** @throws ScimFault `invalidValue` */
function membersIn(body: Json): string[] {
  const list = valueOf(body, 'members') ?? []
  if (!Array.isArray(list) || list.length > mostMembers) {
    throw new ScimFault(400, `members: a list of at most ${mostMembers}`, 'invalidValue')
  }
  const members = (list as unknown[]).map((one) => {
    const value = isObject(one) ? valueOf(one, 'value') : one
    return typeof value === 'string' ? value : ''
  })
  return [...new Set(members)]
}

/** Compare a name as the index of the directory does: ASCII letters have no case. */
function isNamed({ display_name }: ProvidedGroup, name: string): boolean {
  const fold = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return fold(display_name) === fold(name)
}

function nameTaken(): ScimFault {
  return new ScimFault(409, 'Another group has this name', 'uniqueness')
}
