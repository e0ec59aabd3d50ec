import type { CreateAnalysis } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { addPending, discard, insist, newDocument } from '../../domain/sync/document.ts'
import { copyOf, createAgain, needsOtherUuid, noteLaunch } from '../../domain/sync/create-again.ts'
import type { FieldChange } from '../../domain/sync/field-change.ts'
import type { LocalDocument, Pending, PendingCreate } from '../../domain/sync/pending.ts'
import { project } from '../../domain/sync/project.ts'
import type { LocalStore } from './document-store.ts'
import { makeUuid } from '../client/make-uuid.ts'

/** Changes that do not wait for the edge. Each is durable, and may be reported as saved, once its promise resolves. */
export class Outbox {
  readonly #store: LocalStore
  #asked = false

  constructor(store: LocalStore) {
    this.#store = store
  }

  /**
   * Make an analysis on this machine; made again with the same `opId` it changes nothing.
   * @throws Fault `refused` with reason `machine_full`, `taken` where there is another one of this uuid.
   */
  async create(input: CreateAnalysis, shown: Analysis, opId: string): Promise<void> {
    const id = `${analysis.kind}|${input.uuid}`
    await this.#keep(id, (document) => {
      if (document?.pending.some(({ op_id }) => op_id === opId)) return document
      if (document)
        throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
      const made = newDocument(analysis.kind, input.uuid, shown.created_at)
      return addPending(made, { ...begin(opId), type: 'create', input, shown: { ...shown } })
    })
  }

  /**
   * Edit an analysis on this machine. `from` of a change is what its editor saw: what two people changed at once is
   * told by it.
   * @returns the record as it is shown from now on, joined with what others did; null where nothing is changed.
   * @throws Fault `not_found`, or `refused` with reason `machine_full`.
   */
  async edit(
    uuid: string,
    changes: readonly FieldChange[],
    reason?: string,
  ): Promise<Record<string, unknown> | null> {
    const [first, ...others] = changes
    if (!first) return null
    const opId = makeUuid()
    const document = await this.#keep(`${analysis.kind}|${uuid}`, (document) => {
      if (!document || !project(document)) {
        throw new Fault('not_found', 'There is no such record')
      }
      return addPending(document, {
        ...begin(opId),
        type: 'merge',
        base_seq: document.seq,
        changes: [first, ...others],
        ...(reason ? { reason } : {}),
      })
    })
    return document && project(document)
  }

  /** Let go of what was refused, or of what was not meant. What was built on a create goes with it. */
  async discard(id: string, opId: string): Promise<void> {
    await this.#byHand(id, (document) => {
      const one = document?.pending.find(({ op_id }) => op_id === opId)
      if (!document || !one) return document
      const all = one.type === 'create' ? document.pending.map(({ op_id }) => op_id) : [opId]
      let left: LocalDocument | null = document
      for (const each of all) left = left && discard(left, each)
      return left
    })
  }

  /** Send a refused edit again, or a refused plan with all edits made on it. */
  async insist(id: string, opId: string): Promise<void> {
    const next = makeUuid()
    const known = await this.#store.find(id)
    const one = known?.pending.find(({ op_id }) => op_id === opId)
    if (known && one?.type === 'create') return this.#createAgain(known, one, next)
    await this.#byHand(id, (document) => document && insist(document, opId, next))
  }

  async #createAgain(document: LocalDocument, one: PendingCreate, next: string): Promise<void> {
    if (!needsOtherUuid(one)) {
      await this.#byHand(document.id, (now) =>
        now?.pending.some(({ op_id }) => op_id === one.op_id) ? createAgain(now, next) : now,
      )
      return
    }
    const { input, shown } = copyOf(document, one, makeUuid())
    await this.create(input, shown as unknown as Analysis, next)
    for (const change of commentsIn(document)) await this.edit(input.uuid, [change])
    // Keep a plan whose run was launched under its own uuid: discarding it needs a warning.
    if (one.launched_on === undefined) await this.discard(document.id, one.op_id)
  }

  /** Note that it has been, or is just being, launched on a device of the local network. */
  async noteLaunch(uuid: string, hostname: string): Promise<void> {
    await this.#byHand(
      `${analysis.kind}|${uuid}`,
      (document) => document && noteLaunch(document, hostname),
    )
  }

  /** Forget the journal: the person has seen where others' edits met theirs. */
  async forgetJournal(id: string): Promise<void> {
    await this.#byHand(id, (document) => document && { ...document, journal: [] })
  }

  /** Write all of it as the text of a JSON file: enough to type it in again, or for support to bring it in. */
  async export(account: { uuid: string; name: string }): Promise<string> {
    const waiting = await this.#store.waiting()
    const records = waiting.map((document) => ({ ...document, shown: project(document) }))
    const { uuid, name } = account
    const file = { format: 'bapp-waiting-1', exported_at: new Date().toISOString() }
    return JSON.stringify({ ...file, account: { uuid, name }, records }, null, 2)
  }

  /** Write a person's change: resolves when the second copy has it as well. */
  #byHand(id: string, step: Parameters<LocalStore['change']>[1]): Promise<LocalDocument | null> {
    return this.#store.change(id, step, { byHand: true })
  }

  /** Ask the browser not to clear this site's data by itself, from the first thing on that is nowhere else. */
  async #keep(
    id: string,
    step: Parameters<LocalStore['change']>[1],
  ): Promise<LocalDocument | null> {
    const document = await this.#byHand(id, step)
    if (!this.#asked) {
      this.#asked = true
      void navigator.storage?.persist?.().catch(() => false)
    }
    return document
  }
}

/** Return the comments that wait in a document: they are no part of what is created. */
function commentsIn({ pending }: LocalDocument): FieldChange[] {
  return pending.flatMap((one) =>
    one.type === 'merge' ? one.changes.filter(({ field }) => field === 'comments') : [],
  )
}

function begin(
  opId: string,
): Pick<Pending, 'op_id' | 'made_at' | 'tries' | 'next_at' | 'state' | 'fault'> {
  const made_at = new Date().toISOString()
  return { op_id: opId, made_at, tries: 0, next_at: 0, state: 'waiting', fault: null }
}
