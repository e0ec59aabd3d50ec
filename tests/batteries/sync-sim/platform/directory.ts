/** Stands in for D1: the same statements on the same SQLite, with the real migrations. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from './storage.ts'

const migrations = new URL('../../../../edge/directory/migrations/', import.meta.url)

export function migrateDirectory(database: Database): void {
  for (const name of readdirSync(migrations).sort()) {
    database.all(`${readFileSync(new URL(name, migrations), 'utf8')};\n;`)
  }
}

class Statement {
  readonly #database: Database
  readonly #query: string
  readonly #values: readonly unknown[]

  constructor(database: Database, query: string, values: readonly unknown[] = []) {
    this.#database = database
    this.#query = query
    this.#values = values
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#database, this.#query, values)
  }

  step() {
    const results = this.#database.all(this.#query, this.#values)
    return { success: true, results, meta: { changes: this.#database.changes() } }
  }

  async first(column?: string): Promise<unknown> {
    const row = this.step().results[0] ?? null
    return column === undefined ? row : (row?.[column] ?? null)
  }

  async all() {
    return this.step()
  }

  async run() {
    return this.step()
  }
}

/** Return the parts of `D1Database` that the edge uses. */
export function directoryOver(database: Database) {
  return {
    prepare: (query: string) => new Statement(database, query),
    batch: async (statements: readonly Statement[]) =>
      database.transaction(() => statements.map((statement) => statement.step())),
  }
}
