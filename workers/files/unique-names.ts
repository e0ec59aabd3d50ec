/**
 * Names that must be unique in a file, for things that may share one: each different thing (told apart
 * by its key) gets its name, or the name with a number when another thing has it already.
 */
export class UniqueNames {
  readonly #names = new Map<string, string>()
  readonly #used = new Set<string>()
  readonly #changed: (name: string, given: string) => void

  constructor(changed: (name: string, given: string) => void = () => {}) {
    this.#changed = changed
  }

  /** Name for a thing; the same one each time the key comes again. */
  give(key: string, name: string): string {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    let given = name
    for (let n = 2; this.#used.has(given); n++) given = `${name} (${n})`
    this.#names.set(key, given)
    this.#used.add(given)
    if (given !== name) this.#changed(name, given)
    return given
  }
}
