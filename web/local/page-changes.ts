import type { RawRow } from './write-page.ts'

/** Tells this tab and the others which rows came with a page. Single documents are told by the database itself. */
export class PageChanges {
  readonly #channel: BroadcastChannel
  readonly #listeners = new Set<(rows: readonly RawRow[]) => void>()

  #closed = false

  constructor(name: string) {
    this.#channel = new BroadcastChannel(`pages-${name}`)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<RawRow[]>) =>
      this.#hear(data),
    )
  }

  tell(rows: readonly RawRow[]): void {
    if (rows.length === 0 || this.#closed) return
    this.#channel.postMessage(rows)
    this.#hear(rows)
  }

  follow(listener: (rows: readonly RawRow[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#closed = true
    this.#channel.close()
    this.#listeners.clear()
  }

  #hear(rows: readonly RawRow[]): void {
    for (const listener of this.#listeners) listener(rows)
  }
}
