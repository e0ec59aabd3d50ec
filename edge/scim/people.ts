import * as v from 'valibot'
import { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import type { AccountContext } from '../context.ts'
import {
  findPeople,
  groupsOf,
  keepPerson,
  leaveGroups,
  listGroups,
  listRemoved,
  type ProvidedGroup,
  type ProvidedPerson,
  readPeople,
} from '../directory/scim.ts'
import { users } from '../handlers/users.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { addPerson } from '../organisation/add-person.ts'
import { followGroups, leastProfile, settleGroups } from '../organisation/group-rights.ts'
import { unwrap } from '../outcome.ts'
import { mustHold } from '../store/right.ts'
import { urns } from './documents.ts'
import { type Json, valueOf } from './filter.ts'
import { applyPatch, isObject } from './patch.ts'
import { type Facts, joinNames, readWritten, seenIn, type Written } from './read-person.ts'
import { ScimFault } from './scim-fault.ts'
import { type Found, type Key, keysOf, pageOf, type Wanted } from './search.ts'
import { baseOf, type Before, changedSince, type Seen, versionOf } from './version.ts'

const written = [
  'userName',
  'displayName',
  'name',
  'emails',
  'phoneNumbers',
  'active',
  'externalId',
]
/** Reason in the trail. */
const reason = 'Written by the identity provider'
/** More people than a company has. */
const everybody = 1_000_000

/** List the people of a company as its provider sees them, without those whom it has deleted. */
export async function listPeople(context: AccountContext): Promise<Json[]> {
  return (await readPage(context, { offset: 0, limit: everybody })).page
}

/**
 * Search people. A filter by name or id reads those whom it names, no filter the page, any other filter everybody: providers
 * ask for each person by name before they write them, and ten thousand times ten thousand would be read.
 */
export async function searchPeople(context: AccountContext, wanted: Wanted): Promise<Found> {
  const { filter, offset, count } = wanted
  if (filter === null) return readPage(context, { offset, limit: count })
  const keys = keysOf(filter)
  if (keys === null) return pageOf(await listPeople(context), wanted)
  mustHold(userCalls.search.needs, context.by)
  return pageOf(await describe(context, await findByKeys(context, keys)), wanted)
}

async function readPage(
  context: AccountContext,
  page: { offset: number; limit: number },
): Promise<Found> {
  mustHold(userCalls.search.needs, context.by)
  const { own, by, env, company } = context
  const gone = await listRemoved(env.DIRECTORY, company)
  const { data, total } = await unwrap(own.ask({ name: 'peopleBut', gone, ...page }, by.sight))
  return { page: await describe(context, data), total }
}

async function findByKeys(
  { own, by, env, company }: AccountContext,
  keys: readonly Key[],
): Promise<User[]> {
  const valuesOf = (wanted: Key['by']) =>
    keys.filter((key) => key.by === wanted).map(({ value }) => value)
  const named = { names: valuesOf('name'), externalIds: valuesOf('externalId') }
  const uuids = [...valuesOf('id'), ...(await findPeople(env.DIRECTORY, company, named))]
  return uuids.length === 0 ? [] : unwrap(own.ask({ name: 'peopleOf', uuids }, by.sight))
}

/** Describe people as their provider sees them, without those whom it has deleted, and without service accounts. */
async function describe(context: AccountContext, people: readonly User[]): Promise<Json[]> {
  if (people.length === 0) return []
  const { env, company } = context
  const ids = people.map(({ uuid }) => uuid)
  const [known, groups] = await Promise.all([
    readPeople(env.DIRECTORY, company, ids),
    groupsOf(env.DIRECTORY, company, ids),
  ])
  return people.flatMap((person) => {
    const facts = known.get(person.uuid)
    if (person.service || (facts?.removed && person.active === 'N')) return []
    const own = groups.get(person.uuid) ?? []
    return [asResource(context, person, facts, own)]
  })
}

/** Count those of some ids that are people as their provider sees them. */
export async function countPeople(
  context: AccountContext,
  ids: readonly string[],
): Promise<number> {
  const { own, by } = context
  const uuids = ids.filter((one) => v.is(userId, one))
  return (await describe(context, await unwrap(own.ask({ name: 'peopleOf', uuids }, by.sight))))
    .length
}

/** @throws Fault `not_found`, the same for a stranger, a person of another company and one whom the provider has deleted. */
export async function readPerson(context: AccountContext, uuid: string): Promise<Json> {
  mustHold(userCalls.search.needs, context.by)
  const { own, by } = context
  const person = v.is(userId, uuid) ? await unwrap(own.get('user', uuid, by.sight)) : null
  const [found] = person ? await describe(context, [person]) : []
  if (!found) throw noPerson()
  return found
}

const userId = v.pipe(v.string(), v.uuid())

function asResource(
  { origin }: Pick<AccountContext, 'origin'>,
  person: User,
  facts: ProvidedPerson | undefined,
  groups: readonly Pick<ProvidedGroup, 'uuid' | 'display_name'>[],
): Json {
  const { uuid, username, name, email, phone, active, created_at, updated_at } = person
  const externalId = facts?.external_id ?? null
  const names = facts?.names ?? null
  const resource = {
    schemas: [urns.user],
    id: uuid,
    ...(externalId !== null && { externalId }),
    userName: username,
    displayName: name,
    // Compare with the name of now, which an administrator may have changed since.
    name: { formatted: name, ...(names && joinNames(names) === name && names) },
    emails: [{ value: email, type: 'work', primary: true }],
    ...(phone && { phoneNumbers: [{ value: phone, type: 'work' }] }),
    active: active === 'Y',
    groups: groups.map((group) => ({ value: group.uuid, display: group.display_name })),
  }
  return {
    ...resource,
    meta: {
      resourceType: 'User',
      created: created_at,
      lastModified: updated_at,
      location: `${origin}/scim/v2/Users/${uuid}`,
      version: versionOf(resource),
    },
  }
}

/**
 * Make a person. Somebody whom the provider has deleted before comes back as the same person.
 * @throws ScimFault `uniqueness` where the provider means another person by its own id: nobody gets the account, and with it the
 * name and signatures, of somebody else (21 CFR 11.100(a)).
 */
export async function createPerson(context: AccountContext, body: unknown): Promise<Json> {
  mustHold(userCalls.create.needs, context.by)
  const given = readWritten(asObject(body), null)
  const before = await findRemoved(context, given.userName)
  const facts = { external_id: given.externalId, removed: false, names: given.names }
  if (before) {
    const { person, had } = before
    if (had !== null && given.externalId !== null && had !== given.externalId) throw anotherPerson()
    await write(context, person, given, {})
    await keepFacts(context, person.uuid, facts)
    return readPerson(context, person.uuid)
  }
  const { userName: username, name, email, phone } = given
  const fresh = {
    username,
    name,
    email,
    phone,
    profile_uuid: leastProfile(context.company),
    swarms: [],
  }
  const { uuid } = await addPerson(context, fresh, 'provider')
  await keepFacts(context, uuid, facts)
  if (!given.active) await endAccess(context, uuid)
  return readPerson(context, uuid)
}

/**
 * Find the person of this name whom the provider has deleted, with the id that it had for them; somebody who has moved to another
 * company is no longer here.
 */
async function findRemoved(
  context: AccountContext,
  userName: string,
): Promise<{ person: User; had: string | null } | null> {
  const { env, company } = context
  const people = await findByKeys(context, [{ by: 'name', value: userName }])
  const ids = people.map(({ uuid }) => uuid)
  if (ids.length === 0) return null
  const known = await readPeople(env.DIRECTORY, company, ids)
  const isSame = ({ username }: User) => username.toLowerCase() === userName.toLowerCase()
  const isGone = ({ uuid, active }: User) => known.get(uuid)?.removed === true && active === 'N'
  const person = people.find((one) => isSame(one) && isGone(one))
  return person ? { person, had: known.get(person.uuid)?.external_id ?? null } : null
}

export async function replacePerson(
  context: AccountContext,
  uuid: string,
  body: unknown,
  seen: Seen,
): Promise<Json> {
  const before = await readPerson(context, uuid)
  const base = baseOf(before, seen)
  return save(context, uuid, readWritten(asObject(body), before), { before, base })
}

export async function patchPerson(
  context: AccountContext,
  uuid: string,
  body: unknown,
  seen: Seen,
): Promise<Json> {
  const before = await readPerson(context, uuid)
  const base = baseOf(before, seen)
  const patched = applyPatch(before, body, written)
  // Take the one of two names for the same thing that the PATCH has changed.
  if (patched['displayName'] !== before['displayName']) delete patched['name']
  else if (JSON.stringify(patched['name']) !== JSON.stringify(before['name'])) {
    delete patched['displayName']
    patched['name'] = newestName(patched['name'], before['name'])
  }
  return save(context, uuid, readWritten(patched, before), { before, base })
}

/** Leave the whole name out where its parts are known and were changed alone. */
function newestName(name: unknown, before: unknown): unknown {
  if (!isObject(name) || !isObject(before)) return name
  const [is, was] = [name, before].map((one) => valueOf(one, 'formatted'))
  const isKnown = ['givenName', 'familyName'].every((part) => valueOf(name, part) !== undefined)
  return is === was && isKnown ? { ...name, formatted: undefined } : name
}

async function save(
  context: AccountContext,
  uuid: string,
  given: Written,
  { before, base }: Before,
): Promise<Json> {
  const { own, by, env, company } = context
  const person = await unwrap(own.get('user', uuid, by.sight))
  const known = (await readPeople(env.DIRECTORY, company, [uuid])).get(uuid)
  const { externalId: external_id } = given
  const had = (before['externalId'] as string | undefined) ?? null
  // Take the id before the person is written, where both must be as they were seen: neither is written without the other.
  const isTaken = base !== undefined && external_id !== had
  if (isTaken && !(await keepFacts(context, uuid, { external_id }, had))) throw changedSince()
  try {
    await write(context, person, given, { seen: seenIn(before), base })
  } catch (error) {
    if (isTaken) await keepFacts(context, uuid, { external_id: had }, external_id)
    throw error
  }
  const isNamed = given.names !== null || given.name !== before['displayName']
  const facts: Partial<ProvidedPerson> = {
    ...(isNamed && { names: given.names }),
    ...(external_id !== had && !isTaken && { external_id }),
    // Keep somebody whom an administrator has given access again after the provider had deleted them.
    ...(known?.removed && person.active === 'Y' && { removed: false }),
  }
  if (Object.keys(facts).length > 0) await keepFacts(context, uuid, facts)
  return readPerson(context, uuid)
}

/**
 * Write what differs: a change that changes nothing leaves no entry in the trail.
 * @param seen what the provider saw of the person. What it leaves as that was stays as it is now: an administrator may have
 * changed it meanwhile.
 * @throws Fault `stale` where the person has been changed since `base`.
 */
async function write(
  context: AccountContext,
  person: User,
  given: Written,
  { seen = person, base }: { seen?: Record<keyof Facts, unknown>; base?: string | undefined },
): Promise<void> {
  mustHold(userCalls.edit.needs, context.by)
  const { name, email, phone } = given
  const wanted: Facts = { name, email, phone, active: given.active ? 'Y' : 'N' }
  const changed = Object.entries(wanted).filter(([key, value]) =>
    [person, seen].every((one) => one[key as keyof Facts] !== value),
  )
  if (changed.length === 0) return
  const body = { ...Object.fromEntries(changed), reason, base }
  const parsed = v.parse(userCalls.edit.body, body)
  await users.edit(
    { params: { id: person.uuid }, query: undefined, body: parsed },
    withNewOperation(context),
  )
}

/** End the access of a person: sessions, keys and open pages end at once. */
async function endAccess(context: AccountContext, uuid: string, base?: string): Promise<void> {
  mustHold(userCalls.edit.needs, context.by)
  const body = { active: 'N' as const, reason, base }
  await users.edit({ params: { id: uuid }, query: undefined, body }, withNewOperation(context))
}

/** Return the context of another operation: a request of a provider may be several. */
function withNewOperation(context: AccountContext): AccountContext {
  return { ...context, opId: makeUuid() }
}

/** Deactivate a person: their record and signatures stay, and the provider sees them no more. */
export async function deletePerson(
  context: AccountContext,
  uuid: string,
  seen: Seen,
): Promise<void> {
  const before = await readPerson(context, uuid)
  const base = baseOf(before, seen)
  if (before['active'] === true) await endAccess(context, uuid, base)
  await leaveAllGroups(context, uuid)
  await keepFacts(context, uuid, { removed: true })
}

/** Take a person out of their groups, and what these gave them: made again, they have what the provider gives them then. */
async function leaveAllGroups(context: AccountContext, user: string): Promise<void> {
  const { env, company } = context
  const before = await listGroups(env.DIRECTORY, company)
  if (!before.some(({ members }) => members.includes(user))) return
  const after = before.map((group) => ({
    ...group,
    members: group.members.filter((member) => member !== user),
  }))
  await followGroups(context, [user], after, before)
  await mayWrite(context)
  // Read them again, since another request may have put the person into one meanwhile.
  const left = await listGroups(env.DIRECTORY, company)
  await leaveGroups(env.DIRECTORY, { company, user, at: new Date().toISOString() })
  await settleGroups(context, [user], [before, left])
}

/** @returns false where the id that the provider has for the person is another than the one that was seen. */
async function keepFacts(
  context: AccountContext,
  user: string,
  facts: Partial<ProvidedPerson>,
  seen?: string | null,
): Promise<boolean> {
  await mayWrite(context)
  const { env, company } = context
  return keepPerson(env.DIRECTORY, { company, user, facts, seen })
}

/** Ask for the right again before the directory is written: the store asks by itself, where it changes a person. */
export async function mayWrite({ own, by }: AccountContext): Promise<void> {
  mustHold(userCalls.edit.needs, by)
  await unwrap(own.confirm(by))
}

/** @throws ScimFault `invalidSyntax` */
export function asObject(body: unknown): Json {
  if (isObject(body)) return body
  throw new ScimFault(400, 'Send an object', 'invalidSyntax')
}

function anotherPerson(): ScimFault {
  const how = 'if it is the same person, an administrator gives their account access again'
  return new ScimFault(
    409,
    `userName: it was somebody else's (another externalId); ${how}`,
    'uniqueness',
  )
}

function noPerson(): ScimFault {
  return new ScimFault(404, 'There is no such user')
}
