import { mostResults } from './documents.ts'
import { type Filter, type Json, readFilter, stepsOf, testOf } from './filter.ts'
import { ScimFault } from './scim-fault.ts'

/** A provider's search: a filter, and a page of what fits it. */
export interface Wanted {
  filter: Filter | null
  /** Resources before the page. */
  offset: number
  count: number
}

/** A page of resources, and how many there are on all pages. */
export interface Found {
  page: Json[]
  total: number
}

/** Read a search: `startIndex` begins at 1, and no page has more than `mostResults`. @throws ScimFault */
export function readWanted(asked: Record<string, string | undefined>): Wanted {
  const text = asked['filter']
  return {
    filter: text === undefined ? null : readFilter(text),
    offset: Math.max(1, readNumber(asked['startIndex'], 1)) - 1,
    count: Math.min(mostResults, Math.max(0, readNumber(asked['count'], 100))),
  }
}

function readNumber(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  throw new ScimFault(400, 'startIndex and count are whole numbers', 'invalidValue')
}

/** Cut the page out of resources that have all been read. */
export function pageOf(all: readonly Json[], { filter, offset, count }: Wanted): Found {
  const found = filter === null ? all : all.filter(testOf(filter))
  return { page: found.slice(offset, offset + count), total: found.length }
}

/** A key by which a person is found without reading the others. */
export interface Key {
  by: 'id' | 'name' | 'externalId'
  value: string
}

const keyed: Readonly<Record<string, Key['by']>> = {
  id: 'id',
  externalid: 'externalId',
  username: 'name',
  emails: 'name',
  'emails.value': 'name',
}

/**
 * Return keys among which everybody is whom a filter fits; null for a filter that only reading all people answers. Providers ask for
 * each person by name or id before they write them.
 */
export function keysOf(filter: Filter): Key[] | null {
  switch (filter.is) {
    case 'and':
      return keysOf(filter.left) ?? keysOf(filter.right)
    case 'or': {
      const [left, right] = [keysOf(filter.left), keysOf(filter.right)]
      return left && right && [...left, ...right]
    }
    case 'compare': {
      const by = keyed[stepsOf(filter.path).join('.').toLowerCase()]
      const isKey = by !== undefined && filter.by === 'eq' && typeof filter.value === 'string'
      return isKey ? [{ by, value: filter.value as string }] : null
    }
    default:
      return null
  }
}
