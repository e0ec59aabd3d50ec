import { BodyHashes } from './body-hashes.ts'
import { DamageFault, keepDamage } from './damage.ts'
import type { TrailSecrets } from './trail-key.ts'

export type SqlValue = string | number | null | ArrayBuffer

/** Words of the trigger that refuses a gap (migrations.ts). */
const gapWords = 'the audit trail has no gaps'

/** Most values of a statement, by the platform's limits. */
const valueLimit = 100

/** Number and time of the newest operation; 0 and an empty text where there is none. */
export interface NewestOperation {
  seq: number
  at: string
}

/** The few verbs used on a Durable Object's SQLite, typed at the call. */
export class Sql {
  readonly #storage: DurableObjectStorage
  #depth = 0
  /** Newest operation that the current transaction has read, so that it is not read twice; null outside of one. */
  newest: NewestOperation | null = null
  /** Kinds of the records that the transaction under way has changed, or one before it that was undone in part; facts of devices too. */
  readonly changedKinds = new Set<string>()
  /** Hashes of the bodies of records. */
  readonly hashes = new BodyHashes()

  /** Secrets of the deployment: entries of the trail are sealed with a key from them (entry-seals.ts). */
  readonly secrets: TrailSecrets

  constructor(storage: DurableObjectStorage, secrets: TrailSecrets) {
    this.#storage = storage
    this.secrets = secrets
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

  /** Write rows of one width, as many in a statement as it may have values. */
  runRows(insert: string, rows: readonly SqlValue[][], rest = ''): void {
    const width = rows[0]?.length ?? 1
    const most = Math.floor(valueLimit / width)
    const row = `(${Array.from({ length: width }, () => '?').join(', ')})`
    for (let from = 0; from < rows.length; from += most) {
      const some = rows.slice(from, from + most)
      this.run(`${insert} ${some.map(() => row).join(', ')} ${rest}`, ...some.flat())
    }
  }

  /** Something is being written: what it reads of the store it builds on. */
  get isWriting(): boolean {
    return this.#depth > 0
  }

  /** Do all or nothing; also what is thrown inside undoes everything. That the store was found damaged is kept. */
  transaction<Value>(work: () => Value): Value {
    if (this.#depth === 0) {
      this.newest = null
      this.changedKinds.clear()
    }
    this.#depth += 1
    try {
      return this.#storage.transactionSync(work)
    } catch (error) {
      this.newest = null
      const fault = damageIn(error)
      if (fault) keepDamage(this, fault.place)
      throw fault ?? error
    } finally {
      this.#depth -= 1
      if (this.#depth === 0) this.newest = null
    }
  }
}

/** Return the finding if a write failed because entries of the trail are missing. */
function damageIn(error: unknown): DamageFault | null {
  if (error instanceof DamageFault) return error
  const gap = error instanceof Error && error.message.includes(gapWords)
  return gap ? new DamageFault({ reason: 'entries_missing' }) : null
}
