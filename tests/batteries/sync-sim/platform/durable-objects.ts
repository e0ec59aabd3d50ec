/** Stands in for the platform's Durable Objects: calls travel, copy what they carry, and may meet a restart on the way. */
import { Alarm, Database, storageOver } from './storage.ts'
import type { VirtualTime } from './virtual-time.ts'

export type StoreClass = new (ctx: unknown, env: unknown) => object

interface Living {
  database: Database
  alarm: Alarm
  instance: Record<string, (...given: unknown[]) => unknown> | null
  /** One more with each restart: what was under way in an earlier life fails. */
  life: number
  /** Earlier states, by the moment at which they were kept. */
  kept: Map<string, Uint8Array>
  chosen: string | null
}

export interface Place {
  time: VirtualTime
  /** Milliseconds that a call takes one way. */
  travel: () => number
  /** Told of each call before the object hears of it, and after it is done. */
  onCall?: ((name: string) => void) | undefined
  /** Told before and after a store is put back to an earlier moment. */
  onPutBack?: ((when: 'before' | 'after') => void) | undefined
}

/** The objects of one class by their names. */
export class ObjectNamespace {
  readonly #objects = new Map<string, Living>()
  #class: StoreClass
  readonly #env: () => unknown
  readonly #place: Place

  constructor(itsClass: StoreClass, env: () => unknown, place: Place) {
    this.#class = itsClass
    this.#env = env
    this.#place = place
  }

  getByName(name: string): object {
    return new Proxy(
      {},
      {
        // Return no `then`, as this is not a promise: an `await` of the stub itself must not call it.
        get: (_, method) =>
          method === 'then'
            ? undefined
            : (...given: unknown[]) => this.#call(name, String(method), given),
      },
    )
  }

  /** Return the object's database; what is written here was written by nobody. */
  databaseOf(name: string): Database {
    return this.#living(name).database
  }

  /** Call without travelling. */
  direct(name: string, method: string, ...given: unknown[]): unknown {
    return this.#open(this.#living(name))[method]?.(...given)
  }

  /** Evict the object: what it held in memory is gone, and calls under way fail on either side of their commit. */
  restart(name: string): void {
    const living = this.#living(name)
    living.instance = null
    living.life += 1
  }

  /** End all objects, and start them again as another class. */
  become(itsClass: StoreClass): void {
    this.#class = itsClass
    for (const name of this.#objects.keys()) this.restart(name)
  }

  /** Keep it as it is, for the platform to put back. */
  keepMoment(name: string): void {
    const living = this.#living(name)
    living.kept.set(new Date(this.#place.time.now).toISOString(), living.database.content())
  }

  /** Begin with another content. */
  load(name: string, content: Uint8Array): void {
    this.restart(name)
    this.#living(name).database.load(content)
  }

  names(): string[] {
    return [...this.#objects.keys()]
  }

  close(): void {
    for (const { database } of this.#objects.values()) database.close()
  }

  #call(name: string, method: string, given: unknown[]): Promise<unknown> {
    const { time, travel, onCall } = this.#place
    const carried = structuredClone(given)
    const living = this.#living(name)
    const { life } = living
    return new Promise((resolve, reject) => {
      const back = (work: () => void) =>
        time.after(travel(), () =>
          living.life === life ? work() : reject(new Error('the object was reset')),
        )
      time.after(travel(), () => {
        onCall?.(name)
        if (living.life !== life) return reject(new Error('the object was reset'))
        void this.#run(living, method, carried).then(
          (value) => {
            onCall?.(name)
            back(() => resolve(structuredClone(value)))
          },
          (error: unknown) => back(() => reject(new Error(String(error)))),
        )
      })
    })
  }

  async #run(living: Living, method: string, given: unknown[]): Promise<unknown> {
    return this.#open(living)[method]?.(...given)
  }

  /** End the object by its own wish; it may begin again where it was asked to. */
  #abort(living: Living): void {
    living.instance = null
    living.life += 1
    const content = living.kept.get(living.chosen ?? '')
    if (!content) return
    living.chosen = null
    this.#place.onPutBack?.('before')
    living.database.load(content)
    this.#place.onPutBack?.('after')
  }

  #living(name: string): Living {
    const known = this.#objects.get(name)
    if (known) return known
    const made: Living = {
      database: new Database(),
      alarm: new Alarm(this.#place.time, () => void this.#run(made, 'alarm', [])),
      instance: null,
      life: 0,
      kept: new Map(),
      chosen: null,
    }
    this.#objects.set(name, made)
    return made
  }

  #open(living: Living): NonNullable<Living['instance']> {
    const ctx = {
      storage: storageOver(living.database, living.alarm, {
        at: (date) => date.toISOString(),
        choose: (bookmark) => {
          living.chosen = bookmark
        },
      }),
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      abort: () => this.#abort(living),
      id: { name: '', toString: () => '' },
    }
    living.instance ??= new this.#class(ctx, this.#env()) as NonNullable<Living['instance']>
    return living.instance
  }
}
