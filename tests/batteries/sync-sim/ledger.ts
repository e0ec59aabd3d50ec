import type { FieldChange } from '../../../domain/sync/field-change.ts'
import type { LocalDocument, Pending } from '../../../domain/sync/pending.ts'
import type { Watch } from './documents.ts'

/** Edit that a person meant to make. */
export interface Intent {
  opId: string
  uuid: string
  change: FieldChange | null
  /** True once they saw that it is saved: before, it may be there or not. */
  told: boolean
  /** Order in which they were written, which is not the order in which they were reported as saved. */
  order: number
}

export interface KnownOperation {
  company: string
  where: string
  pending: Pending
}

/** All that was promised to anybody, and everything that was wrong on the way. */
export class Ledger {
  readonly #intents = new Map<string, Intent>()
  /** Operations that some document has held, as they were written last. */
  readonly operations = new Map<string, KnownOperation>()
  /** Operations of people who work straight at the edge. */
  readonly atDesk = new Set<string>()
  /** Refused ones that their person let go of. */
  readonly discarded = new Set<string>()
  /** Taken by the edge, and gone with a store that was put back to an earlier moment. */
  readonly putBack = new Set<string>()
  readonly problems: string[] = []
  readonly #isTaken: (company: string, opId: string) => boolean

  #order = 0

  get intents(): readonly Intent[] {
    return [...this.#intents.values()]
  }

  /** Write it in the step that writes, which may be made more than once: `key` is the intent's own. */
  write(key: string, intent: Pick<Intent, 'opId' | 'uuid' | 'change'>): void {
    this.#order += 1
    this.#intents.set(key, { ...intent, order: this.#order, told: false })
  }

  /** Forget a step that was made without writing anything after all. */
  forget(key: string): void {
    this.#intents.delete(key)
  }

  /** Note that the page reported the edit as saved. */
  tell(key: string): Intent | null {
    const intent = this.#intents.get(key)
    if (intent) intent.told = true
    return intent ?? null
  }

  constructor(isTaken: (company: string, opId: string) => boolean) {
    this.#isTaken = isTaken
  }

  /** Return true if the edge has it, or its person has let go of it. */
  isSettled(opId: string): boolean {
    const company = this.operations.get(opId)?.company
    const isTaken = company !== undefined && this.#isTaken(company, opId)
    return isTaken || this.discarded.has(opId) || this.putBack.has(opId)
  }

  problem(what: string): void {
    if (this.problems.length < 20) this.problems.push(what)
  }

  /** Look at each write of a document: an operation leaves it only when the edge has it, and its base never goes back. */
  watch(where: string, company: string): Watch {
    const onMark = (stream: string, before: number, after: number) => {
      if (after < before) this.problem(`back in time: ${where} ${stream} ${before} -> ${after}`)
    }
    const onWrite = (before: LocalDocument | null, after: LocalDocument | null) => {
      const left = new Set(before?.pending.map(({ op_id }) => op_id))
      for (const pending of after?.pending ?? []) {
        left.delete(pending.op_id)
        this.operations.set(pending.op_id, { company, where, pending })
      }
      for (const opId of left) {
        if (this.discarded.has(opId) || this.putBack.has(opId)) continue
        if (!this.#isTaken(company, opId)) this.problem(`lost: ${where} dropped ${opId}`)
      }
      if (before?.body && after?.body && after.seq < before.seq) {
        this.problem(`back in time: ${where} ${after.id} ${before.seq} -> ${after.seq}`)
      }
      const of = after?.body?.['company_uuid']
      if (typeof of === 'string' && of !== company) {
        this.problem(`foreign: ${where} holds ${after?.id} of another company`)
      }
    }
    return { onWrite, onMark }
  }
}
