import * as v from 'valibot'
import { userCalls } from '../../domain/calls/users.ts'
import { User } from '../../domain/entities/user.ts'
import { NewEmail, PersonName, Username } from '../../domain/fields.ts'
import { describeIssue } from '../../domain/rules/describe-issue.ts'
import type { AccountContext } from '../context.ts'
import {
  findPeople,
  groupsOf,
  keepPerson,
  listRemoved,
  type ProvidedGroup,
  type ProvidedPerson,
  readPeople,
} from '../directory/scim.ts'
import { users } from '../handlers/users.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { addPerson } from '../organisation/add-person.ts'
import { leastProfile } from '../organisation/group-rights.ts'
import { unwrap } from '../outcome.ts'
import { sha256Hex } from '../crypto/secret.ts'
import { mustHold } from '../store/right.ts'
import { urns } from './documents.ts'
import { type Json, valueOf } from './filter.ts'
import { applyPatch, isObject } from './patch.ts'
import { ScimFault } from './scim-fault.ts'
import { type Found, type Key, keysOf, pageOf, type Wanted } from './search.ts'

/** Facts that a provider writes of a person, checked by the rules of bApp. */
interface Written {
  userName: string
  name: string
  email: string
  phone: string
  active: boolean
  externalId: string | null
}

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
  mustHold('users.search', context.by)
  return pageOf(await describe(context, await findByKeys(context, keys)), wanted)
}

async function readPage(
  context: AccountContext,
  page: { offset: number; limit: number },
): Promise<Found> {
  mustHold('users.search', context.by)
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
    return [asResource(context, person, facts?.external_id ?? null, own)]
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
  mustHold('users.search', context.by)
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
  externalId: string | null,
  groups: readonly Pick<ProvidedGroup, 'uuid' | 'display_name'>[],
): Json {
  const { uuid, username, name, email, phone, active, created_at, updated_at } = person
  const resource = {
    schemas: [urns.user],
    id: uuid,
    ...(externalId !== null && { externalId }),
    userName: username,
    displayName: name,
    name: { formatted: name },
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

/** Return the version of a resource, which changes with what is shown of it. */
export function versionOf(resource: Json): string {
  return `W/"${sha256Hex(JSON.stringify(resource)).slice(0, 20)}"`
}

/** Make a person. Somebody whom the provider has deleted before comes back as the same person. */
export async function createPerson(context: AccountContext, body: unknown): Promise<Json> {
  mustHold('users.create', context.by)
  const given = readWritten(asObject(body), null)
  const before = await findRemoved(context, given.userName)
  const facts = { external_id: given.externalId, removed: false }
  if (before) {
    await write(context, before, given)
    await keepFacts(context, before.uuid, facts)
    return readPerson(context, before.uuid)
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
  if (!given.active) await setActive(context, uuid, false)
  return readPerson(context, uuid)
}

/** Find the person of this name whom the provider has deleted; somebody who has moved to another company is no longer here. */
async function findRemoved(context: AccountContext, userName: string): Promise<User | null> {
  const { env, company } = context
  const people = await findByKeys(context, [{ by: 'name', value: userName }])
  const ids = people.map(({ uuid }) => uuid)
  const known = ids.length > 0 ? await readPeople(env.DIRECTORY, company, ids) : null
  const isSame = ({ username }: User) => username.toLowerCase() === userName.toLowerCase()
  const isGone = ({ uuid, active }: User) => known?.get(uuid)?.removed === true && active === 'N'
  return people.find((person) => isSame(person) && isGone(person)) ?? null
}

export async function replacePerson(
  context: AccountContext,
  uuid: string,
  body: unknown,
): Promise<Json> {
  const before = await readPerson(context, uuid)
  const given = readWritten(asObject(body), before)
  return save(context, uuid, given)
}

export async function patchPerson(
  context: AccountContext,
  uuid: string,
  body: unknown,
): Promise<Json> {
  const before = await readPerson(context, uuid)
  const patched = applyPatch(before, body, written)
  // Two names for one thing: the one that the PATCH has changed counts.
  if (patched['displayName'] !== before['displayName']) delete patched['name']
  else if (JSON.stringify(patched['name']) !== JSON.stringify(before['name'])) {
    delete patched['displayName']
  }
  return save(context, uuid, readWritten(patched, before))
}

async function save(context: AccountContext, uuid: string, given: Written): Promise<Json> {
  const { own, by } = context
  const person = await unwrap(own.get('user', uuid, by.sight))
  await write(context, person, given)
  await keepFacts(context, uuid, { external_id: given.externalId, removed: false })
  return readPerson(context, uuid)
}

/** Write what differs: a change that changes nothing leaves no entry in the trail. */
async function write(context: AccountContext, person: User, given: Written): Promise<void> {
  mustHold('users.edit', context.by)
  const { name, email, phone } = given
  const active = given.active ? ('Y' as const) : ('N' as const)
  const wanted = { name, email, phone, active }
  const changed = Object.entries(wanted).filter(
    ([key, value]) => person[key as keyof typeof wanted] !== value,
  )
  if (changed.length === 0) return
  const body = { ...Object.fromEntries(changed), reason }
  const parsed = v.parse(userCalls.edit.body, body)
  await users.edit(
    { params: { id: person.uuid }, query: undefined, body: parsed },
    withNewOperation(context),
  )
}

/** End the access of a person, or give it back: sessions, keys and open pages end at once. */
async function setActive(context: AccountContext, uuid: string, isActive: boolean): Promise<void> {
  mustHold('users.edit', context.by)
  const body = { active: isActive ? ('Y' as const) : ('N' as const), reason }
  await users.edit({ params: { id: uuid }, query: undefined, body }, withNewOperation(context))
}

/** Return the context of another operation: a request of a provider may be several. */
function withNewOperation(context: AccountContext): AccountContext {
  return { ...context, opId: makeUuid() }
}

/** Deactivate a person: their record and signatures stay, and the provider sees them no more. */
export async function deletePerson(context: AccountContext, uuid: string): Promise<void> {
  const before = await readPerson(context, uuid)
  if (before['active'] === true) await setActive(context, uuid, false)
  const external = before['externalId']
  const external_id = typeof external === 'string' ? external : null
  await keepFacts(context, uuid, { external_id, removed: true })
}

async function keepFacts(context: AccountContext, uuid: string, facts: ProvidedPerson) {
  await mayWrite(context)
  await keepPerson(context.env.DIRECTORY, context.company, uuid, facts)
}

/** Ask for the right again before the directory is written: the store asks by itself, where it changes a person. */
export async function mayWrite({ own, by }: AccountContext): Promise<void> {
  mustHold('users.edit', by)
  await unwrap(own.confirm(by))
}

/**
 * Read what a provider says of a person; names of attributes have no case, and truth values may be texts.
 * @throws ScimFault `invalidValue`, `mutability`
 */
function readWritten(body: Json, before: Json | null): Written {
  const get = (name: string) => valueOf(body, name)
  const userName = check(Username, get('userName') ?? before?.['userName'], 'userName')
  if (before && userName !== before['userName']) {
    throw new ScimFault(400, 'userName stays as it was made', 'mutability')
  }
  const email = firstValue(get('emails')) ?? (before ? null : addressIn(userName))
  const external = get('externalId') ?? null
  if (external !== null && (typeof external !== 'string' || external.length > 255)) {
    throw new ScimFault(400, 'externalId: a text of at most 255 letters', 'invalidValue')
  }
  return {
    userName,
    name: check(PersonName, readName(get('displayName'), get('name')) ?? userName, 'displayName'),
    email: check(NewEmail, email, 'emails'),
    phone: check(User.entries.phone, firstValue(get('phoneNumbers')) ?? '', 'phoneNumbers'),
    // Left out, it stays as it was: nobody gets access by what a provider does not say.
    active: readTruth(get('active') ?? before?.['active'] ?? true),
    externalId: external,
  }
}

function readName(display: unknown, name: unknown): string | null {
  const shown = readText(display, 'displayName')
  if (shown !== '' || (name ?? null) === null) return shown || null
  if (!isObject(name)) throw new ScimFault(400, 'name: an object', 'invalidValue')
  const part = (key: string) => readText(valueOf(name, key), `name.${key}`)
  const joined = part('formatted') || `${part('givenName')} ${part('familyName')}`.trim()
  return joined || null
}

function readText(value: unknown, name: string): string {
  if (typeof value === 'string') return value.trim()
  if (value === undefined || value === null) return ''
  throw new ScimFault(400, `${name}: a text`, 'invalidValue')
}

/** Return the value of the primary item, else of the last one that was added. */
function firstValue(list: unknown): unknown {
  if (!Array.isArray(list) || list.length === 0) return null
  const items = (list as unknown[]).filter(isObject)
  const primaryOf = (item: Json) => valueOf(item, 'primary')
  const chosen = items.findLast((item) => [true, 'true'].includes(primaryOf(item) as string))
  const last = items.length > 1 ? items.at(-1) : undefined
  const added = last && primaryOf(last) === undefined ? valueOf(last, 'value') : null
  const first = chosen ?? items[0]
  return added ?? (first && valueOf(first, 'value')) ?? null
}

function addressIn(userName: string): string | null {
  return userName.includes('@') ? userName : null
}

function readTruth(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text === 'true' || text === 'false') return text === 'true'
  throw new ScimFault(400, 'active: true or false', 'invalidValue')
}

function check<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  name: string,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  const [issue] = read.issues
  throw new ScimFault(400, `${name}: ${describeIssue(issue).message}`, 'invalidValue')
}

/** @throws ScimFault `invalidSyntax` */
export function asObject(body: unknown): Json {
  if (isObject(body)) return body
  throw new ScimFault(400, 'Send an object', 'invalidSyntax')
}

function noPerson(): ScimFault {
  return new ScimFault(404, 'There is no such user')
}
