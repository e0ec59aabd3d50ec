export type SqlValue = string | number | null | ArrayBuffer

/** Most values of a statement, by the platform's limits. */
const valueLimit = 100

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

  /** Writes rows of one width, as many in a statement as it may have values. */
  runRows(insert: string, rows: readonly SqlValue[][], rest = ''): void {
    const width = rows[0]?.length ?? 1
    const most = Math.floor(valueLimit / width)
    const row = `(${Array.from({ length: width }, () => '?').join(', ')})`
    for (let from = 0; from < rows.length; from += most) {
      const some = rows.slice(from, from + most)
      this.run(`${insert} ${some.map(() => row).join(', ')} ${rest}`, ...some.flat())
    }
  }

  /** All or nothing; also what is thrown inside undoes everything. */
  transaction<Value>(work: () => Value): Value {
    return this.#storage.transactionSync(work)
  }
}
