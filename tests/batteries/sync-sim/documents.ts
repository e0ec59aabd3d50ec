// Replace IndexedDB behind the store of documents by one that shows what a crash leaves, which no browser does on
// demand.
import type { SyncRecord } from '../../../domain/calls/sync.ts'
import type { LocalDocument } from '../../../domain/sync/pending.ts'
import { isSamePlace } from '../../../web/sync/mark.ts'
import type { DocumentStore, MarkPlace, StreamMark } from '../../../web/sync/ports.ts'
import type { StreamName } from '../../../web/sync/streams.ts'
import type { LocalCode } from './local-code.ts'
import type { Tab } from './tab.ts'

/** Told of all that is written. */
export interface Watch {
  onWrite: (before: LocalDocument | null, after: LocalDocument | null) => void
  onMark: (stream: string, before: number, after: number) => void
}

/** Documents on the disk of a machine for one account in one view of its company. */
export class Documents {
  readonly documents = new Map<string, LocalDocument>()
  readonly marks = new Map<StreamName, StreamMark>()
  /** Number of times that the browser took all of it away. */
  emptied = 0
  /** Functions that undo the writes which are not on the disk yet. */
  #undo: { number: number; undo: () => void }[] = []
  #written = 0
  readonly #watch: Watch

  constructor(watch: Watch) {
    this.#watch = watch
  }

  write(id: string, after: LocalDocument | null): number {
    const before = this.documents.get(id) ?? null
    const put = (document: LocalDocument | null) => {
      if (document) this.documents.set(id, document)
      else this.documents.delete(id)
    }
    put(after)
    this.#watch.onWrite(before, after)
    return this.#note(() => put(before))
  }

  noteMark(stream: StreamName, before: number, after: number): void {
    this.#watch.onMark(stream, before, after)
  }

  writeMark(stream: StreamName, mark: StreamMark): number {
    const before = this.marks.get(stream)
    this.marks.set(stream, mark)
    return this.#note(() => {
      if (before) this.marks.set(stream, before)
      else this.marks.delete(stream)
    })
  }

  /** Replace all of them in one step; what has been pulled is to be pulled again. */
  replace(step: (document: LocalDocument) => LocalDocument | null): void {
    this.emptied += 1
    this.marks.clear()
    for (const document of Array.from(this.documents.values())) {
      const after = step(document)
      if (after !== document) this.write(document.id, after)
    }
    this.#undo = []
  }

  /** Mark the writes up to this number as on the disk. */
  flush(number: number): void {
    this.#undo = this.#undo.filter((one) => one.number > number)
  }

  /** Let the power fail: what was not on the disk never was. */
  crash(): void {
    for (const { undo } of this.#undo.toReversed()) undo()
    this.#undo = []
  }

  #note(undo: () => void): number {
    this.#written += 1
    this.#undo.push({ number: this.#written, undo })
    return this.#written
  }
}

const unread: StreamMark = { seq: 0, refreshed: 0, pulledAt: 0, aside: [] }

/** The documents as one page reaches them. */
export class TabDocuments implements DocumentStore {
  readonly #documents: Documents
  readonly #tab: Tab
  readonly #local: Pick<LocalCode, 'putRecord' | 'withoutBase'>
  readonly #isFull: () => boolean
  readonly #onStep: (when: 'before' | 'after') => void

  constructor(
    documents: Documents,
    tab: Tab,
    local: Pick<LocalCode, 'putRecord' | 'withoutBase'>,
    isFull: () => boolean,
    onStep: (when: 'before' | 'after') => void,
  ) {
    this.#documents = documents
    this.#tab = tab
    this.#local = local
    this.#isFull = isFull
    this.#onStep = onStep
  }

  find(id: string): Promise<LocalDocument | null> {
    return this.#read(() => this.#documents.documents.get(id) ?? null)
  }

  change(
    id: string,
    step: (document: LocalDocument | null) => LocalDocument | null,
  ): Promise<LocalDocument | null> {
    const { documents } = this.#documents
    // Call it once more now and then, the first time on what is soon old.
    if (this.#tab.random.next() < 0.1) step(documents.get(id) ?? null)
    return this.#write(() => {
      const before = documents.get(id) ?? null
      const after = step(before)
      return { value: after, number: after === before ? 0 : this.#documents.write(id, after) }
    })
  }

  waiting(): Promise<LocalDocument[]> {
    return this.#read(() =>
      [...this.#documents.documents.values()]
        .filter(({ oldest }) => oldest !== '')
        .sort((one, other) => (one.oldest < other.oldest ? -1 : 1)),
    )
  }

  mark(stream: StreamName): Promise<StreamMark> {
    return this.#read(() => this.#documents.marks.get(stream) ?? unread)
  }

  async takePage(
    stream: StreamName,
    records: readonly SyncRecord[],
    mark: { from: MarkPlace; to: StreamMark },
  ): Promise<void> {
    // Remember when it was emptied: a real page and its mark are one transaction, within which nothing is emptied.
    let emptied: number | null = null
    const stands = () =>
      (emptied ?? this.#documents.emptied) === this.#documents.emptied &&
      isSamePlace(this.#documents.marks.get(stream) ?? unread, mark.from)
    if (records.length > 0) {
      await this.#write(() => {
        let number = 0
        ;({ emptied } = this.#documents)
        // Write nothing of a page that another has overtaken: a record that is gone would come back.
        for (const record of stands() ? records : []) {
          const id = `${record.kind}|${record.uuid}`
          const before = this.#documents.documents.get(id) ?? null
          const after = this.#local.putRecord(before, record)
          if (after !== before) number = this.#documents.write(id, after)
        }
        return { value: undefined, number }
      })
    }
    await this.#write(() => {
      if (!stands()) return { value: undefined, number: 0 }
      this.#documents.noteMark(stream, mark.from.seq, mark.to.seq)
      return { value: undefined, number: this.#documents.writeMark(stream, mark.to) }
    })
  }

  restart(
    stream: StreamName,
    kinds: readonly string[],
    mark: { from: MarkPlace; to: StreamMark },
  ): Promise<void> {
    return this.#write(() => {
      const known = this.#documents.marks.get(stream) ?? unread
      if (!isSamePlace(known, mark.from)) return { value: undefined, number: 0 }
      for (const document of Array.from(this.#documents.documents.values())) {
        if (kinds.includes(document.kind))
          this.#documents.write(document.id, this.#local.withoutBase(document))
      }
      return { value: undefined, number: this.#documents.writeMark(stream, mark.to) }
    })
  }

  #read<Value>(read: () => Value): Promise<Value> {
    const { random } = this.#tab
    return new Promise((resolve) => {
      this.#tab.schedule(random.below(3), () => {
        this.#onStep('before')
        if (!this.#tab.alive) return
        const value = read()
        this.#tab.schedule(random.below(2), () => resolve(value))
      })
    })
  }

  /** Run one transaction: it happens at one moment, and is reported a little after it is on the disk. */
  #write<Value>(write: () => { value: Value; number: number }): Promise<Value> {
    const { random } = this.#tab
    return new Promise((resolve, reject) => {
      this.#tab.schedule(random.below(4), () => {
        this.#onStep('before')
        if (!this.#tab.alive) return
        if (this.#isFull()) return reject(new Error('QuotaExceededError'))
        try {
          const { value, number } = write()
          this.#onStep('after')
          this.#tab.schedule(random.below(4), () => {
            this.#documents.flush(number)
            resolve(value)
          })
        } catch (error) {
          reject(error as Error)
        }
      })
    })
  }
}
