import { DatabaseSync } from 'node:sqlite'
import type { Statements } from '../../../edge/live/key-store.ts'

/** SQLite in memory, with the one method that a Durable Object's storage has and the stores of the bus use. */
export function openSql(): Statements {
  const database = new DatabaseSync(':memory:')
  return {
    exec(query, ...values) {
      if (!/^\s*CREATE/.test(query)) return database.prepare(query).all(...values)
      database.exec(query)
      return []
    },
  }
}
