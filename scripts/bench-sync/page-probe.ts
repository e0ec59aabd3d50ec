/// <reference lib="dom" />

/** Times that the page itself measured, in ms since it was opened. */
export interface SyncProbe {
  /** Tasks of more than 50 ms. */
  longTasks: { at: number; ms: number }[]
  /** Writes to the table of analyses, from their begin until the disk had them. */
  writes: { began: number; ended: number; rows: number }[]
  /** Numbers of rows that the list showed, with the time of each paint. */
  counts: { at: number; rows: number }[]
  /** Time at which the first row with a record was painted; null until then. */
  firstRowAt: number | null
}

declare global {
  interface Window {
    syncProbe: SyncProbe
    /** Act at the begin of a frame. Milliseconds from there until the frame in which it is done was painted. */
    timeToPaint(act: () => void, isDone: () => boolean): Promise<number>
    /** Type into a field as a person does, replacing its text. */
    typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void
  }
}

/**
 * Run in the page before anything else. It looks at the browser's own parts only, so what is measured is the product as it
 * is shipped. It must not use anything from outside itself: its text is what is sent to the page.
 */
export function watchSync(): void {
  const probe: SyncProbe = { longTasks: [], writes: [], counts: [], firstRowAt: null }
  window.syncProbe = probe
  performance.setResourceTimingBufferSize(10_000)
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      probe.longTasks.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })

  const rowsOf = new WeakMap<IDBTransaction, { rows: number }>()
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...how) {
    const made = Reflect.apply(begin, this, how) as IDBTransaction
    if (how[1] === 'readwrite' && this.name.endsWith('--analyses')) {
      const write = { began: performance.now(), ended: 0, rows: 0 }
      rowsOf.set(made, write)
      made.addEventListener('complete', () => {
        write.ended = performance.now()
        probe.writes.push(write)
      })
    }
    return made
  }
  for (const name of ['add', 'put'] as const) {
    const real = IDBObjectStore.prototype[name]
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...what) {
      const write = rowsOf.get(this.transaction)
      if (write) write.rows += 1
      return Reflect.apply(real, this, what) as IDBRequest<IDBValidKey>
    }
  }

  const afterPaint = (work: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      // Measure at the first task after the frame's work, when it has been handed to the screen.
      port1.onmessage = work
      port2.postMessage(null)
    })
  const noteCount = () => {
    const text = document.querySelector('main [role="grid"]')?.getAttribute('aria-rowcount')
    const rows = Number(text ?? 1) - 1
    if (rows === (probe.counts.at(-1)?.rows ?? 0)) return
    const count = { at: Infinity, rows }
    probe.counts.push(count)
    afterPaint(() => (count.at = performance.now()))
  }
  new MutationObserver(noteCount).observe(document, {
    subtree: true,
    attributeFilter: ['aria-rowcount'],
  })
  window.timeToPaint = (act, isDone) =>
    new Promise((resolve, reject) =>
      requestAnimationFrame(() => {
        const began = performance.now()
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          const ms = performance.now() - began
          if (isDone()) resolve(ms)
          else if (ms > 20_000) reject(new Error(`not done after 20 s: ${isDone.toString()}`))
          else requestAnimationFrame(() => port2.postMessage(null))
        }
        port2.postMessage(null)
        act()
      }),
    )
  window.typeInto = (field, text) => {
    const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  const lookForRow = () => {
    const row = document.querySelector('main [data-row], main a[href^="/analyses/details/"]')
    if (!row) return void requestAnimationFrame(lookForRow)
    noteCount()
    afterPaint(() => (probe.firstRowAt = performance.now()))
  }
  requestAnimationFrame(lookForRow)
}
