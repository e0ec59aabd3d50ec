import { project } from '../../domain/sync/project.ts'
import type { LocalDocument } from '../../domain/sync/pending.ts'
import type { Change, LocalStore } from './document-store.ts'
import { listRow } from './list-rows.ts'
import { changeRows } from './sorted-rows.ts'

type Body = Record<string, unknown>

/** Rows that are kept where there is no room for all: as many past records as a person usually looks at. */
export const hotRows = 500
/** Rows that are read first: the person who opened the app waits for the first screen. */
const firstRows = 120
/** Read between two looks at the page: as many as take about so long. */
const sliceMs = 10
/** Share of a frame for what has changed (ms). */
const frameMs = 8
/** Number of changes from which most of the screen is drawn again. */
const manyChanges = 20

/**
 * Return the rest between two draws of a list: a change is shown at once, but while changes keep coming, as in a first
 * sync, a long list must not be drawn for each.
 */
function restMs(rows: number): number {
  return Math.min(2000, rows / 15)
}

/** Waited for changes that were said to follow at once: they may fail to come. */
const holdMs = 500

/** After a rest so many draws may follow each other: a few pages of changes are seen as they come. */
const drawsAtOnce = 3

/** Interval at which lists are drawn again while they are being read. */
const drawEveryMs = 400

export interface RecordList {
  /** Newest first; the same array until something changes; undefined before the first answer. */
  get: () => readonly Body[] | undefined
  /** Returns true when it has the whole table. */
  isWhole: () => boolean
  subscribe: (listener: () => void) => () => void
  /** One of its rows as it is now, which may be newer than in the array: a long list is not drawn for each change. */
  row: (uuid: string) => Body | undefined
  /** Follow one row, at once. */
  subscribeRow: (uuid: string, listener: () => void) => () => void
}

/**
 * Lists of the screens, in memory: filtering and sorting tens of thousands of records must not wait for the disk. The newest
 * are read first, the rest while the page is idle; changes of all tabs are drawn once per frame.
 */
export class ReadModel {
  readonly #store: LocalStore
  readonly #lists = new Map<string, KindList>()
  readonly #watched = new Map<string, Set<() => void>>()
  readonly #stop: () => void
  #stopped = false

  constructor(store: LocalStore) {
    this.#store = store
    this.#stop = store.onChange((changes, more) => this.#take(changes, more))
  }

  list(kind: string): RecordList {
    const known = this.#lists.get(kind)
    if (known) return known
    const list = new KindList(kind, this.#store)
    this.#lists.set(kind, list)
    list.load().catch(() => undefined)
    return list
  }

  /** Read one record as the screen shows it; null: there is none. */
  async read(id: string): Promise<Body | null> {
    const document = await this.#store.find(id)
    return document && project(document)
  }

  /** Give one record as the screen shows it, and again whenever it changes; null: there is none. */
  watch(id: string, listener: (body: Body | null) => void): () => void {
    let last = 0
    const read = async () => {
      const turn = (last += 1)
      const body = await this.read(id)
      if (turn === last) listener(body)
    }
    const tell = () => void read().catch(() => undefined)
    const listeners = this.#watched.get(id) ?? new Set()
    this.#watched.set(id, listeners.add(tell))
    tell()
    return () => {
      last = Number.NaN
      listeners.delete(tell)
    }
  }

  /** Read everything again: the database was emptied, or closed and opened, under it. */
  reload(): void {
    if (this.#stopped) return
    for (const list of this.#lists.values()) list.load().catch(() => undefined)
    for (const listeners of this.#watched.values()) for (const tell of listeners) tell()
  }

  stop(): void {
    this.#stopped = true
    this.#stop()
    for (const list of this.#lists.values()) list.stop()
  }

  #take(changes: readonly Change[], more: boolean): void {
    for (const change of changes) for (const tell of this.#watched.get(change.id) ?? []) tell()
    for (const [kind, list] of this.#lists) {
      const mine = changes.filter((change) => change.kind === kind)
      if (mine.length > 0) list.note(mine, more)
    }
  }
}

class KindList implements RecordList {
  readonly #kind: string
  readonly #store: LocalStore
  readonly #listeners = new Set<() => void>()
  readonly #rowListeners = new Map<string, Set<() => void>>()
  /** Noted and not yet in the list, in the order they came. */
  readonly #changed = new Map<string, Change>()
  #rows = new Map<string, Body>()
  /** Rows that changed since the list was drawn, as they were drawn: null for those not in it. */
  #drawn = new Map<string, Body | null>()
  /** Gone while the list was being read: a page read before must not bring it back. */
  #gone = new Set<string>()
  #shown: readonly Body[] | undefined
  #whole = false
  #loads = 0
  /** Its first rows are being read: what was drawn before stays until they are there. */
  #beginning = false
  #drawing = false
  /** A draw that is to come. */
  #late: { at: number; timer: ReturnType<typeof setTimeout> } | null = null
  /** More changes follow at once those that were noted last. */
  #more = false
  #drawnAt = 0
  /** Draws that were left after the last one; each rest gives one more. */
  #draws = 0

  constructor(kind: string, store: LocalStore) {
    this.#kind = kind
    this.#store = store
  }

  get = () => this.#shown

  isWhole = () => this.#whole

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  row = (uuid: string) => this.#rows.get(uuid)

  subscribeRow = (uuid: string, listener: () => void) => {
    const listeners = this.#rowListeners.get(uuid) ?? new Set()
    this.#rowListeners.set(uuid, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#rowListeners.get(uuid) === listeners) {
        this.#rowListeners.delete(uuid)
      }
    }
  }

  stop(): void {
    this.#loads += 1
    this.#listeners.clear()
    this.#rowListeners.clear()
  }

  /** Read the newest, then everything. */
  async load(): Promise<void> {
    const turn = (this.#loads += 1)
    this.#whole = false
    this.#rows = new Map()
    this.#drawn = new Map()
    this.#gone = new Set()
    this.#beginning = true
    const first = await this.#store.newest(this.#kind, firstRows)
    if (turn !== this.#loads) return
    this.#put(first)
    this.#beginning = false
    this.#shown = []
    this.#draw()
    if (first.length > 0) await this.#readHot(turn)
    if (turn !== this.#loads) return
    // Do not decide by the count whether that was all: some rows came as changes too, and damaged ones are left out.
    let after: string | null = ''
    let rows = 100
    while (after !== null) {
      await idle()
      const slice = await this.#store.slice(this.#kind, after, rows)
      if (turn !== this.#loads) return
      const began = performance.now()
      this.#put(slice.documents)
      rows = nextSlice(rows, performance.now() - began)
      after = slice.last
      const rest = Math.max(drawEveryMs, restMs(this.#rows.size))
      if (performance.now() - this.#drawnAt > rest) this.#draw()
    }
    this.#whole = true
    this.#gone.clear()
    this.#draw()
  }

  async #readHot(turn: number): Promise<void> {
    await idle()
    const documents = await this.#store.newest(this.#kind, hotRows)
    if (turn !== this.#loads) return
    this.#put(documents)
    this.#draw()
  }

  /** @param more others follow at once. */
  note(changes: readonly Change[], more: boolean): void {
    this.#more = more
    for (const change of changes) this.#changed.set(change.id.slice(this.#kind.length + 1), change)
    if (this.#drawing) return
    this.#drawing = true
    // Wait for no frame with many, which take longer than one anyway.
    if (changes.length < manyChanges) onFrame(() => this.#takeChanges())
    else setTimeout(() => this.#takeChanges())
  }

  #takeChanges(): void {
    this.#applyChanges()
    // Let the page look between two slices at what else there is to do.
    if (this.#changed.size > 0) return void setTimeout(() => this.#takeChanges())
    this.#drawing = false
    const rest = restMs(this.#rows.size)
    const wait = (1 - this.#allowedDraws()) * rest
    // Draw changes that follow at once together, where a draw takes long.
    const hold = this.#more ? Math.min(rest, holdMs) : 0
    if (wait > 0 || hold > 0) this.#drawIn(Math.max(wait, hold))
    // Paint one edit with this frame; for many, the drawing and the browser's layout of it are two tasks.
    else if (this.#drawn.size < manyChanges) this.#draw()
    else this.#drawIn(0)
  }

  #allowedDraws(): number {
    const rests = (performance.now() - this.#drawnAt) / Math.max(1, restMs(this.#rows.size))
    return Math.min(drawsAtOnce, this.#draws + rests)
  }

  /** Draw after so many ms, with the changes until then. Of two times the earlier one is taken. */
  #drawIn(ms: number): void {
    const at = performance.now() + ms
    if (this.#late && this.#late.at <= at) return
    clearTimeout(this.#late?.timer)
    const timer = setTimeout(() => {
      this.#late = null
      this.#draw()
    }, ms)
    this.#late = { at, timer }
  }

  #put(documents: readonly LocalDocument[]): void {
    for (const document of documents) {
      const { uuid } = document
      // Skip rows that changed since they were read: the newer version is here.
      const isKnown = this.#rows.has(uuid) || this.#changed.has(uuid) || this.#gone.has(uuid)
      if (!isKnown) this.#set(uuid, document)
    }
  }

  /** Apply as many as a frame has time for. */
  #applyChanges(): void {
    const began = performance.now()
    for (const [uuid, change] of this.#changed) {
      this.#changed.delete(uuid)
      this.#set(uuid, change.read())
      if (performance.now() > began + frameMs) break
    }
  }

  #set(uuid: string, document: LocalDocument | null): void {
    const body = document && project(document)
    if (!this.#drawn.has(uuid)) this.#drawn.set(uuid, this.#rows.get(uuid) ?? null)
    if (body) this.#rows.set(uuid, listRow(this.#kind, body))
    else {
      this.#rows.delete(uuid)
      if (!this.#whole) this.#gone.add(uuid)
    }
    for (const listener of this.#rowListeners.get(uuid) ?? []) listener()
  }

  #draw(): void {
    if (!this.#shown || this.#beginning) return
    this.#draws = Math.max(0, this.#allowedDraws() - 1)
    this.#drawnAt = performance.now()
    const changes = Array.from(this.#drawn, ([uuid, before]) => ({
      before,
      after: this.#rows.get(uuid) ?? null,
    }))
    this.#drawn = new Map()
    this.#shown = changeRows(this.#shown, changes)
    for (const listener of this.#listeners) listener()
  }
}

/** Return the number of rows to read next, by the time of the last ones. Reading them from the disk costs about as much again. */
function nextSlice(rows: number, ms: number): number {
  return Math.round(Math.min(2 * rows, 1000, Math.max(50, (rows * sliceMs) / Math.max(ms, 1))))
}

/** Resolve when the page is idle. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Wait by a timer in Safari, which has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 100 })
    else setTimeout(resolve, 4)
  })
}

/** Work with the next frame; a hidden page has none. */
function onFrame(work: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(work)
  else setTimeout(work, 50)
}
