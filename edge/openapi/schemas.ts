import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Call, Schema } from '../../domain/call.ts'
import * as fields from '../../domain/fields.ts'
import { entities } from '../../domain/registry.ts'

export type Contract = Readonly<Record<string, Readonly<Record<string, Call>>>>

/** The parts of a row that have a schema. */
const parts = ['params', 'query', 'body', 'data'] as const
export type Part = (typeof parts)[number]

/** Names of components, for each schema that is one of its own. */
export interface Components {
  names: ReadonlyMap<Schema, string>
  schemas: Record<string, JsonSchema>
}

/**
 * Convert every schema of the contract to a component of the document: fields and records by their own names, the rest
 * by the call and part they belong to. One schema is one component, wherever it is used.
 * @throws Error when a schema holds something that JSON Schema cannot express.
 */
export function convertSchemas(contract: Contract): Components {
  const names = new Map<Schema, string>()
  const take = (schema: unknown, name: string) => {
    if (isSchema(schema) && !names.has(schema)) names.set(schema, name)
  }
  for (const [name, field] of Object.entries(fields)) take(field, name)
  for (const { kind, schema } of entities) take(schema, nameOf(kind.split('_')))
  for (const [group, rows] of Object.entries(contract)) {
    for (const [name, row] of Object.entries(rows)) {
      for (const part of parts) take(row[part], nameOf([group, name, part]))
    }
  }
  const definitions = Object.fromEntries([...names].map(([schema, name]) => [name, schema]))
  return {
    names,
    schemas: toJsonSchemaDefs(definitions as Parameters<typeof toJsonSchemaDefs>[0], conversion),
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '~standard' in value
}

function nameOf(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'throw',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideAction: ({ valibotAction, jsonSchema }) => describeAction(valibotAction, jsonSchema),
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'file'
      ? { type: 'string', contentMediaType: 'application/octet-stream' }
      : valibotSchema.type === 'record' && 'pipe' in valibotSchema
        ? jsonSchema
        : undefined,
}

/** Describe patterns beyond the first, and rules in code, by name: JSON Schema cannot express them. */
function describeAction(action: v.GenericPipeAction, schema: JsonSchema): JsonSchema | undefined {
  if (action.type === 'regex') {
    const { requirement } = action as v.RegexAction<string, undefined>
    if (requirement.flags !== '') throw new Error(`a pattern with flags: ${requirement}`)
    if (schema.pattern === undefined || schema.pattern === requirement.source) return undefined
    return { ...schema, allOf: [...(schema.allOf ?? []), { pattern: requirement.source }] }
  }
  if (!['check', 'partial_check', 'raw_check'].includes(action.type)) return undefined
  const message = 'message' in action ? action.message : undefined
  const rule = typeof message === 'string' ? message : 'checked by the server'
  return {
    ...schema,
    description: [schema.description, `Rule: ${rule}`].filter(Boolean).join('. '),
  }
}
