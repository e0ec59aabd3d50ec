import { coversTokens, hasWildcard } from './subjects.ts'

/** A subscription as far as routing is concerned. */
export interface Interested {
  subject: string
  queue?: string
}

interface Wildcard<S> {
  tokens: readonly string[]
  subscription: S
}

/** Receivers of a message: everyone in `plain`, and one member of each of the `groups`. */
export interface Audience<S> {
  plain: readonly S[]
  groups: readonly (readonly S[])[]
}

const cacheSize = 512

/**
 * Finds the subscriptions a subject goes to. Exact subjects are looked up, wildcards are tried one by one
 * (a connection has a few), and the answer is kept until a subscription comes or goes.
 */
export class Interest<S extends Interested> {
  #exact = new Map<string, Set<S>>()
  #wild = new Map<S, Wildcard<S>>()
  #cache = new Map<string, Audience<S>>()

  add(subscription: S): void {
    this.#cache.clear()
    const { subject } = subscription
    if (hasWildcard(subject)) {
      this.#wild.set(subscription, { tokens: subject.split('.'), subscription })
      return
    }
    const same = this.#exact.get(subject)
    if (same) same.add(subscription)
    else this.#exact.set(subject, new Set([subscription]))
  }

  remove(subscription: S): void {
    this.#cache.clear()
    if (this.#wild.delete(subscription)) return
    const same = this.#exact.get(subscription.subject)
    same?.delete(subscription)
    if (same?.size === 0) this.#exact.delete(subscription.subject)
  }

  /** Return the audience of a subject without wildcards. */
  audience(subject: string): Audience<S> {
    const known = this.#cache.get(subject)
    if (known) return known
    const found = this.#find(subject)
    if (this.#cache.size >= cacheSize) this.#cache.clear()
    this.#cache.set(subject, found)
    return found
  }

  #find(subject: string): Audience<S> {
    const plain: S[] = []
    const groups = new Map<string, S[]>()
    const take = (subscription: S) => {
      if (subscription.queue === undefined) return void plain.push(subscription)
      const members = groups.get(subscription.queue)
      if (members) members.push(subscription)
      else groups.set(subscription.queue, [subscription])
    }
    for (const subscription of this.#exact.get(subject) ?? []) take(subscription)
    const tokens = subject.split('.')
    for (const wild of this.#wild.values()) {
      if (coversTokens(wild.tokens, tokens)) take(wild.subscription)
    }
    return { plain, groups: [...groups.values()] }
  }
}
