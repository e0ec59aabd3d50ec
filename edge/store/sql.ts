export type SqlValue = string | number | null | ArrayBuffer

/** The few verbs used on a Durable Object's SQLite, typed at the call. */
export class Sql {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  all<Row extends Record<string, SqlValue>>(query: string, ...values: SqlValue[]): Row[] {
    return this.#storage.sql.exec<Row>(query, ...values).toArray()
  }

  first<Row extends Record<string, SqlValue>>(query: string, ...values: SqlValue[]): Row | null {
    return this.all<Row>(query, ...values)[0] ?? null
  }

  run(query: string, ...values: SqlValue[]): void {
    this.#storage.sql.exec(query, ...values)
  }

  /** All or nothing; also what is thrown inside undoes everything. */
  transaction<Value>(work: () => Value): Value {
    return this.#storage.transactionSync(work)
  }
}
