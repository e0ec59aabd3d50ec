import { ScimFault } from './scim-fault.ts'

/** A resource as JSON. */
export type Json = Record<string, unknown>

/** A filter (RFC 7644 section 3.4.2.2). */
export type Filter =
  | { is: 'and' | 'or'; left: Filter; right: Filter }
  | { is: 'not'; of: Filter }
  /** Items of a list that fit: `emails[type eq "work"]`. */
  | { is: 'items'; path: string; of: Filter }
  | { is: 'compare'; path: string; by: string; value: string | number | boolean | null }

const longest = 1000
const deepest = 20
const operators = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])
const token = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y

/** Read a filter. @throws ScimFault `invalidFilter` */
export function readFilter(text: string): Filter {
  const tokens = splitFilter(text)
  let at = 0
  const peek = () => tokens[at]?.toLowerCase()
  const take = () => tokens[at++] ?? ''
  const expect = (wanted: string) => {
    if (take() !== wanted) throw badFilter()
  }
  const either = (depth: number): Filter => {
    if (depth > deepest) throw badFilter()
    let left = both(depth)
    while (peek() === 'or') {
      take()
      left = { is: 'or', left, right: both(depth) }
    }
    return left
  }
  const both = (depth: number): Filter => {
    let left = single(depth)
    while (peek() === 'and') {
      take()
      left = { is: 'and', left, right: single(depth) }
    }
    return left
  }
  const single = (depth: number): Filter => {
    const first = take()
    if (first === '(') {
      const inner = either(depth + 1)
      expect(')')
      return inner
    }
    if (first.toLowerCase() === 'not' && peek() === '(') {
      take()
      const of = either(depth + 1)
      expect(')')
      return { is: 'not', of }
    }
    if (!/^[a-z$][\w:.$-]*$/i.test(first)) throw badFilter()
    if (peek() === '[') {
      take()
      const of = either(depth + 1)
      expect(']')
      return { is: 'items', path: first, of }
    }
    const by = take().toLowerCase()
    if (by === 'pr') return { is: 'compare', path: first, by, value: null }
    if (!operators.has(by)) throw badFilter()
    return { is: 'compare', path: first, by, value: readValue(take()) }
  }
  const filter = either(0)
  if (at < tokens.length) throw badFilter()
  return filter
}

function splitFilter(text: string): string[] {
  if (text.length > longest) throw badFilter()
  const tokens: string[] = []
  const trimmed = text.trim()
  token.lastIndex = 0
  while (token.lastIndex < trimmed.length) {
    const found = token.exec(trimmed)
    if (!found) throw badFilter()
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '')
  }
  return tokens
}

function readValue(text: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(
      /^(?:true|false|null)$/i.test(text) ? text.toLowerCase() : text,
    )
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      return value as string | number | boolean | null
    }
  } catch {
    // Told below.
  }
  throw badFilter()
}

/** Return true for a resource that fits a filter. */
export function fits(resource: Json, filter: Filter): boolean {
  switch (filter.is) {
    case 'and':
      return fits(resource, filter.left) && fits(resource, filter.right)
    case 'or':
      return fits(resource, filter.left) || fits(resource, filter.right)
    case 'not':
      return !fits(resource, filter.of)
    case 'items':
      return valuesAt(resource, filter.path).some(
        (item) => typeof item === 'object' && item !== null && fits(item as Json, filter.of),
      )
    case 'compare': {
      const values = valuesAt(resource, filter.path).flatMap((value) =>
        typeof value === 'object' && value !== null ? [(value as Json)['value']] : [value],
      )
      if (filter.by === 'ne') return !values.some((value) => compares(value, 'eq', filter))
      return values.some((value) => compares(value, filter.by, filter))
    }
  }
}

function compares(
  value: unknown,
  by: string,
  { path, value: wanted }: { path: string; value: unknown },
) {
  if (by === 'pr') return value !== undefined && value !== null && value !== ''
  // Some providers send truth values as texts.
  if (typeof value === 'boolean') return by === 'eq' && String(value) === fold(wanted)
  if (typeof value !== 'string' || typeof wanted !== 'string') {
    return by === 'eq' && (value ?? null) === wanted
  }
  const isExact = /(?:^|[.:])(?:id|externalId)$/i.test(path)
  const [one, other] = isExact ? [value, wanted] : [fold(value), fold(wanted)]
  switch (by) {
    case 'eq':
      return one === other
    case 'co':
      return one.includes(other)
    case 'sw':
      return one.startsWith(other)
    case 'ew':
      return one.endsWith(other)
    case 'gt':
      return one > other
    case 'ge':
      return one >= other
    case 'lt':
      return one < other
    default:
      return one <= other
  }
}

function fold(value: unknown): string {
  return String(value).toLowerCase()
}

/** Return the values at a path; those of each item where it leads into a list. Names of attributes have no case. */
function valuesAt(resource: Json, path: string): unknown[] {
  let values: unknown[] = [resource]
  for (const name of stepsOf(path)) {
    values = values.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return []
      const key = findKey(value as Json, name)
      const found = key === undefined ? undefined : (value as Json)[key]
      return Array.isArray(found) ? (found as unknown[]) : [found]
    })
  }
  return values.filter((value) => value !== undefined)
}

/** Return the steps of a path, without the name of the schema that it may begin with. */
export function stepsOf(path: string): string[] {
  const bare = path.replace(/^urn:[\w:.-]+:(?:User|Group):/i, '')
  return bare.split('.')
}

/** Find the spelling of an attribute's name. */
export function findKey(of: Json, name: string): string | undefined {
  const folded = name.toLowerCase()
  return Object.keys(of).find((key) => key.toLowerCase() === folded)
}

/** Return the value of an attribute, whatever the case of its name; undefined where there is none. */
export function valueOf(of: Json, name: string): unknown {
  const key = findKey(of, name)
  return key === undefined ? undefined : of[key]
}

function badFilter(): ScimFault {
  return new ScimFault(400, 'This filter cannot be read', 'invalidFilter')
}
