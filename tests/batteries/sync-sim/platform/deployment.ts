import { migrateDirectory, directoryOver } from './directory.ts'
import { Bucket } from './bucket.ts'
import { ObjectNamespace, type StoreClass } from './durable-objects.ts'
import { Database } from './storage.ts'
import type { VirtualTime } from './virtual-time.ts'

/** The content of every store of a deployment at one moment. */
export interface Moment {
  at: number
  directory: Uint8Array
  stores: ReadonlyMap<string, Uint8Array>
  files: ReadonlyMap<string, Uint8Array>
}

/** Edge application, as this process calls it. */
export interface EdgeApp {
  fetch(request: Request, env: unknown, ctx: unknown): Response | Promise<Response>
}

export interface DeploymentOptions {
  app: EdgeApp
  store: StoreClass
  time: VirtualTime
  /** Milliseconds that a call to a store takes one way. */
  travel: () => number
  /** Told of each message on the live bus, which is no part of this. */
  onHint: (company: string, payload: string) => void
  onPutBack?: (when: 'before' | 'after') => void
  onCall?: ((name: string) => void) | undefined
}

export const secrets = {
  LIVE_SECRET: 'LIVE_SECRET-for-tests-only-0123456789',
  CHECKPOINT_SECRET: 'CHECKPOINT_SECRET-for-tests-only-0123456789',
  SEALING_SECRET: 'SEALING_SECRET-for-tests-only-0123456789',
  OPERATOR_SECRET: 'OPERATOR_SECRET-for-tests-only-0123456789',
}

/** The edge of one region in this process: the real application and stores on stand-ins for the platform. */
export class Deployment {
  readonly stores: ObjectNamespace
  readonly bucket: Bucket
  readonly #directory: Database
  #app: EdgeApp
  #newest: StoreClass | null = null
  readonly #time: VirtualTime
  readonly #env: Record<string, unknown>

  constructor(options: DeploymentOptions, moment?: Moment) {
    const { app, store, time, travel, onHint, onPutBack, onCall } = options
    this.#app = app
    this.#time = time
    this.#directory = new Database(moment?.directory)
    if (!moment) migrateDirectory(this.#directory)
    this.bucket = new Bucket(moment?.files)
    this.stores = new ObjectNamespace(store, () => this.#env, {
      time,
      travel,
      onPutBack,
      onCall,
    })
    for (const [name, content] of moment?.stores ?? []) this.stores.load(name, content)
    this.#env = {
      ...secrets,
      REGION: 'eu',
      ENVIRONMENT: 'local',
      DIRECTORY: directoryOver(this.#directory),
      BLOBS: this.bucket,
      COMPANY_STORE: this.stores,
      // Leave out the index of fleets, which has tests of its own and is of no concern to the lives of a laboratory.
      FLEET_INDEX: { getByName: () => ({ take: async () => true, forget: async () => {} }) },
      LIVE_HUB: { getByName: (company: string) => hub(company, onHint) },
    }
  }

  /** Answer a request as it comes in from the network. */
  async fetch(request: Request): Promise<Response> {
    const ctx = {
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      passThroughOnException: () => undefined,
    }
    return this.#app.fetch(request, this.#env, ctx)
  }

  /** Another version is brought out: requests reach it at once, the stores with their next life. */
  deploy({ app, store }: Pick<DeploymentOptions, 'app' | 'store'>, storesAfter: number): void {
    this.#app = app
    this.#newest = store
    this.#time.after(storesAfter, () => {
      if (this.#newest === store) this.stores.become(store)
    })
  }

  keep(): Moment {
    const stores = this.stores.names().map((name): [string, Uint8Array] => {
      return [name, this.stores.databaseOf(name).content()]
    })
    return {
      at: this.#time.now,
      directory: this.#directory.content(),
      stores: new Map(stores),
      files: new Map(this.bucket.files),
    }
  }

  close(): void {
    this.stores.close()
    this.#directory.close()
  }
}

/** Send the hub's hints over the network of the simulation; the hub itself has tests of its own. */
function hub(company: string, onHint: DeploymentOptions['onHint']) {
  return {
    publish: async (_subject: string, payload: string) => {
      onHint(company, payload)
      return 1
    },
    disconnect: async () => 0,
    connected: async () => [],
    request: async () => ({ ok: false, reason: 'timeout' }),
  }
}
