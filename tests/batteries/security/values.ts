import type { JsonSchema } from '@valibot/to-json-schema'
import fc from 'fast-check'

export type Schemas = Readonly<Record<string, JsonSchema>>

/** Values that fit the schemas of the API's own description, with ids that are really there among the made-up ones. */
export class Values {
  readonly #schemas: Schemas
  readonly #ids: readonly string[]
  readonly #known = new Map<string, fc.Arbitrary<unknown>>()

  constructor(schemas: Schemas, ids: readonly string[]) {
    this.#schemas = schemas
    this.#ids = ids
  }

  sample(schema: JsonSchema, count: number, seed: number): unknown[] {
    return fc.sample(this.of(schema, 0), { numRuns: count, seed })
  }

  of(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    if (schema.$ref !== undefined) return this.#named(schema.$ref.split('/').at(-1) ?? '', depth)
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]))
    const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
    if (choices) return fc.oneof(...choices.map((one) => this.of(one, depth + 1)))
    return this.#typed(schema, depth)
  }

  #named(name: string, depth: number): fc.Arbitrary<unknown> {
    if (name === 'Uuid') return this.#uuid()
    // End components that hold themselves after a few turns.
    if (depth > 12) return fc.constant(null)
    const key = `${name}:${depth}`
    const known = this.#known.get(key)
    if (known) return known
    const made = this.of(this.#schemas[name] ?? {}, depth + 1)
    this.#known.set(key, made)
    return made
  }

  #uuid(): fc.Arbitrary<unknown> {
    const made = fc.uuid()
    if (this.#ids.length === 0) return made
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...this.#ids) },
      { weight: 1, arbitrary: made },
    )
  }

  #typed(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    switch (schema.type) {
      case 'object':
        return this.#object(schema, depth)
      case 'array':
        return depth > 10 || !schema.items || schema.items === true
          ? fc.constant([])
          : fc.array(this.of(schema.items as JsonSchema, depth + 1), {
              minLength: Math.min(3, schema.minItems ?? 0),
              maxLength: Math.max(3, schema.minItems ?? 0),
            })
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1_000_000 })
      case 'number':
        return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1e6, noNaN: true })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'string':
        return textOf(schema)
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  }

  #object(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const properties = Object.entries(schema.properties ?? {})
    if (properties.length === 0) {
      const held = schema.additionalProperties
      return typeof held === 'object'
        ? fc.dictionary(fc.string({ maxLength: 12 }), this.of(held, depth + 1), { maxKeys: 3 })
        : fc.constant({})
    }
    const required = schema.required ?? []
    return fc.record(
      Object.fromEntries(
        properties.map(([name, one]) => [name, this.of(one as JsonSchema, depth + 1)]),
      ),
      { requiredKeys: required, noNullPrototype: true },
    )
  }
}

function textOf({ pattern, minLength, maxLength, format }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2030-01-01') })
      .map((date) => date.toISOString())
  if (format === 'date') return fc.constantFrom('2026-11-20', '2024-02-29', '1970-01-01')
  const free = fc.string({
    minLength: Math.min(minLength ?? 0, 50),
    maxLength: Math.min(maxLength ?? 40, 200),
    unit: 'grapheme',
  })
  // Follow patterns that spell something out; those that forbid characters are met by most texts.
  if (pattern === undefined || /^\^\[\^|^\\S/.test(pattern)) return free
  try {
    return fc.oneof(
      { weight: 5, arbitrary: fc.stringMatching(new RegExp(pattern)) },
      { weight: 1, arbitrary: free },
    )
  } catch {
    return free
  }
}
