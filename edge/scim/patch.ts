import {
  countTerms,
  findKey,
  type Filter,
  type Json,
  readFilter,
  stepsOf,
  testOf,
  valueOf,
} from './filter.ts'
import { ScimFault } from './scim-fault.ts'

/** Attributes of RFC 7643 that bApp does not keep: providers send them, and they change nothing. */
const passedOver = new Set(
  [
    'addresses entitlements ims locale nickname password photos preferredlanguage profileurl roles timezone title',
    'usertype x509certificates schemas meta id groups',
  ].flatMap((line) => line.split(' ')),
)

/** Most comparisons of a PATCH: a thousand people go out of a group of five thousand by a condition each. */
const mostCompared = 5_000_000

interface Path {
  name: string
  of: Filter | null
  sub: string | null
}

/**
 * Apply the operations of a PATCH (RFC 7644 section 3.5.2) to a copy of a resource, in the dialects of Entra (`Add`, values as
 * texts, dotted names in an object) and Okta (an object without a path).
 * @param known names of the attributes that can be written, as the schema spells them.
 * @throws ScimFault `invalidSyntax`, `invalidPath`, `invalidValue`, `noTarget`, `tooMany`
 */
export function applyPatch(resource: Json, body: unknown, known: readonly string[]): Json {
  const operations = isObject(body) ? valueOf(body, 'Operations') : undefined
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > 1000) {
    throw new ScimFault(400, 'A PATCH has between 1 and 1000 Operations', 'invalidSyntax')
  }
  const next = structuredClone(resource)
  let compared = 0
  const spend = (count: number) => {
    compared += count
    if (compared <= mostCompared) return
    throw new ScimFault(400, 'Send fewer conditions in one PATCH', 'tooMany')
  }
  for (const operation of operations as unknown[]) applyOne(next, operation, { known, spend })
  return next
}

interface Rules {
  known: readonly string[]
  /** Counts what is compared. @throws ScimFault `tooMany` */
  spend: (count: number) => void
}

function applyOne(resource: Json, operation: unknown, rules: Rules): void {
  if (!isObject(operation)) throw new ScimFault(400, 'An operation is an object', 'invalidSyntax')
  const [named, path, value] = ['op', 'path', 'value'].map((name) => valueOf(operation, name))
  const op = typeof named === 'string' ? named.toLowerCase() : ''
  if (!['add', 'replace', 'remove'].includes(op)) {
    throw new ScimFault(400, 'An operation adds, replaces or removes', 'invalidSyntax')
  }
  // Refuse a missing value, which would empty a list or set a default if it were taken for nothing.
  if (op !== 'remove' && value === undefined) {
    throw new ScimFault(400, 'What is added or replaced needs a value', 'invalidValue')
  }
  if (path === undefined || path === null || path === '') {
    if (op === 'remove') throw new ScimFault(400, 'What is removed needs a path', 'noTarget')
    if (!isObject(value)) throw new ScimFault(400, 'Without a path give an object', 'invalidValue')
    for (const [name, one] of Object.entries(value)) {
      if (isObject(one) && /^urn:/i.test(name)) continue
      applyAt(resource, op, readPath(name), one, rules)
    }
    return
  }
  if (typeof path !== 'string') throw badPath()
  applyAt(resource, op, readPath(path), value, rules)
}

function readPath(text: string): Path {
  const [, name = '', inner, sub] =
    /^((?:urn:[\w:.-]+:)?[\w$.-]+)(?:\[(.{1,500})\](?:\.([\w$]+))?)?$/i.exec(text) ?? []
  // Pass over attributes of extensions, of which bApp has none.
  if (/^urn:/i.test(name) && !/:core:2\.0:(?:User|Group):/i.test(name)) {
    return { name, of: null, sub: null }
  }
  const [first = '', second = null, ...more] = stepsOf(name)
  if (first === '' || more.length > 0) throw badPath()
  return { name: first, of: inner === undefined ? null : readFilter(inner), sub: sub ?? second }
}

function applyAt(
  resource: Json,
  op: string,
  { name, of, sub }: Path,
  value: unknown,
  { known, spend }: Rules,
): void {
  const key = known.find((one) => one.toLowerCase() === name.toLowerCase())
  if (key === undefined) {
    if (passedOver.has(name.toLowerCase()) || /^urn:/i.test(name)) return
    throw badPath()
  }
  const before = resource[key]
  if (Array.isArray(before) || isList(key)) {
    const items = (Array.isArray(before) ? before : []) as Json[]
    spend(items.length * (of === null ? 1 : countTerms(of)))
    resource[key] = patchList(items, op, { of, sub }, value)
    return
  }
  // Refuse a condition without a list: passed over, it would be met by everything.
  if (of !== null) throw badPath()
  if (sub !== null) {
    const inner = isObject(before) ? before : {}
    resource[key] = op === 'remove' ? without(inner, sub) : withChanges(inner, { [sub]: value })
    return
  }
  if (op === 'remove') delete resource[key]
  else resource[key] = isObject(before) && isObject(value) ? withChanges(before, value) : value
}

function isList(key: string): boolean {
  return key === 'emails' || key === 'phoneNumbers' || key === 'members'
}

function patchList(
  items: readonly Json[],
  op: string,
  { of, sub }: Pick<Path, 'of' | 'sub'>,
  value: unknown,
): Json[] {
  const given = (Array.isArray(value) ? value : value === undefined ? [] : [value]) as unknown[]
  const objects = given.map((one) => (isObject(one) ? one : { value: one }))
  const isMeant = of === null ? () => true : testOf(of)
  if (op === 'remove') {
    if (sub !== null) return items.map((item) => (isMeant(item) ? without(item, sub) : item))
    // Read the members to remove from the value, where Entra names them beside the path of the whole list: an empty list names nobody.
    const named = new Set(objects.map((one) => valueOf(one, 'value')))
    const isNamed = (item: Json) => value === undefined || named.has(valueOf(item, 'value'))
    return items.filter((item) => !isMeant(item) || (of === null && !isNamed(item)))
  }
  if (of !== null || sub !== null) {
    const change = sub === null ? (objects[0] ?? {}) : { [sub]: value }
    if (!items.some(isMeant)) return [...items, withChanges(equalsOf(of), change)]
    return items.map((item) => (isMeant(item) ? withChanges(item, change) : item))
  }
  if (op === 'replace') return objects
  const fresh = new Set(objects.map((one) => valueOf(one, 'value')))
  for (const item of items) fresh.delete(valueOf(item, 'value'))
  const added = objects.filter((one) => fresh.has(valueOf(one, 'value')))
  return [...items, ...added]
}

/** Return the attributes that a filter asks an item to have, for an item that is made by it. */
function equalsOf(filter: Filter | null): Json {
  return filter?.is === 'compare' && filter.by === 'eq' ? { [filter.path]: filter.value } : {}
}

/** Return an object with some attributes changed, whatever the case of their names. */
function withChanges(item: Json, change: Json): Json {
  const next = { ...item }
  for (const [name, value] of Object.entries(change)) next[findKey(next, name) ?? name] = value
  return next
}

function without(item: Json, name: string): Json {
  const key = findKey(item, name)
  return Object.fromEntries(Object.entries(item).filter(([one]) => one !== key))
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function badPath(): ScimFault {
  return new ScimFault(400, 'There is no such attribute', 'invalidPath')
}
