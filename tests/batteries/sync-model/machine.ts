import type { FaultDetail } from '../../../domain/fault.ts'
import {
  acknowledge,
  addPending,
  discard,
  insist,
  markSent,
  newDocument,
  nextToSend,
  postpone,
  putRecord,
  refuse,
  unpark,
} from '../../../domain/sync/document.ts'
import type { FieldChange } from '../../../domain/sync/field-change.ts'
import type { LocalDocument, Pending } from '../../../domain/sync/pending.ts'
import { project } from '../../../domain/sync/project.ts'
import type { Answer, Page } from './edge.ts'
import type { Body } from './entry.ts'
import { type Knowledge, piecesOf } from './knowledge.ts'

const kind = 'analysis'
const never = '2026-01-01T00:00:00.000Z'

/** A browser with its documents, at which several tabs work. The engine of web/sync writes them in the same steps. */
export class Machine {
  readonly number: number
  readonly knowledge: Knowledge
  readonly documents = new Map<string, LocalDocument>()
  /** Contents of a tab's open editor, by tab and record. */
  readonly held = new Map<string, Body>()
  /** Operations in the order in which people made them, by record. */
  readonly made = new Map<string, string[]>()
  /** Operations that a person discarded or sent again. */
  readonly letGo = new Set<string>()
  mark = 0
  readonly #refused = new Set<string>()
  /** Ids of operations that were sent again: they take the place of the old one, others may have gone on meanwhile. */
  readonly #insisted = new Set<string>()
  #operations = 0

  constructor(number: number, knowledge: Knowledge) {
    this.number = number
    this.knowledge = knowledge
  }

  uuids(): string[] {
    return [...this.documents.keys()].filter((uuid) => this.shown(uuid) !== null)
  }

  shown(uuid: string): Body | null {
    const document = this.documents.get(uuid)
    return document ? project(document) : null
  }

  edit(uuid: string, changes: FieldChange[], at: number): void {
    const document = this.documents.get(uuid)
    if (!document) return
    const before = this.shown(uuid)
    for (const { field, from, to } of changes) this.knowledge.note(field, from, to)
    const operation = this.#begin(at)
    this.#put(
      uuid,
      addPending(document, { ...operation, type: 'merge', base_seq: document.seq, changes }),
    )
    this.#noteMade(uuid)
    this.#mustShow(uuid, before, changes)
  }

  create(uuid: string, body: Body, at: number): void {
    for (const field of ['name', 'notebook', 'samples'])
      this.knowledge.note(field, undefined, body[field])
    const operation = this.#begin(at)
    const input = body as never
    const made = newDocument(kind, uuid, never)
    this.#put(uuid, addPending(made, { ...operation, type: 'create', input, shown: body }))
    this.#noteMade(uuid)
  }

  /** Return the next operation of a record, written as sent; null where nothing may be sent. */
  takeNext(uuid: string, now: number): Pending | null {
    const document = this.documents.get(uuid)
    const next = document && nextToSend(document, now)
    if (!document || !next) return null
    const marked = markSent(document, next.op_id)
    this.#put(uuid, marked)
    return marked.pending.find(({ op_id }) => op_id === next.op_id) ?? null
  }

  acknowledge(uuid: string, opId: string, answer: Answer): void {
    const { seq, body, overwritten } = answer
    this.#change(uuid, (document) => {
      const record = { kind, uuid, seq, body }
      const after = acknowledge(document, opId, { record, overwritten, at: never })
      if (after.seq < seq) throw new Error(`${uuid} came with the answer and is not kept`)
      return after.body === null && after.pending.length === 0 ? null : after
    })
  }

  refuse(uuid: string, opId: string, fault: FaultDetail): void {
    this.#change(uuid, (document) => refuse(document, opId, fault))
  }

  postpone(uuid: string, opId: string, nextAt: number): void {
    const fault = { code: 'network', message: 'nothing came back' } as const
    this.#change(uuid, (document) => postpone(document, opId, { fault, nextAt }))
  }

  unpark(): void {
    for (const uuid of this.documents.keys()) this.#change(uuid, unpark)
  }

  /** A page that another has overtaken moves nothing. */
  take({ from, records, checkpoint }: Page, crashed: boolean): void {
    if (from !== this.mark) return
    for (const { uuid, seq, body } of records) this.pull(uuid, seq, body)
    if (!crashed) this.mark = checkpoint
  }

  pull(uuid: string, seq: number, body: Body | null): void {
    this.#put(uuid, putRecord(this.documents.get(uuid) ?? null, { kind, uuid, seq, body }))
  }

  /** Let go of a refused operation, as a person does, and of what was built on a create with it. */
  discard(uuid: string, opId: string): void {
    const one = this.documents.get(uuid)?.pending.find(({ op_id }) => op_id === opId)
    const all = this.documents.get(uuid)?.pending.map(({ op_id }) => op_id) ?? []
    for (const each of one?.type === 'create' ? all : [opId]) {
      this.letGo.add(each)
      this.#forget(uuid, each)
      this.#change(uuid, (document) => discard(document, each))
    }
  }

  /** Insist on the own version, as a person who has both before them and wants theirs. */
  insist(uuid: string, opId: string): void {
    const document = this.documents.get(uuid)
    const old = document?.pending.find(({ op_id }) => op_id === opId)
    if (!document?.body || old?.type !== 'merge') return
    const repeated = this.#name()
    this.letGo.add(opId)
    this.#insisted.add(repeated)
    const after = insist(document, opId, repeated)
    if (after.pending.some(({ op_id }) => op_id === opId))
      throw new Error('made again by its old id')
    const made = after.pending.find(({ op_id }) => op_id === repeated)
    if (made?.type !== 'merge') throw new Error('not made again')
    for (const { field, from, to } of made.changes) this.knowledge.note(field, from, to)
    this.#put(uuid, after)
    this.made.set(
      uuid,
      (this.made.get(uuid) ?? []).filter((id) => id !== opId),
    )
  }

  /** Check that a change typed into the screen is on the screen. */
  #mustShow(uuid: string, before: Body | null, changes: readonly FieldChange[]): void {
    const shown = this.shown(uuid)
    const { pending = [], body } = this.documents.get(uuid) ?? {}
    // Skip an edit built on a refused one: it shows the record without that.
    if (pending.some(({ state }) => state === 'refused')) return
    const last = pending.at(-1)
    for (const { field, from, to } of changes) {
      const made = last?.type === 'merge' && last.changes.find((one) => one.field === field)
      // Skip a change that was taken back: it shows what others wrote.
      if (made && JSON.stringify(made.from) === JSON.stringify(made.to)) continue
      const alone = pending.length === 1 && JSON.stringify(body?.[field]) === JSON.stringify(from)
      if (field === 'samples' && !alone) continue
      const fresh = JSON.stringify(before?.[field]) === JSON.stringify(from)
      if (fresh && JSON.stringify(shown?.[field]) !== JSON.stringify(to))
        throw new Error(`machine ${this.number} does not show what was typed into ${field}`)
    }
  }

  /** Check the invariants of every step. */
  check(): void {
    for (const { uuid, pending, oldest } of this.documents.values()) {
      const times = pending.map(({ made_at }) => made_at).sort()
      if (oldest !== (times[0] ?? ''))
        throw new Error(`machine ${this.number}: ${uuid} is found wrongly`)
      for (const { op_id: opId, state } of pending) {
        if (state === 'refused') this.#refused.add(opId)
        else if (this.#refused.has(opId)) throw new Error(`${opId} was refused and goes on`)
      }
    }
  }

  /** Count a discarded operation as removed on purpose. */
  #forget(uuid: string, opId: string): void {
    const one = this.documents.get(uuid)?.pending.find(({ op_id }) => op_id === opId)
    const said: readonly { field: string; from?: unknown; to: unknown }[] =
      one?.type === 'merge'
        ? one.changes
        : Object.entries(one?.shown ?? {}).map(([field, to]) => ({ field, to }))
    for (const { field, from, to } of said) {
      const before = new Set(piecesOf(field, from))
      for (const piece of piecesOf(field, to))
        if (!before.has(piece)) this.knowledge.removed.add(piece)
    }
  }

  #begin(at: number) {
    const made_at = new Date(Date.parse(never) + at).toISOString()
    const state = 'waiting' as const
    return { op_id: this.#name(), made_at, tries: 0, next_at: 0, state, fault: null }
  }

  #name(): string {
    this.#operations += 1
    return `m${this.number} op${this.#operations}`
  }

  /** Leave out an edit that was added to the one before it: it has no number of its own. */
  #noteMade(uuid: string): void {
    const list = this.made.get(uuid) ?? []
    for (const { op_id: id } of this.documents.get(uuid)?.pending ?? [])
      if (!list.includes(id) && !this.#insisted.has(id)) list.push(id)
    this.made.set(uuid, list)
  }

  #change(uuid: string, step: (document: LocalDocument) => LocalDocument | null): void {
    const document = this.documents.get(uuid)
    if (document) this.#put(uuid, step(document))
  }

  #put(uuid: string, document: LocalDocument | null): void {
    if (document) this.documents.set(uuid, document)
    else this.documents.delete(uuid)
  }
}
