import { storeLimitBytes, storeRefusesAt, storeWarnsAt } from '../../domain/catalog/limits.ts'
import type { StoreSize } from '../../domain/entities/store-size.ts'
import { storeFull } from '../store-full.ts'
import type { Sql } from './sql.ts'

/** Return the size of a company's store, and its share of the limit. */
export function measureStore(bytes: number, env: Pick<Env, 'STORE_LIMIT_BYTES'>): StoreSize {
  const limit = Math.min(storeLimitBytes, Number(env.STORE_LIMIT_BYTES) || storeLimitBytes)
  const share = bytes / limit
  return { bytes, limit_bytes: limit, share, warning: share >= storeWarnsAt }
}

/** Changes that only begin something new: the last part of a store is for what has begun, signatures and sign-ins. */
const beginning: readonly string[] = ['analysis.create', 'analysis.import', 'analysis.duplicate']

/** @throws Fault `store_full` for a change that begins something new in a store that is nearly full. */
export function checkRoom(change: string, measure: () => StoreSize): void {
  if (beginning.includes(change) && measure().share >= storeRefusesAt) throw storeFull()
}

/** Write a word into a table of its own and read it back: the object can keep something. */
export function tryTable(sql: Sql, word: string): boolean {
  sql.run('CREATE TABLE IF NOT EXISTS readiness (name TEXT PRIMARY KEY, word TEXT NOT NULL)')
  sql.run(`INSERT OR REPLACE INTO readiness VALUES ('last', ?)`, word)
  return sql.first<{ word: string }>('SELECT word FROM readiness')?.word === word
}
