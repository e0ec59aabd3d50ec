import * as v from 'valibot'
import type { Call, Schema } from '../../../domain/call.ts'

/** Contents of one part of a call. */
export interface Parts {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** Ids that exist, by the names of the fields that hold them. */
export type Known = Readonly<Record<string, string>>

/** List the forms in which a marker may pass a field's own rules, then usual values of such fields. */
function candidates(marker: string): string[] {
  const plain = [
    '2026-01-02T03:04:05.000Z',
    '2026-01-02',
    '2.9.4',
    'A1',
    '0'.repeat(64),
    '1',
    'Y',
    '',
  ]
  return [
    marker,
    `${marker}@mark.example`,
    `//host/${marker}`,
    `/${marker}`,
    marker.slice(0, 20),
    ...plain,
  ]
}

/**
 * Make a value that a schema accepts, as far as can be guessed, with a marker in every free text. If it cannot be
 * guessed the value is a marker too: the call then meets an error with it.
 */
export function fill(schema: Schema, make: () => string, known: Known, name = ''): unknown {
  const one = schema as unknown as Node
  const inner = (next: Schema, under = name) => fill(next, make, known, under)
  switch (one.type) {
    case 'string':
      return fillText(schema, make, known, name)
    case 'number':
      return [1, 0, 10, 40, 0.5].find((value) => v.is(schema, value)) ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'literal':
      return one.literal
    case 'picklist':
    case 'enum':
      return one.options?.[0]
    case 'array':
      return v.is(schema, []) && name === '' ? [] : [inner(one.item as Schema)]
    case 'tuple':
      return (one.items ?? []).map((item) => inner(item))
    case 'record':
      return { [make()]: inner(one.value as Schema) }
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return Object.fromEntries(
        Object.entries(one.entries ?? {}).map(([key, entry]) => [key, inner(entry, key)]),
      )
    case 'optional':
    case 'exact_optional':
    case 'nullable':
    case 'nullish':
      return inner(one.wrapped as Schema)
    case 'union':
    case 'variant':
      return inner(one.options?.[0] as Schema)
    case 'file':
    case 'blob':
    case 'instance':
      return new File([`Well,${make()}\nA1,1\n`], `${make()}.csv`)
    case 'lazy':
      return inner(one.getter?.(undefined) as Schema)
    default:
      return make()
  }
}

/** The members of valibot's schemas that are read here. */
interface Node {
  type: string
  literal?: unknown
  options?: readonly unknown[]
  item?: unknown
  items?: readonly Schema[]
  value?: unknown
  wrapped?: unknown
  entries?: Record<string, Schema>
  getter?: (input: unknown) => unknown
}

function fillText(schema: Schema, make: () => string, known: Known, name: string): string {
  const id = known[name] ?? crypto.randomUUID()
  const marker = make()
  return (
    [...candidates(marker).slice(0, 5), id, ...candidates(marker)].find((text) =>
      v.is(schema, text),
    ) ?? marker
  )
}

/** Make the contents of a row's call from its schemas alone. */
export function fillCall(row: Call, make: () => string, known: Known): Parts {
  const names = [...row.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const given = (row.params ? fill(row.params, make, known) : {}) as Record<string, string>
  const params = Object.fromEntries(
    names.map((name) => [name, known[name] ?? given[name] ?? make()]),
  )
  const parts: Parts = { params }
  if (row.query) parts.query = texts(fill(row.query, make, known))
  if (row.body) {
    const body = fill(row.body, make, known)
    parts.body = row.send === 'multipart' ? formOf(body) : body
  }
  return parts
}

function texts(value: unknown): Record<string, string> {
  const entries = Object.entries(value as object).filter(([, one]) => typeof one === 'string')
  return Object.fromEntries(entries) as Record<string, string>
}

function formOf(body: unknown): FormData {
  const form = new FormData()
  const entries = Object.entries(body as object)
  const fields = entries.filter(([, value]) => !(value instanceof File))
  form.set('fields', JSON.stringify(Object.fromEntries(fields)))
  for (const [name, value] of entries) if (value instanceof File) form.set(name, value)
  return form
}

/**
 * Put a marker in place of every text of an accepted call for which the row's schema still accepts it. Texts that mean
 * something elsewhere (ids, names of wells, choices) do not pass the schema and stay.
 */
export function markCall(row: Call, parts: Parts, make: () => string): Parts {
  const marked = { ...parts }
  if (row.body && parts.body instanceof FormData) marked.body = markForm(row.body, parts.body, make)
  else if (row.body && parts.body !== undefined) marked.body = markValue(row.body, parts.body, make)
  return marked
}

function markForm(schema: Schema, form: FormData, make: () => string): FormData {
  const files = [...form].filter(([name]) => name !== 'fields')
  const text = form.get('fields')
  const fields = JSON.parse(typeof text === 'string' ? text : '{}') as object
  const all = { ...fields, ...Object.fromEntries(files) }
  return formOf(markValue(schema, all, make))
}

function markValue(schema: Schema, value: unknown, make: () => string): unknown {
  const root = { value: copy(value) }
  if (!v.is(schema, root.value)) return root.value
  visit(root, 'value', (holder, key) => {
    const before = holder[key]
    if (before instanceof File) {
      const end = /\.\w+$/.exec(before.name)?.[0] ?? ''
      holder[key] = new File([before], `${make()}${end}`, { type: before.type })
    }
    if (typeof before !== 'string') return
    const marker = make()
    for (const text of candidates(marker).slice(0, 5)) {
      holder[key] = text
      if (v.is(schema, root.value)) return
    }
    holder[key] = before
  })
  return root.value
}

/** Copy plain data; files and other objects stay the same. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy)
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copy(item)]))
}

type Holder = Record<string, unknown>

function visit(holder: Holder, key: string, leaf: (holder: Holder, key: string) => void): void {
  const value = holder[key]
  if (typeof value !== 'object' || value === null || value instanceof Blob) return leaf(holder, key)
  for (const inner of Object.keys(value)) visit(value as Holder, inner, leaf)
}
