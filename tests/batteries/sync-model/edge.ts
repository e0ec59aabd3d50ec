import type { FieldChange } from '../../../domain/sync/field-change.ts'
import { mergeField } from '../../../domain/sync/merge-field.ts'
import type { PendingMerge } from '../../../domain/sync/pending.ts'
import type { Body, Entry } from './entry.ts'
import { judgeClash, judgeMerge } from './judge.ts'
import type { Knowledge } from './knowledge.ts'

export interface Answer {
  seq: number
  body: Body
  overwritten: { field: string; value: unknown }[]
}

/** Reason of a refused operation; `theirs` of a clash. */
export class Refused extends Error {
  readonly reason: string
  readonly theirs: Body | undefined
  /** Over which it was refused. */
  readonly field: string | undefined

  constructor(reason: string, theirs?: Body, field?: string) {
    super(reason)
    this.reason = reason
    this.theirs = theirs
    this.field = field
  }
}

/** The edge as edge/store/merge-changes.ts makes it, in memory: one log, each operation once, all fields or none. */
export class Edge {
  readonly log: Entry[] = []
  readonly records = new Map<string, { seq: number; body: Body | null }>()
  readonly refused = new Set<number>()
  /** Operations that came while their sender had no permission: that is decided before the store is asked. */
  readonly shutOut = new Set<string>()
  readonly #refusals = new Map<string, Refused>()
  readonly #known = new Map<string, Entry>()
  readonly #knowledge: readonly Knowledge[]

  constructor(knowledge: readonly Knowledge[]) {
    this.#knowledge = knowledge
  }

  find(uuid: string): Body | null {
    return this.records.get(uuid)?.body ?? null
  }

  create(machine: number, body: Body, opId: string): Body {
    if (this.refused.has(machine)) throw new Refused('permission_missing')
    const uuid = body['uuid'] as string
    const found = this.find(uuid)
    if (found) return found
    if (this.records.has(uuid)) throw new Refused('not_found')
    this.#write({ opId, machine, uuid, action: 'create', after: { ...body, status: 'INIT' } })
    return this.find(uuid) as Body
  }

  merge(machine: number, uuid: string, operation: PendingMerge): Answer {
    const { op_id: opId, changes } = operation
    if (this.refused.has(machine)) {
      this.shutOut.add(opId)
      throw new Refused('permission_missing')
    }
    const body = this.find(uuid)
    if (!body) throw new Refused('not_found')
    const before = this.#known.get(opId)
    if (before) return { ...this.#stands(uuid), overwritten: before.overwritten }
    const { after, overwritten } = this.#decide(operation, body)
    const entry = this.#write({ opId, machine, uuid, action: 'merge', after, overwritten })
    judgeMerge(entry, changes, this.#knowledge[machine] as Knowledge)
    return { ...this.#stands(uuid), overwritten }
  }

  /** Refuse again an operation that was refused before. */
  #decide({ op_id: opId, changes }: PendingMerge, body: Body) {
    const kept = this.#refusals.get(opId)
    if (kept) throw new Refused(kept.reason, kept.theirs && body, kept.field)
    try {
      const structural = changes.some(({ field }) => field === 'samples' || field === 'device_uuid')
      if (structural && body['status'] !== 'INIT') throw new Refused('wrong_status')
      return join(body, changes)
    } catch (error) {
      if (error instanceof Refused) this.#refusals.set(opId, error)
      throw error
    }
  }

  remove(uuid: string): void {
    this.#write({ opId: `removal of ${uuid}`, machine: -1, uuid, action: 'remove', after: null })
  }

  turn(uuid: string): void {
    const body = this.find(uuid)
    if (!body) return
    const after = { ...body, status: body['status'] === 'INIT' ? 'RUNNING' : 'INIT' }
    this.#write({ opId: `${this.log.length} turned`, machine: -1, uuid, action: 'status', after })
  }

  /** Give a page as edge/store/pull-changes.ts does. */
  pull(after: number, limit: number): Page {
    const rows = [...this.records].filter(([, { seq }]) => seq > after)
    rows.sort(([, one], [, other]) => one.seq - other.seq)
    const records = rows.slice(0, limit).map(([uuid, { seq, body }]) => ({ uuid, seq, body }))
    const checkpoint = records.at(-1)?.seq ?? after
    return { from: after, records, checkpoint, more: rows.length > limit }
  }

  #stands(uuid: string): { seq: number; body: Body } {
    return this.records.get(uuid) as { seq: number; body: Body }
  }

  #write(given: Omit<Entry, 'seq' | 'before' | 'overwritten'> & Partial<Entry>): Entry {
    const seq = this.log.length + 1
    const entry: Entry = { overwritten: [], ...given, seq, before: this.find(given.uuid) }
    if (this.#known.has(entry.opId)) throw new Error(`operation ${entry.opId} was made twice`)
    this.#known.set(entry.opId, entry)
    this.log.push(entry)
    this.records.set(entry.uuid, { seq, body: entry.after && { ...entry.after, updated: seq } })
    return entry
  }
}

export interface Page {
  from: number
  records: { uuid: string; seq: number; body: Body | null }[]
  checkpoint: number
  more: boolean
}

function join(body: Body, changes: readonly FieldChange[]) {
  const after = { ...body }
  const overwritten: Entry['overwritten'] = []
  for (const change of changes) {
    const { field } = change
    const merged = mergeField(change, body[field])
    if (merged.clash) {
      judgeClash(change, body[field])
      throw new Refused('changed_meanwhile', body, field)
    }
    after[field] = merged.value
    if (merged.met) overwritten.push({ field, value: body[field] })
  }
  return { after, overwritten }
}
