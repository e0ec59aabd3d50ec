import * as v from 'valibot'

type Schema = v.GenericSchema

/** The parts of a schema that are walked through; which of them it has is said by its `type`. */
interface Parts {
  type: string
  entries: Record<string, Schema>
  wrapped: Schema
  item: Schema
  items: Schema[]
  value: Schema
  options: Schema[]
}

const isOptional = ({ type }: Schema) => ['optional', 'nullish', 'exact_optional'].includes(type)
const isNullable = ({ type }: Schema) => ['nullable', 'nullish'].includes(type)

/**
 * Name what a body may hold by a schema: each field as `.name`, one that may be left out also as `.name?`, what may be null
 * as `=null` and `=there`, and each form of a union as `|` with its number.
 */
export function listFields(schema: Schema, path = ''): string[] {
  const { type, entries, wrapped, item, items, value, options } = schema as unknown as Parts
  if (type.endsWith('object')) {
    return Object.entries(entries).flatMap(([name, field]) => [
      `${path}.${name}`,
      ...(isOptional(field) ? [`${path}.${name}?`] : []),
      ...listFields(field, `${path}.${name}`),
    ])
  }
  if (isNullable(schema)) return [`${path}=null`, `${path}=there`, ...listFields(wrapped, path)]
  if (isOptional(schema)) return listFields(wrapped, path)
  if (type === 'array') return listFields(item, `${path}[]`)
  if (type === 'record') return listFields(value, `${path}{}`)
  if (type.endsWith('tuple')) return items.flatMap((one, at) => listFields(one, `${path}[${at}]`))
  if (type === 'union' || type === 'variant') {
    return options.flatMap((one, at) => [`${path}|${at}`, ...listFields(one, `${path}|${at}`)])
  }
  return []
}

/** Name what of `listFields` a body holds. */
export function heldFields(schema: Schema, body: unknown, path = ''): string[] {
  const { type, entries, wrapped, item, items, value, options } = schema as unknown as Parts
  if (type.endsWith('object')) {
    const fields = body as Record<string, unknown>
    return Object.entries(entries).flatMap(([name, field]) =>
      fields[name] === undefined
        ? [`${path}.${name}?`]
        : [`${path}.${name}`, ...heldFields(field, fields[name], `${path}.${name}`)],
    )
  }
  if (isNullable(schema)) {
    return body === null ? [`${path}=null`] : [`${path}=there`, ...heldFields(wrapped, body, path)]
  }
  if (isOptional(schema)) return heldFields(wrapped, body, path)
  if (type === 'array') {
    return (body as unknown[]).flatMap((one) => heldFields(item, one, `${path}[]`))
  }
  if (type === 'record') {
    return Object.values(body as object).flatMap((one) => heldFields(value, one, `${path}{}`))
  }
  if (type.endsWith('tuple')) {
    return items.flatMap((one, at) => heldFields(one, (body as unknown[])[at], `${path}[${at}]`))
  }
  if (type === 'union' || type === 'variant') {
    return options.flatMap((one, at) =>
      v.is(one, body) ? [`${path}|${at}`, ...heldFields(one, body, `${path}|${at}`)] : [],
    )
  }
  return []
}
