import type { JsonSchema } from '@valibot/to-json-schema'

export type Schemas = Readonly<Record<string, JsonSchema>>

/** Return the schema that a reference names, or the schema itself. */
export function follow(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (schemas[name] ?? {})
}

/** Values that fit the patterns of domain/fields.ts, by the component's name. */
const samples: Readonly<Record<string, unknown>> = {
  Uuid: '6f1c2b9e-3d57-4c1a-9a61-0f8f2d6f7c11',
  Timestamp: '2026-11-20T19:38:53.000Z',
  Moment: '2026-11-20T19:38:53+01:00',
  Day: '2026-11-20',
  Clock: '22:00',
  Name: 'Respiratory panel 12',
  Text: 'Two lines\nof text',
  PlainId: 'swab-0042',
  Email: 'ada@lab.example',
  ContentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  Version: '2.9.4',
  Well: 'A1',
}

/** Deeper parts of an example are left out: it shows the shape, the document has the rest. */
const deepest = 6

/** Make a value that fits the schema: the first of a choice, one item of a list, required fields only. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, depth = 0): unknown {
  const name = schema.$ref?.split('/').at(-1) ?? ''
  if (Object.hasOwn(samples, name)) return samples[name]
  const one = follow(schema, schemas)
  if (one.const !== undefined) return one.const
  if (one.enum) return one.enum[0]
  const choice = (one.anyOf ?? one.oneOf)?.[0]
  if (choice) return exampleOf(choice as JsonSchema, schemas, depth)
  switch (one.type) {
    case 'object':
      return depth > deepest ? {} : exampleObject(one, schemas, depth)
    case 'array':
      return depth > deepest || !one.items || one.items === true
        ? []
        : [exampleOf(one.items as JsonSchema, schemas, depth + 1)]
    case 'integer':
    case 'number':
      return one.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return one.contentMediaType ? '(the file)' : 'text'
    default:
      return null
  }
}

function exampleObject(schema: JsonSchema, schemas: Schemas, depth: number): unknown {
  const required = schema.required ?? []
  const properties = Object.entries(schema.properties ?? {})
  const wanted = properties.filter(([name]) => required.includes(name))
  // Show one property where all are optional.
  const shown = wanted.length > 0 ? wanted : properties.slice(0, 1)
  return Object.fromEntries(
    shown.map(([name, one]) => [name, exampleOf(one as JsonSchema, schemas, depth + 1)]),
  )
}

/** Name the type of a value in a few words, such as `text of 1 to 120`, `list of Sample`, `"Y" or "N"`. */
export function typeWords(schema: JsonSchema): string {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return name
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((one) => typeWords(one as JsonSchema)).join(' or ')
  if (schema.contentMediaType) return 'file'
  if (schema.type === 'array') return listWords(schema)
  if (schema.type === 'object') return objectWords(schema)
  const words = { string: 'text', boolean: 'true or false', null: 'null' } as const
  const word = words[schema.type as keyof typeof words] ?? schema.type ?? 'anything'
  const [low, high] =
    schema.type === 'string'
      ? [schema.minLength, schema.maxLength]
      : [schema.minimum, schema.maximum]
  return `${String(word)}${rangeWords(low, high)}`
}

function listWords({ items, maxItems }: JsonSchema): string {
  const held = items && items !== true ? typeWords(items as JsonSchema) : 'anything'
  return `list of ${held}${maxItems === undefined ? '' : `, at most ${maxItems}`}`
}

function objectWords({ properties, additionalProperties }: JsonSchema): string {
  const names = Object.keys(properties ?? {})
  if (names.length > 0) return `{${names.join(', ')}}`
  const held =
    typeof additionalProperties === 'object' ? typeWords(additionalProperties) : 'nothing'
  return `names with ${held}`
}

function rangeWords(low: number | undefined, high: number | undefined): string {
  if (low !== undefined && high !== undefined) return ` of ${low} to ${high}`
  if (high !== undefined) return ` up to ${high}`
  return low === undefined ? '' : ` from ${low}`
}
