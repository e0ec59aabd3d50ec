import { canonicalJson } from '../../domain/canonical.ts'
import { hashText } from '../crypto/hash-text.ts'

/**
 * Hashes of bodies that were computed before, each with its text: a record that is edited or read again and again is
 * hashed once. A hash belongs to its text whatever the store holds, so nothing here can go out of date.
 */
export class BodyHashes {
  readonly #known = new Map<string, { body: string; hash: string }>()
  #length = 0
  readonly #most: number

  /** @param most characters that are held at once. */
  constructor(most = 2_000_000) {
    this.#most = most
  }

  /** Hash the canonical JSON of a body as it is kept (SHA-256); empty for a text that no store has written. */
  of(key: string, body: string): string {
    const known = this.#known.get(key)
    if (known?.body === body) return known.hash
    const value = parsed(body)
    // Refuse another spelling, which may say two things: of a name that comes twice SQLite takes the first, JavaScript the last.
    if (JSON.stringify(value) !== body) return ''
    const fresh = hashText(canonicalJson(value))
    this.keep(key, body, fresh)
    return fresh
  }

  /** Hash an entry to its leaf (RFC 6962 §2.1), once for the record whose newest it is. */
  leafOf(key: string, entry: string): string {
    const known = this.#known.get(`entry of ${key}`)
    if (known?.body === entry) return known.hash
    const leaf = hashText(`\0${entry}`)
    this.keepLeaf(key, entry, leaf)
    return leaf
  }

  /** Keep the leaf of an entry that has just been written. */
  keepLeaf(key: string, entry: string, leaf: string): void {
    this.keep(`entry of ${key}`, entry, leaf)
  }

  /** Keep a hash that is known already: of a body that has just been written. */
  keep(key: string, body: string, hash: string): void {
    this.#drop(key)
    this.#known.set(key, { body, hash })
    this.#length += body.length
    for (const oldest of this.#known.keys()) {
      if (this.#length <= this.#most) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#length -= this.#known.get(key)?.body.length ?? 0
    this.#known.delete(key)
  }
}

/** Parse JSON; undefined for any other text, which equals no body. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
