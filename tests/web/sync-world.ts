import type { CreateAnalysis } from '../../domain/calls/analysis.ts'
import type { SyncRecord } from '../../domain/calls/sync.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import type { PageAsk } from '../../domain/sync/asks.ts'
import { newDocument, putRecord } from '../../domain/sync/document.ts'
import type { LocalDocument, Pending, PendingCreate } from '../../domain/sync/pending.ts'
import { type Sync, startSync, type SyncOptions } from '../../web/sync/engine.ts'
import { aboveAll, isSamePlace } from '../../web/sync/mark.ts'
import type {
  Clock,
  DocumentStore,
  MarkPlace,
  PullOrder,
  Service,
  StreamMark,
} from '../../web/sync/ports.ts'
import { withoutBase } from '../../web/sync/without-base.ts'
import { uuidOf } from '../support/uuid-of.ts'

/** A world for the replication engine: time that passes when told, a store in memory, an edge that keeps records. */

export class VirtualClock implements Clock {
  #now = Date.parse('2026-03-01T08:00:00.000Z')
  #timers: { at: number; ring: () => void }[] = []

  now(): number {
    return this.#now
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = { at: this.#now + ms, ring: resolve }
      this.#timers.push(timer)
      signal?.addEventListener('abort', () => {
        this.#timers = this.#timers.filter((one) => one !== timer)
        resolve()
      })
    })
  }

  /** Let time pass: everything that is due is done, in order. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms
    await settle()
    for (;;) {
      const next = this.#timers.toSorted((one, other) => one.at - other.at)[0]
      if (!next || next.at > until) break
      this.#timers = this.#timers.filter((one) => one !== next)
      this.#now = Math.max(this.#now, next.at)
      next.ring()
      await settle()
    }
    this.#now = until
  }
}

/** Wait until nothing more happens by itself. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done))
}

const fresh: StreamMark = { seq: 0, refreshed: 0, pulledAt: 0, aside: [] }

export class MemoryStore implements DocumentStore {
  documents = new Map<string, LocalDocument>()
  marks = new Map<string, StreamMark>()
  /** Writes of documents, as what they wrote. */
  writes: string[] = []
  /** A record with this uuid cannot be written. */
  unwritable: string | null = null

  find(id: string): Promise<LocalDocument | null> {
    return Promise.resolve(this.documents.get(id) ?? null)
  }

  change(id: string, step: (document: LocalDocument | null) => LocalDocument | null) {
    const before = this.documents.get(id) ?? null
    const after = step(before)
    if (after === before) return Promise.resolve(before)
    this.writes.push(
      `${id} ${after ? after.pending.map(({ state, tries }) => state + tries).join() : 'gone'}`,
    )
    if (after) this.documents.set(id, after)
    else this.documents.delete(id)
    return Promise.resolve(after)
  }

  waiting(): Promise<LocalDocument[]> {
    const found = [...this.documents.values()].filter(({ pending }) => pending.length > 0)
    return Promise.resolve(found.sort((one, other) => (one.oldest < other.oldest ? -1 : 1)))
  }

  mark(stream: string): Promise<StreamMark> {
    return Promise.resolve(this.marks.get(stream) ?? fresh)
  }

  takePage(
    stream: string,
    records: readonly SyncRecord[],
    { from, to }: { from: MarkPlace; to: StreamMark },
  ) {
    if (!isSamePlace(this.marks.get(stream) ?? fresh, from)) return Promise.resolve()
    if (records.some(({ uuid }) => uuid === this.unwritable))
      return Promise.reject(new Error('this record cannot be written'))
    for (const record of records) {
      const id = `${record.kind}|${record.uuid}`
      const after = putRecord(this.documents.get(id) ?? null, record)
      if (after) this.documents.set(id, after)
      else this.documents.delete(id)
    }
    this.marks.set(stream, to)
    return Promise.resolve()
  }

  restart(stream: string, kinds: readonly string[], mark: { from: MarkPlace; to: StreamMark }) {
    if (!isSamePlace(this.marks.get(stream) ?? fresh, mark.from)) return Promise.resolve()
    for (const document of this.documents.values()) {
      if (!kinds.includes(document.kind)) continue
      const rest = withoutBase(document)
      if (rest) this.documents.set(document.id, rest)
      else this.documents.delete(document.id)
    }
    this.marks.set(stream, mark.to)
    return Promise.resolve()
  }
}

/** Edge of the test, with its records and its present faults. */
export class Edge implements Service {
  records: SyncRecord[] = []
  calls: string[] = []
  scope = 'scope'
  generation = ''
  /** That it says it has looked through. */
  kinds: string | null = null
  /** Answers to the next calls whose text begins so: a fault, or a wait. */
  faults: { call: string; fault?: Fault; until?: Promise<unknown>; times?: number }[] = []
  /** A page with this `seq` in it cannot be made. */
  poison: number | null = null
  most = 0
  #open = 0

  /** Knows no falling order, as before 29 November 2026. */
  onlyRises = false

  /** Cannot choose what has not ended, as before 30 November 2026. */
  knowsNoOpen = false

  /** Has no call for several pages, as before 30 November 2026. */
  oneByOne = false

  async pulls(asks: readonly PageAsk[], limit: number) {
    await this.#meet(
      `pulls ${asks.map(({ kinds, home }) => kinds[0] + (home ? '@' : '')).join(' ')}`,
    )
    if (this.oneByOne) throw new Fault('not_found', 'no such call')
    return asks.map(({ kinds, ...place }) => {
      try {
        return this.#page(kinds, { ...place, limit })
      } catch {
        return null
      }
    })
  }

  async pull(kinds: readonly string[], order: PullOrder) {
    const { after, before, limit, home, open } = order
    const below = before === aboveAll ? 'newest' : `${open ? 'open ' : ''}below ${before}`
    const place = before === undefined ? String(after) : below
    await this.#meet(`pull ${kinds[0]} ${place} ${limit}${home ? ` ${home}` : ''}`)
    return this.#page(kinds, order)
  }

  #page(kinds: readonly string[], { after, before, limit, open }: PullOrder) {
    if (before !== undefined && this.onlyRises) throw new Fault('invalid', 'before')
    if (open && this.knowsNoOpen) throw new Fault('invalid', 'open')
    const isOpen = ({ kind, body }: SyncRecord) =>
      kind !== 'analysis' || ['INIT', 'RUNNING'].includes(String(body?.['status']))
    const [sign, upTo] = before === undefined ? [1, aboveAll] : [-1, before]
    const rows = this.records
      .filter(({ kind, seq }) => kinds.includes(kind) && seq > after && seq < upTo)
      .filter((record) => !open || isOpen(record))
      .sort((one, other) => sign * (one.seq - other.seq))
    const page = rows.slice(0, limit)
    if (page.some(({ seq }) => seq === this.poison)) throw new Fault('internal', 'broken')
    const checkpoint = page.at(-1)?.seq ?? before ?? after
    return {
      records: page,
      checkpoint,
      ...(before !== undefined && { newest: page[0]?.seq ?? 0 }),
      more: rows.length > page.length,
      scope: this.scope,
      generation: this.generation,
      ...(this.kinds === null ? {} : { kinds: this.kinds }),
    }
  }

  async findAnalysis(uuid: string): Promise<Analysis | null> {
    await this.#meet(`find ${uuid}`)
    return (this.records.find((one) => one.uuid === uuid)?.body ?? null) as Analysis | null
  }

  async createAnalysis(input: CreateAnalysis, opId: string): Promise<Analysis> {
    await this.#meet(`create ${input.uuid} ${opId}`)
    const body = bodyOf(input)
    this.put(input.uuid, body)
    return body as unknown as Analysis
  }

  async standing(uuid: string) {
    await this.#meet(`standing ${uuid}`)
    const found = this.records.find((one) => one.uuid === uuid)
    return found?.body ? { record: found.body as unknown as Analysis, seq: found.seq } : null
  }

  async mergeAnalysis(uuid: string, operation: Pending & { type: 'merge' }) {
    await this.#meet(`merge ${uuid} ${operation.op_id}`)
    const before = this.records.find((one) => one.uuid === uuid)
    if (!before?.body) throw new Fault('not_found', 'no such record')
    const changes = Object.fromEntries(operation.changes.map(({ field, to }) => [field, to]))
    const seq = this.put(uuid, { ...before.body, ...changes })
    return { record: { ...before.body, ...changes } as unknown as Analysis, seq, overwritten: [] }
  }

  put(uuid: string, body: SyncRecord['body'], kind = 'analysis'): number {
    const seq = Math.max(0, ...this.records.map((one) => one.seq)) + 1
    this.records = [...this.records.filter((one) => one.uuid !== uuid), { kind, uuid, seq, body }]
    return seq
  }

  async #meet(call: string): Promise<void> {
    this.calls.push(call)
    this.#open += 1
    this.most = Math.max(this.most, this.#open)
    try {
      const found = this.faults.find((one) => call.startsWith(one.call))
      if (!found) return
      if (found.times !== undefined && (found.times -= 1) <= 0)
        this.faults = this.faults.filter((one) => one !== found)
      await found.until
      if (found.fault) throw found.fault
    } finally {
      this.#open -= 1
    }
  }
}

/** Return an edge with so many analyses, `Plate 1` the oldest. */
export function edgeWith(count: number): Edge {
  const edge = new Edge()
  for (let one = 1; one <= count; one += 1) edge.put(uuidOf(one), { name: `Plate ${one}` })
  return edge
}

/** Return the requests for pages that an edge got. */
export const pulls = (edge: Edge) => edge.calls.filter((call) => call.startsWith('pull'))

export interface World {
  clock: VirtualClock
  store: MemoryStore
  edge: Edge
  sync: Sync
  problems: { what: string; seq?: number }[]
  scopes: string[]
}

/** Start a world, and pull everything in it. */
export async function startWorld(
  options: Partial<SyncOptions> & Partial<World> = {},
): Promise<World> {
  const clock = options.clock ?? new VirtualClock()
  const store = (options.store as MemoryStore | undefined) ?? new MemoryStore()
  const edge = options.edge ?? new Edge()
  const problems: World['problems'] = []
  const scopes: string[] = []
  const sync = startSync({
    clock,
    store,
    service: edge,
    random: () => 0.5,
    permissions: ['analysis.search'],
    scope: 'scope',
    onScope: (scope) => scopes.push(scope),
    report: (problem) => problems.push(problem),
    ...(options.permissions ? { permissions: options.permissions } : {}),
    ...(options.pageSize ? { pageSize: options.pageSize } : {}),
    ...(options.window ? { window: options.window } : {}),
    ...(options.search ? { search: options.search } : {}),
  })
  await settle()
  return { clock, store, edge, sync, problems, scopes }
}

export function inputOf(number: number): CreateAnalysis {
  return {
    uuid: uuidOf(number),
    name: `Plate ${number}`,
    recipe_uuid: uuidOf(900),
    protocol_uuid: null,
    swarm_uuid: uuidOf(901),
    device_uuid: null,
    cartridge_type: 'bcube16',
    samples: [],
    notebook: '',
  } as unknown as CreateAnalysis
}

function bodyOf({ recipe_uuid, protocol_uuid, ...input }: CreateAnalysis): Record<string, unknown> {
  const at = '2026-03-01T08:00:00.000Z'
  return { ...input, created_at: at, updated_at: at, method: { recipe_uuid, protocol_uuid } }
}

const common = { tries: 0, next_at: 0, state: 'waiting' as const, fault: null }

export function createOf(number: number): PendingCreate {
  const made_at = `2026-03-01T07:00:00.${String(number).padStart(3, '0')}Z`
  const input = inputOf(number)
  const shown = bodyOf(input)
  return { ...common, op_id: uuidOf(10_000 + number), made_at, type: 'create', input, shown }
}

export function noteOf(op: number, to: string, from = ''): Pending & { type: 'merge' } {
  const made_at = `2026-03-01T07:30:00.${String(op).padStart(3, '0')}Z`
  const changes: (Pending & { type: 'merge' })['changes'] = [{ field: 'notebook', from, to }]
  return { ...common, op_id: uuidOf(20_000 + op), made_at, type: 'merge', base_seq: 0, changes }
}

/** Return a document of this machine with waiting operations. */
export function documentOf(number: number, ...pending: Pending[]): LocalDocument {
  const made = newDocument('analysis', uuidOf(number), '2026-03-01T07:00:00.000Z')
  return { ...made, pending, oldest: pending[0]?.made_at ?? '' }
}
