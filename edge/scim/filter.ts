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
    // Throw below.
  }
  throw badFilter()
}

type Test = (resource: Json) => boolean

/** Make the test of a filter ready: it is asked of thousands of people or members. */
export function testOf(filter: Filter): Test {
  switch (filter.is) {
    case 'and': {
      const [left, right] = [testOf(filter.left), testOf(filter.right)]
      return (one) => left(one) && right(one)
    }
    case 'or': {
      const [left, right] = [testOf(filter.left), testOf(filter.right)]
      return (one) => left(one) || right(one)
    }
    case 'not': {
      const of = testOf(filter.of)
      return (one) => !of(one)
    }
    case 'items': {
      const [steps, of] = [stepsOf(filter.path), testOf(filter.of)]
      return (one) =>
        valuesAt(one, steps).some(
          (item) => typeof item === 'object' && item !== null && of(item as Json),
        )
    }
    case 'compare': {
      const isOther = filter.by === 'ne'
      const compares = comparisonOf(isOther ? { ...filter, by: 'eq' } : filter)
      const steps = stepsOf(filter.path)
      const meets = (value: unknown) =>
        compares(typeof value === 'object' && value !== null ? (value as Json)['value'] : value)
      const [only = '', ...more] = steps
      if (more.length > 0) return (one) => valuesAt(one, steps).some(meets) !== isOther
      return (one) => {
        const found = valueOf(one, only)
        const isMet = Array.isArray(found)
          ? (found as unknown[]).some(meets)
          : found !== undefined && meets(found)
        return isMet !== isOther
      }
    }
  }
}

/** Count the comparisons that a filter makes of one resource. */
export function countTerms(filter: Filter): number {
  switch (filter.is) {
    case 'compare':
      return 1
    case 'not':
    case 'items':
      return countTerms(filter.of)
    default:
      return countTerms(filter.left) + countTerms(filter.right)
  }
}

const textTests: Readonly<Record<string, (one: string, other: string) => boolean>> = {
  eq: (one, other) => one === other,
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
}

function comparisonOf({
  path,
  by,
  value: wanted,
}: Extract<Filter, { is: 'compare' }>): (value: unknown) => boolean {
  if (by === 'pr') return (value) => value !== undefined && value !== null && value !== ''
  const isExact = /(?:^|[.:])(?:id|externalId)$/i.test(path)
  const folded = fold(wanted)
  const other = isExact ? String(wanted) : folded
  const fits = textTests[by]
  return (value) => {
    // Compare truth values with texts, as some providers send them.
    if (typeof value === 'boolean') return by === 'eq' && String(value) === folded
    if (typeof value !== 'string' || typeof wanted !== 'string') {
      return by === 'eq' && (value ?? null) === wanted
    }
    return fits?.(isExact ? value : fold(value), other) ?? false
  }
}

function fold(value: unknown): string {
  return String(value).toLowerCase()
}

/** Return the values at a path; those of each item where it leads into a list. Names of attributes have no case. */
function valuesAt(resource: Json, steps: readonly string[]): unknown[] {
  let values: unknown[] = [resource]
  for (const name of steps) {
    const next: unknown[] = []
    for (const value of values) {
      if (typeof value !== 'object' || value === null) continue
      const found = valueOf(value as Json, name)
      if (Array.isArray(found)) next.push(...(found as unknown[]))
      else next.push(found)
    }
    values = next
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
  if (Object.hasOwn(of, name)) return of[name]
  const key = findKey(of, name)
  return key === undefined ? undefined : of[key]
}

function badFilter(): ScimFault {
  return new ScimFault(400, 'This filter cannot be read', 'invalidFilter')
}
