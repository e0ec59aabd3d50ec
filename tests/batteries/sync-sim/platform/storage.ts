/** Stands in for a Durable Object's storage: the same SQLite, in this process's memory. The store's code is the real one. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { VirtualTime } from './virtual-time.ts'

/** A database that is the same until it is written: statements are kept, since each seed makes the same ones. */
export class Database {
  #database: DatabaseSync
  #statements = new Map<string, StatementSync>()
  #depth = 0

  constructor(content?: Uint8Array) {
    this.#database = open(content)
  }

  /** Put another content in its place. */
  load(content: Uint8Array): void {
    this.close()
    this.#statements = new Map()
    this.#depth = 0
    this.#database = open(content)
  }

  content(): Uint8Array {
    return this.#database.serialize()
  }

  close(): void {
    this.#database.close()
  }

  all(query: string, values: readonly unknown[] = []): Record<string, unknown>[] {
    if (values.length === 0 && /;\s*\S/.test(query)) {
      this.#database.exec(query)
      return []
    }
    let statement = this.#statements.get(query)
    if (!statement) {
      statement = this.#database.prepare(query)
      this.#statements.set(query, statement)
    }
    return statement.all(...(values as SQLInputValue[]))
  }

  /** Number of rows that the last statement changed. */
  changes(): number {
    return Number(this.all('SELECT changes() AS n')[0]?.['n'] ?? 0)
  }

  transaction<Value>(work: () => Value): Value {
    const name = `step${(this.#depth += 1)}`
    this.all(`SAVEPOINT ${name}`)
    try {
      const value = work()
      this.all(`RELEASE ${name}`)
      return value
    } catch (error) {
      this.all(`ROLLBACK TO ${name}`)
      this.all(`RELEASE ${name}`)
      throw error
    } finally {
      this.#depth -= 1
    }
  }
}

function open(content?: Uint8Array): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  if (content) database.deserialize(content)
  database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
  return database
}

/** Earlier moments of a store, as the platform keeps them. */
export interface Moments {
  at: (date: Date) => string
  /** The next life begins with it. */
  choose: (bookmark: string) => void
}

/** Pass bytes as Node takes them. */
function bytesOf(value: unknown): unknown {
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value
}

/** Give bytes as the platform gives them. */
function withBuffers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) row[name] = value.slice().buffer
  }
  return row
}

/** Return the parts of `DurableObjectStorage` that the edge uses. */
export function storageOver(database: Database, alarm: Alarm, moments: Moments) {
  const memory = new Map<string, unknown>()
  return {
    sql: {
      exec: (query: string, ...values: unknown[]) => {
        const rows = database.all(query, values.map(bytesOf)).map(withBuffers)
        return { toArray: () => rows, [Symbol.iterator]: () => rows[Symbol.iterator]() }
      },
    },
    kv: {
      get: (key: string) => memory.get(key),
      put: (key: string, value: unknown) => void memory.set(key, value),
    },
    transactionSync: <Value>(work: () => Value) => database.transaction(work),
    getAlarm: async () => alarm.at,
    setAlarm: async (at: number) => alarm.set(at),
    deleteAlarm: async () => alarm.clear(),
    sync: async () => undefined,
    getBookmarkForTime: async (date: Date) => moments.at(date),
    onNextSessionRestoreBookmark: async (bookmark: string) => {
      moments.choose(bookmark)
      return 'now'
    },
  }
}

/** The one alarm of an object; it outlives a restart. */
export class Alarm {
  at: number | null = null
  readonly #time: VirtualTime
  readonly #ring: () => void
  #take: () => void = () => undefined

  constructor(time: VirtualTime, ring: () => void) {
    this.#time = time
    this.#ring = ring
  }

  set(at: number): void {
    this.clear()
    this.at = at
    this.#take = this.#time.at(at, () => {
      this.at = null
      this.#ring()
    })
  }

  clear(): void {
    this.#take()
    this.at = null
  }
}
