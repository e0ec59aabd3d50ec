import type * as v from 'valibot'
import type { Permission } from './permissions.ts'

/**
 * The entity engine: an entity is a row of facts about one kind of stored record.
 * No behaviour, labels, columns or layout live here (see domain/README.md for when a verb leaves).
 */
export interface EntityFacts<Schema extends v.GenericSchema = v.GenericSchema> {
  /** The kind, one word: `analysis`, `device`. Wire names differ on purpose and meet here. */
  kind: string
  /** Path of its calls (`products` for devices). */
  path: string
  /** Permission without which the table is skipped and left empty (spec §6). */
  permission: Permission | null
  schema: Schema
  /** Body fields with an index of their own in the store. */
  indexes: readonly string[]
  /** Fields a search may filter by (decisions D36): a value, or a list of them. */
  filters?: readonly string[]
  /** Fields with one value by which lists can be sorted, beside those of all lists (`recordSorts`). */
  sorts?: readonly string[]
  /** Fields that the text of a search is looked for in, beside the name. */
  searched?: readonly string[]
  /** `provider`: one for all companies, kept by the provider and read by everybody (decisions R15). */
  home?: 'provider'
  /** Visibility of a record: everyone in the company, or the people of its swarm (decisions R15). */
  scope: 'company' | 'swarm'
  /** Specification's local table, and the shared collection that holds it (at most 12 may be open). */
  local: { table: string; collection: LocalCollection } | null
  /** Resource name of the trash-bin call (spec §7), where it has one. */
  trash: string | null
}

/** Physical collections of the local database; several tables share one (ruling 3). */
export const localCollections = [
  'analyses',
  'devices',
  'methods',
  'organisation',
  'instruments',
  'kits',
] as const
export type LocalCollection = (typeof localCollections)[number]

export function entity<const Facts extends EntityFacts>(facts: Facts): Facts {
  return facts
}
