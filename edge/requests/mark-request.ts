import type { Call, CallFacts, CallInput } from '../../domain/call.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { sha256Hex } from '../crypto/secret.ts'

/** Fields whose value nobody keeps, not even as a hash: it could be guessed. */
const secretNames = /password|secret|token|^code$/i

/**
 * Return a hash of a request in 32 digits: a repeated delivery has the same, any other request with its operation id another.
 * A file counts by its name and content; secrets are left out.
 */
export async function markRequest(
  row: Call,
  { params, query, body }: CallInput<CallFacts>,
): Promise<string> {
  const asked = [row.path, params ?? null, query ?? null, body ?? null]
  const rest = asked.map(withoutSecrets)
  return sha256Hex(canonicalJson([...rest, ...(await hashFiles(body))])).slice(0, 32)
}

/** Hash the files of a form, which are its fields. */
async function hashFiles(body: unknown): Promise<string[]> {
  const files = Object.values(body ?? {}).filter((field) => field instanceof Blob)
  return Promise.all(files.map(async (file) => sha256Hex(await file.bytes())))
}

function withoutSecrets(value: unknown): unknown {
  if (value instanceof Blob) return { name: value instanceof File && value.name }
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name, field]) => field !== undefined && !secretNames.test(name),
  )
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutSecrets(field)]))
}
