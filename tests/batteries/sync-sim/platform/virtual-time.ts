/** Stands in for the platform's clock: a seed decides what happens when, and no time is spent waiting. */
const realImmediate = setImmediate

interface Event {
  at: number
  order: number
  work: (() => void) | null
}

/** Let what was begun run on until it waits for the clock: bodies of requests are read within one turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => realImmediate(resolve))
}

/** Events by their moment; of one moment in the order in which they were asked for. */
export class VirtualTime {
  #now: number
  #order = 0
  readonly #heap: Event[] = []

  constructor(now: number) {
    this.#now = now
  }

  get now(): number {
    return this.#now
  }

  after(ms: number, work: () => void): () => void {
    return this.at(this.#now + Math.max(0, ms), work)
  }

  /** @returns takes it back. */
  at(moment: number, work: () => void): () => void {
    const event: Event = {
      at: Math.ceil(Math.max(moment, this.#now)),
      order: (this.#order += 1),
      work,
    }
    push(this.#heap, event)
    return () => {
      event.work = null
    }
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /** Let time pass up to a moment. */
  async runUntil(moment: number): Promise<void> {
    await settle()
    for (let next = this.#heap[0]; next && next.at <= moment; next = this.#heap[0]) {
      pop(this.#heap)
      if (!next.work) continue
      this.#now = next.at
      next.work()
      await settle()
    }
    this.#now = Math.max(this.#now, moment)
  }

  /** Let time pass until a promise is settled. */
  async runFor<Value>(work: Promise<Value>, longest = 86_400_000): Promise<Value> {
    let done = false
    const mark = () => {
      done = true
    }
    work.then(mark, mark)
    const end = this.#now + longest
    await settle()
    while (!done) {
      const next = this.#heap[0]
      if (!next || next.at > end) throw new Error('nothing will ever settle this')
      await this.runUntil(next.at)
    }
    return work
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order)
}

function push(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1
  while (at > 0) {
    const up = (at - 1) >> 1
    const parent = heap[up] as Event
    if (!isBefore(event, parent)) break
    heap[at] = parent
    at = up
  }
  heap[at] = event
}

function pop(heap: Event[]): void {
  const last = heap.pop() as Event
  if (heap.length === 0) return
  let at = 0
  for (;;) {
    let down = 2 * at + 1
    if (down >= heap.length) break
    const right = heap[down + 1]
    if (right && isBefore(right, heap[down] as Event)) down += 1
    const child = heap[down] as Event
    if (!isBefore(child, last)) break
    heap[at] = child
    at = down
  }
  heap[at] = last
}
