import * as v from 'valibot'
import { User } from '../../domain/entities/user.ts'
import type { Names } from '../directory/scim.ts'
import { NewEmail, PersonName, Username } from '../../domain/fields.ts'
import { describeIssue } from '../../domain/rules/describe-issue.ts'
import { type Json, valueOf } from './filter.ts'
import { isObject } from './patch.ts'
import { ScimFault } from './scim-fault.ts'

/** Facts that a provider writes of a person, checked by the rules of bApp. */
export interface Written {
  userName: string
  name: string
  email: string
  phone: string
  active: boolean
  externalId: string | null
  /** Parts that the name is put together of; null where it was given as a whole. */
  names: Names | null
}

/**
 * Read what a provider says of a person; names of attributes have no case, and truth values may be texts.
 * @throws ScimFault `invalidValue`, `mutability`
 */
export function readWritten(body: Json, before: Json | null): Written {
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
  const { whole, names } = readName(get('displayName'), get('name'))
  const name = whole || (names ? joinNames(names) : '') || userName
  return {
    userName,
    name: check(PersonName, name, 'displayName'),
    names: whole === '' ? names : null,
    email: check(NewEmail, email, 'emails'),
    phone: check(User.entries.phone, firstValue(get('phoneNumbers')) ?? '', 'phoneNumbers'),
    // Keep what is left out as it was: nobody gets access by what a provider does not say.
    active: readTruth(get('active') ?? before?.['active'] ?? true),
    externalId: external,
  }
}

function readName(display: unknown, name: unknown): { whole: string; names: Names | null } {
  const shown = readText(display, 'displayName')
  if (shown !== '' || (name ?? null) === null) return { whole: shown, names: null }
  if (!isObject(name)) throw new ScimFault(400, 'name: an object', 'invalidValue')
  const part = (key: string) => readText(valueOf(name, key), `name.${key}`)
  const names = { givenName: part('givenName'), familyName: part('familyName') }
  return { whole: part('formatted'), names: joinNames(names) === '' ? null : names }
}

export function joinNames({ givenName, familyName }: Names): string {
  return `${givenName} ${familyName}`.trim()
}

function readText(value: unknown, name: string): string {
  if (typeof value === 'string') return value.trim()
  if (value === undefined || value === null) return ''
  throw new ScimFault(400, `${name}: a text`, 'invalidValue')
}

/**
 * Return the value of the primary item; without one the last of type `work` or of none, else the last. A private address beside
 * that of work gets no links to a password.
 */
function firstValue(list: unknown): unknown {
  if (!Array.isArray(list)) return null
  const items = (list as unknown[]).filter(isObject)
  const is = (item: Json, name: string, wanted: readonly string[]) =>
    wanted.includes(String(valueOf(item, name)).toLowerCase())
  const chosen =
    items.findLast((item) => is(item, 'primary', ['true'])) ??
    items.findLast((item) => is(item, 'type', ['work', 'undefined'])) ??
    items.at(-1)
  return (chosen && valueOf(chosen, 'value')) ?? null
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

export type Facts = Pick<User, 'name' | 'email' | 'phone' | 'active'>

/** Return what a resource shows of a person, in the words of their record. */
export function seenIn(resource: Json): Record<keyof Facts, unknown> {
  return {
    name: resource['displayName'],
    email: firstValue(resource['emails']),
    phone: firstValue(resource['phoneNumbers']) ?? '',
    active: resource['active'] === true ? 'Y' : 'N',
  }
}
