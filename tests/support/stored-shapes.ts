import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { DeviceInfo } from '../../domain/entities/device-report.ts'
import { Reading, RunProgress } from '../../domain/live/event.ts'
import { entities } from '../../domain/registry.ts'
import { readResults, Results } from '../../domain/results.ts'
import { Pending } from '../../domain/sync/pending.ts'
import { upgradeBody } from '../../domain/upgrades.ts'
import { type Examples, makeBodies } from './example-bodies.ts'

export type Body = Record<string, unknown>

/** A thing that is stored, with its schema of today and the way in which the product reads an older one. */
export interface StoredShape {
  kind: string
  schema: v.GenericSchema
  read: (body: Body) => unknown
}

/** Everything that is stored as JSON: records, then what is kept beside them. */
export const storedShapes: readonly StoredShape[] = [
  ...entities.map(({ kind, schema }) => ({
    kind,
    schema,
    read: (body: Body) => upgradeBody(kind, body),
  })),
  // Read result files, in R2 by their hash.
  {
    kind: 'results_file',
    schema: Results,
    read: (body) => ({ ...readResults(JSON.stringify(body)) }),
  },
  // Read rows of the company's store, and of devices.
  { kind: 'reading', schema: Reading, read: (body) => body },
  { kind: 'run_progress', schema: RunProgress, read: (body) => body },
  { kind: 'device_info', schema: DeviceInfo, read: (body) => body },
  // Read changes that wait in a browser.
  { kind: 'pending_change', schema: Pending, read: (body) => body },
]

/** A version of a stored shape: its schema then, null where it was not kept, and bodies as that version wrote them. */
export interface Frozen {
  version: number
  schema: JsonSchema | null
  bodies: Body[]
}

const folder = new URL('../fixtures/records/', import.meta.url)

/** Read the frozen versions of a kind, the oldest first. */
export function readFrozen(kind: string): Frozen[] {
  const place = new URL(`${kind}/`, folder)
  if (!existsSync(place)) return []
  return readdirSync(place)
    .map((name) => ({ name, version: Number(/^(\d+)\.json$/.exec(name)?.[1]) }))
    .toSorted((one, other) => one.version - other.version)
    .map(({ name, version }) => ({
      version,
      ...(JSON.parse(readFileSync(new URL(name, place), 'utf8')) as Omit<Frozen, 'version'>),
    }))
}

/** List the kinds that have frozen versions. */
export function frozenKinds(): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
}

/** Spell a schema as JSON, with the rules that are code by their names. */
export function spellSchema(schema: v.GenericSchema): JsonSchema {
  const spelled = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    errorMode: 'ignore',
    typeMode: 'input',
    overrideAction: ({ valibotAction, jsonSchema }) =>
      'message' in valibotAction && valibotAction.type === 'check'
        ? { ...jsonSchema, $comment: [jsonSchema.$comment, valibotAction.message].join(' ').trim() }
        : undefined,
  })
  return JSON.parse(JSON.stringify(spelled)) as JsonSchema
}

/**
 * Freeze today's schema of a kind as its next version, with the bodies of the newest one as they are read today, and copies of
 * them that hold the example values of new fields. What is still missing is added to the file by hand.
 */
export function freeze(shape: StoredShape, examples: Examples): void {
  const { kind, schema, read } = shape
  const versions = readFrozen(kind)
  const known = (versions.at(-1)?.bodies ?? []).map((body) => read(body) as Body)
  const bodies = [...known, ...makeBodies(shape, known, examples)].map((body) =>
    JSON.stringify(body),
  )
  const place = new URL(`${kind}/`, folder)
  mkdirSync(place, { recursive: true })
  writeFileSync(
    new URL(`${versions.length + 1}.json`, place),
    `{"schema":${JSON.stringify(spellSchema(schema))},\n"bodies":[\n${bodies.join(',\n')}\n]}\n`,
  )
}
