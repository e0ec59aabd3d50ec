import * as v from 'valibot'
import { userCalls } from '../../domain/calls/users.ts'
import { User } from '../../domain/entities/user.ts'
import { NewEmail, PersonName, Username } from '../../domain/fields.ts'
import { describeIssue } from '../../domain/rules/describe-issue.ts'
import type { AccountContext } from '../context.ts'
import {
  keepPerson,
  listGroups,
  type ProvidedGroup,
  type ProvidedPerson,
  readPeople,
} from '../directory/scim.ts'
import { users } from '../handlers/users.ts'
import { makeUuid } from '../make-uuid.ts'
import { addPerson } from '../organisation/add-person.ts'
import { leastProfile } from '../organisation/group-rights.ts'
import { unwrap } from '../outcome.ts'
import { sha256Hex } from '../secret.ts'
import { mustHold } from '../store/right.ts'
import { urns } from './documents.ts'
import { type Json, valueOf } from './filter.ts'
import { applyPatch, isObject } from './patch.ts'
import { ScimFault } from './scim-fault.ts'

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
/** People are read by so many. */
const pageSize = 500

/** List the people of a company as its provider sees them, without those whom it has deleted. */
export async function listPeople(context: AccountContext): Promise<Json[]> {
  mustHold('users.search', context.by)
  const { own, by, env, company } = context
  const [known, groups] = await Promise.all([
    readPeople(env.DIRECTORY, company),
    listGroups(env.DIRECTORY, company),
  ])
  const people: User[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { page: String(page), limit: String(pageSize), order: 'created_at ASC' }
    const found = await unwrap(own.list('user', query, by.sight))
    people.push(...found.data.filter(({ service }) => !service))
    pages = found.pages
  }
  return people.flatMap((person) => {
    const facts = known.get(person.uuid)
    const isGone = facts?.removed === true && person.active === 'N'
    return isGone ? [] : [asResource(context, person, facts?.external_id ?? null, groups)]
  })
}

/** @throws Fault `not_found`, the same for a stranger, a person of another company and one whom the provider has deleted. */
export async function readPerson(context: AccountContext, uuid: string): Promise<Json> {
  mustHold('users.search', context.by)
  const { own, by, env, company } = context
  const person = v.is(userId, uuid) ? await unwrap(own.get('user', uuid, by.sight)) : null
  const facts = (await readPeople(env.DIRECTORY, company)).get(uuid)
  if (!person || person.service || (facts?.removed && person.active === 'N')) throw noPerson()
  const groups = await listGroups(env.DIRECTORY, company)
  return asResource(context, person, facts?.external_id ?? null, groups)
}

const userId = v.pipe(v.string(), v.uuid())

function asResource(
  { origin }: Pick<AccountContext, 'origin'>,
  person: User,
  externalId: string | null,
  groups: readonly ProvidedGroup[],
): Json {
  const { uuid, username, name, email, phone, active, created_at, updated_at } = person
  const own = groups.filter(({ members }) => members.includes(uuid))
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
    groups: own.map((group) => ({ value: group.uuid, display: group.display_name })),
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
  const { env, company } = context
  const given = readWritten(asObject(body), null)
  const known = await readPeople(env.DIRECTORY, company)
  const before = await findRemoved(context, given.userName, known)
  const facts = { external_id: given.externalId, removed: false }
  if (before) {
    await write(context, before, given)
    await keepFacts(context, before.uuid, facts)
    return readPerson(context, before.uuid)
  }
  const { userName: username, name, email, phone } = given
  const fresh = { username, name, email, phone, profile_uuid: leastProfile(company), swarms: [] }
  const { uuid } = await addPerson(context, fresh, 'provider')
  await keepFacts(context, uuid, facts)
  if (!given.active) await setActive(context, uuid, false)
  return readPerson(context, uuid)
}

async function findRemoved(
  { own, by }: AccountContext,
  userName: string,
  known: Awaited<ReturnType<typeof readPeople>>,
): Promise<User | null> {
  for (const [uuid, { removed }] of known) {
    if (!removed) continue
    const found = await own.get('user', uuid, by.sight)
    // Somebody who has moved to another company since.
    if (!found.ok) continue
    const person = found.value
    const isSame = person.username.toLowerCase() === userName.toLowerCase()
    if (isSame && person.active === 'N') return person
  }
  return null
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
