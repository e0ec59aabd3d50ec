import type { Parts } from '../lab.ts'
import { canary } from './world.ts'

export const nowhere = '00000000-0000-4000-8000-000000000000'
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

type Given = Pick<Parts, 'params' | 'query' | 'body'>

/** Copy the parts with every string passed through `change`; files are kept. */
export function mapTexts(parts: Given, change: (text: string) => string): Given {
  const map = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(map)
    if (value instanceof FormData) return mapForm(value, change)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item)]))
  }
  const { params, query, body } = parts
  return { params, query, body, ...(map({ params, query, body }) as object) } as Given
}

function mapForm(form: FormData, change: (text: string) => string): FormData {
  const mapped = new FormData()
  for (const [name, value] of form)
    mapped.set(name, typeof value === 'string' ? change(value) : value)
  return mapped
}

/** Replace every id by one that does not exist. */
export function withoutIds(parts: Given): Given {
  return mapTexts(parts, (text) => text.replaceAll(uuids, nowhere))
}

/** Remove home's words, so that an answer that repeats the request is no leak. */
export function withoutCanary(parts: Given): Given {
  return mapTexts(parts, (text) => text.replaceAll(canary, 'Sparrow'))
}

/** Make parts that change nothing: ids that do not exist, and an empty body if one is required. */
export function harmless(row: { body?: unknown; path: string; send?: string }): Given {
  const names = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const params = Object.fromEntries(
    names.map((name) => [name, name === 'hash' ? '0'.repeat(64) : nowhere]),
  )
  if (row.send === 'multipart') return { params, body: new FormData() }
  return { params, ...(row.body ? { body: { no_such_field: 1 } } : {}) }
}
