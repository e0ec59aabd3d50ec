import type { LocalCollection } from './entity.ts'
import type { Permission } from './permissions.ts'

/** Facts about a kind that a page needs to keep it in the browser. */
export interface LocalTable {
  kind: string
  /** The specification's name of it (spec §3 "Local cache"). */
  table: string
  collection: LocalCollection
  /** Without it the table is skipped and stays empty (spec §6). */
  permission: Permission | null
  /** Kept by the provider for all companies. */
  home?: 'provider'
}

/**
 * The kinds that are kept in the browser, as their entities say (a test holds the two together). Apart from them because an
 * entity brings its schema along, and a page that lists two kinds would load those of all.
 */
export const localTables: readonly LocalTable[] = [
  { kind: 'alarm', table: 'alarms', collection: 'organisation', permission: 'products.search' },
  { kind: 'analysis', table: 'analyses', collection: 'analyses', permission: 'analysis.search' },
  {
    kind: 'application',
    table: 'applications',
    collection: 'methods',
    permission: 'application.search',
  },
  {
    kind: 'bkit',
    table: 'bkits',
    collection: 'kits',
    permission: 'bkits.search',
    home: 'provider',
  },
  { kind: 'command', table: 'commands', collection: 'devices', permission: 'products.search' },
  {
    kind: 'company',
    table: 'companies',
    collection: 'organisation',
    permission: 'companies.search',
  },
  { kind: 'device', table: 'bCubes', collection: 'devices', permission: 'products.search' },
  {
    kind: 'evaluation_recipe',
    table: 'evaluationRecipes',
    collection: 'methods',
    permission: 'evaluationRecipe.search',
  },
  {
    kind: 'global_recipe',
    table: 'globalRecipes',
    collection: 'methods',
    permission: 'globalRecipes.search',
    home: 'provider',
  },
  {
    kind: 'instrument',
    table: 'instruments',
    collection: 'instruments',
    permission: 'instruments.search',
  },
  {
    kind: 'instrument_type',
    table: 'instrumentsType',
    collection: 'instruments',
    permission: 'instrumentsType.search',
    home: 'provider',
  },
  { kind: 'lab_lot', table: 'ownLots', collection: 'kits', permission: 'bkits.search' },
  {
    kind: 'process_recipe',
    table: 'processRecipes',
    collection: 'methods',
    permission: 'processRecipe.search',
  },
  { kind: 'protocol', table: 'protocols', collection: 'methods', permission: 'protocol.search' },
  { kind: 'recipe', table: 'recipes', collection: 'methods', permission: 'recipes.search' },
  { kind: 'study', table: 'studies', collection: 'analyses', permission: 'analysis.search' },
  { kind: 'swarm', table: 'swarms', collection: 'organisation', permission: 'swarms.search' },
  { kind: 'user', table: 'users', collection: 'organisation', permission: 'users.search' },
]
