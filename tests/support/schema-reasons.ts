import type { Call } from '../../domain/call.ts'

/** Parts of a valibot schema that contain other schemas. */
const parts = ['pipe', 'entries', 'item', 'items', 'options', 'wrapped', 'key', 'value', 'rest']

/**
 * List the reasons that the edge can give for bad input: for each schema and check that a request passes, its message
 * if that is a name, else its type (domain/rules/describe-issue.ts).
 */
export function listSchemaReasons(contract: Record<string, Record<string, Call>>): string[] {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  for (const row of Object.values(contract).flatMap((group) => Object.values(group))) {
    for (const schema of [row.params, row.query, row.body]) visit(schema, found, seen)
  }
  return [...found].sort()
}

/** These let something through and refuse nothing themselves. */
const lenient = ['optional', 'nullable', 'nullish', 'unknown', 'any']

function visit(value: unknown, found: Set<string>, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (Array.isArray(value)) {
    for (const one of value) visit(one, found, seen)
    return
  }
  const node = value as Record<string, unknown>
  const { kind, type, message } = node
  if (kind === 'schema' || kind === 'validation') {
    const isName = typeof message === 'string' && /^[a-z_]+$/.test(message)
    const reason = isName ? message : String(type)
    if (!lenient.includes(reason)) found.add(reason)
  }
  for (const part of parts) {
    const inner = node[part]
    visit(part === 'entries' && inner ? Object.values(inner) : inner, found, seen)
  }
}
