import type { HubClient } from './hub-client.ts'

const nobody: ReadonlySet<HubClient> = new Set()

/**
 * Keep the clients of a hub: all by number, signed-in ones by name, and those that still have to sign in. They are kept apart, since each newcomer
 * asks for them, and thousands come back at once after a restart.
 */
export class Roll {
  readonly #all = new Map<number, HubClient>()
  readonly #named = new Map<string, Set<HubClient>>()
  readonly #waiting = new Set<HubClient>()

  /** Return all clients, also those that have not signed in. */
  all(): MapIterator<HubClient> {
    return this.#all.values()
  }

  /** Clients that have not signed in. */
  get waiting(): ReadonlySet<HubClient> {
    return this.#waiting
  }

  /** Number of clients that have signed in. */
  get signedIn(): number {
    return this.#all.size - this.#waiting.size
  }

  find(id: number): HubClient | undefined {
    return this.#all.get(id)
  }

  /** Return the signed-in clients whose token has this name. */
  named(name: string): ReadonlySet<HubClient> {
    return this.#named.get(name) ?? nobody
  }

  /** Return the names of the signed-in clients, each once, sorted. */
  names(): string[] {
    return [...this.#named.keys()].toSorted()
  }

  /** Take in a client, with its session if it has one. */
  enter(client: HubClient): void {
    this.#all.set(client.attachment.id, client)
    if (client.session) this.signIn(client)
    else this.#waiting.add(client)
  }

  /** Note that a client now has a session. It keeps its name for as long as it is here. */
  signIn(client: HubClient): void {
    this.#waiting.delete(client)
    const name = client.session?.grant.name ?? ''
    const same = this.#named.get(name)
    if (same) same.add(client)
    else this.#named.set(name, new Set([client]))
  }

  /** @returns false for a client that is not here. */
  leave(client: HubClient): boolean {
    if (!this.#all.delete(client.attachment.id)) return false
    this.#waiting.delete(client)
    const name = client.session?.grant.name
    const same = name === undefined ? undefined : this.#named.get(name)
    same?.delete(client)
    if (name !== undefined && same?.size === 0) this.#named.delete(name)
    return true
  }
}
