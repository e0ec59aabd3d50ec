import type { RawRow } from './write-page.ts'

type Listener = (rows: readonly RawRow[], more: boolean) => void
type Read = (ids: readonly string[]) => Promise<readonly RawRow[]>

/**
 * Report to this tab and to the others which rows came with a page. Other tabs, of which there is rarely one, receive
 * the ids and read the rows from the disk. The database itself reports single documents.
 */
export class PageChanges {
  readonly #channel: BroadcastChannel
  readonly #read: Read
  readonly #listeners = new Set<Listener>()
  /** Told by themselves while rows are being read, which may be older than that. */
  readonly #newer = new Set<string>()
  #reading = 0
  #closed = false

  /** @param read returns rows of one table as they are on the disk. */
  constructor(name: string, read: Read) {
    this.#read = read
    this.#channel = new BroadcastChannel(`pages-${name}`)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<string[]>) => {
      if (this.#listeners.size > 0) void this.#take(data)
    })
  }

  /** @param more the next page follows at once. */
  tell(rows: readonly RawRow[], more = false): void {
    if (rows.length === 0 || this.#closed) return
    this.#channel.postMessage(rows.map(({ id }) => id))
    this.#hear(rows, more)
  }

  /** Note a single document, which the database reports itself. */
  noteSingle(id: string): void {
    if (this.#reading > 0) this.#newer.add(id)
  }

  follow(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#closed = true
    this.#channel.close()
    this.#listeners.clear()
  }

  async #take(ids: readonly string[]): Promise<void> {
    for (let wanted = ids; wanted.length > 0 && !this.#closed;) {
      this.#reading += 1
      // Skip rows that cannot be read now: they are read with the list again, as when the database was closed.
      const rows = await this.#read(wanted).catch(() => [])
      this.#reading -= 1
      this.#hear(
        rows.filter(({ id }) => !this.#newer.has(id)),
        false,
      )
      wanted = wanted.filter((id) => this.#newer.has(id))
      if (this.#reading === 0) this.#newer.clear()
    }
  }

  #hear(rows: readonly RawRow[], more: boolean): void {
    for (const listener of this.#listeners) listener(rows, more)
  }
}
