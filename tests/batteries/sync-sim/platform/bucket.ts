/** Stands in for R2: a table of names in memory. */
export class Bucket {
  readonly files: Map<string, Uint8Array>

  constructor(files: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.files = new Map(files)
  }

  async put(
    name: string,
    content: Uint8Array | string,
    { onlyIf }: { onlyIf?: { etagDoesNotMatch?: string } } = {},
  ) {
    if (onlyIf?.etagDoesNotMatch === '*' && this.files.has(name)) return null
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content.slice()
    this.files.set(name, bytes)
    return this.#describe(name)
  }

  async head(name: string) {
    return this.#describe(name)
  }

  async get(name: string) {
    const bytes = this.files.get(name)
    if (!bytes) return null
    return {
      ...this.#describe(name),
      arrayBuffer: async () => bytes.slice().buffer,
      text: async () => new TextDecoder().decode(bytes),
    }
  }

  async list({ prefix = '', startAfter = '' }: { prefix?: string; startAfter?: string } = {}) {
    const names = [...this.files.keys()].filter(
      (name) => name.startsWith(prefix) && name > startAfter,
    )
    const objects = names.sort().map((name) => this.#describe(name))
    return { objects, truncated: false }
  }

  async delete(names: string | readonly string[]) {
    for (const name of [names].flat()) this.files.delete(name)
  }

  #describe(key: string) {
    const size = this.files.get(key)?.byteLength
    return size === undefined ? null : { key, size }
  }
}
