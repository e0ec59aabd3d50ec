/** Smaller pages that make up for one that failed. */
const parts = 10

/**
 * Sizes of pages to request: smaller after a page has failed, down to single records, until as many as the failed page had are
 * read (spec §7 "Table refresh": record by record after a failed page).
 */
export class PageSizes {
  readonly #whole: number
  /** Number of smaller pages still to come in place of each failed page around the present place. */
  readonly #left: number[] = []

  constructor(whole: number) {
    this.#whole = whole
  }

  get limit(): number {
    return Math.max(1, Math.floor(this.#whole / parts ** this.#left.length))
  }

  /** @returns whether it was a single record that failed: no smaller page is left to try. */
  failed(): boolean {
    if (this.limit === 1) return true
    this.#left.push(parts)
    return false
  }

  succeeded(): void {
    for (let level = this.#left.length - 1; level >= 0; level -= 1) {
      const left = (this.#left[level] ?? 1) - 1
      this.#left[level] = left
      if (left > 0) return
      this.#left.pop()
    }
  }
}
