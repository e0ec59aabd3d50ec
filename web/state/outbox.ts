import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react'
import type { CreateAnalysis } from '../../domain/calls/analysis.ts'
import type { CallFile } from '../../domain/call.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault, type FaultDetail } from '../../domain/fault.ts'
import type { FieldChange } from '../../domain/sync/field-change.ts'
import type { LocalDocument } from '../../domain/sync/pending.ts'
import { fetchFaultTexts } from '../i18n/faults.ts'
import type { Outbox } from '../local/outbox.ts'
import { metDocuments, records, waitingDocuments } from './records.ts'
import { t } from '../i18n/intl.ts'
import { calls } from './mode.ts'
import { account, session } from './session.ts'
import { showToast } from './toasts.ts'
import { makeUuid } from '../client/make-uuid.ts'

/** Changes made on this machine that the edge does not have yet. They are removed only when the edge accepts them or a person discards them. */

/** Documents in which something waits, the oldest first; the operations are in `pending`. */
export const waiting: ReadonlySignal<readonly LocalDocument[]> = waitingDocuments
/** Operations that wait, of whatever state. */
export const waitingCount: ReadonlySignal<number> = computed(() =>
  waitingDocuments.value.reduce((sum, { pending }) => sum + pending.length, 0),
)
/** Records that the edge does not have at all: Initialized here, and not sent yet (spec §4). */
export const onlyHere: ReadonlySignal<ReadonlySet<string>> = computed(
  () => new Set(waitingDocuments.value.filter(({ body }) => body === null).map(({ uuid }) => uuid)),
)
/** Documents with a `journal`: others' edits met those of this machine, and nobody has said that they have seen it. */
export const journal: ReadonlySignal<readonly LocalDocument[]> = metDocuments

const writing = signal(0)

/** False while something is being written: a page closed now would lose what was just typed. What waits is safe. */
export const safeToClose: ReadonlySignal<boolean> = computed(() => writing.value === 0)

/**
 * Make an analysis on this machine. Once it resolves it is on the disk, in the lists, and will be sent. The same `opId`
 * again changes nothing.
 * @param shown the record as the screens show it until the edge's own is here (`showAnalysis` of web/local/shown-analysis.ts).
 * @throws Fault `refused` with the reason `machine_full` (nothing was saved), `taken` for a uuid that is in use.
 */
export function saveAnalysis(
  input: CreateAnalysis,
  shown: Analysis,
  opId: string = makeUuid(),
): Promise<void> {
  return write((outbox) => outbox.create(input, shown, opId))
}

/**
 * Edit an analysis on this machine, whether the edge has it or not. `from` of each change is what the editor saw when
 * they began: two people's edits are joined by it.
 * @returns the record as it is shown from now on; null where nothing is changed.
 * @throws Fault `not_found`; `refused` with the reason `machine_full`: nothing was saved.
 */
export function editAnalysis(
  uuid: string,
  changes: readonly FieldChange[],
  reason?: string,
): Promise<Record<string, unknown> | null> {
  return write((outbox) => outbox.edit(uuid, changes, reason))
}

/** Let go of an operation for good; with a create goes all that was built on it. */
export function discard(id: string, opId: string): Promise<void> {
  return write((outbox) => outbox.discard(id, opId))
}

/** Retry a refused operation: an edit on the version that was shown beside it, a plan with everything that depends on it. */
export function insist(id: string, opId: string): Promise<void> {
  return write((outbox) => outbox.insist(id, opId))
}

/**
 * Note a launch before a device in the local network is ordered to run a plan: if the service refuses the plan, its
 * person learns where the run is.
 */
export function noteLaunch(uuid: string, hostname: string): Promise<void> {
  return write((outbox) => outbox.noteLaunch(uuid, hostname))
}

/** Send what waits in one document now. */
export function retry(id: string): void {
  records.peek()?.tell('retry', id)
}

/** Send everything that waits now. */
export function retryAll(): void {
  records.peek()?.tell('retry')
}

/** Time after which a person who pressed the button reads why it still waits. */
const tellAfterMs = 8000

/** Send everything that waits now, and say so where nothing of it has moved. */
export async function sendNow(): Promise<void> {
  const pressed = stamp()
  retryAll()
  await new Promise((resolve) => setTimeout(resolve, tellAfterMs))
  if (waitingCount.peek() === 0 || stamp() !== pressed) return
  const { state } = session.peek()
  const why =
    state === 'locked' ? 'whileLocked' : calls.peek().failing > 0 ? 'noAnswer' : 'stillWaiting'
  showToast('warning', t(`sync.${why}`))
}

/** Return a text that changes with every operation that is sent, answered or tried. */
function stamp(): string {
  const all = waitingDocuments.peek().flatMap(({ pending }) => pending)
  return all.map(({ op_id, state, tries }) => `${op_id} ${state} ${tries}`).join()
}

/** Longer than a slow service takes; what is not taken by then goes on waiting. */
const sentWithinMs = 30_000

/**
 * Resolve once the edge has everything of a record.
 * @throws Fault with which it was refused, `timeout` while it goes on waiting, or `records_not_open` where these records were
 *   closed meanwhile, as somebody else has signed in: nothing is known of what waits in them.
 */
export function untilSent(uuid: string): Promise<void> {
  const local = records.peek()
  retryAll()
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      stop()
      reject(new Fault('timeout', 'Timeout Error'))
    }, sentWithinMs)
    const stop = effect(() => {
      const pending = waitingDocuments.value.find((one) => one.uuid === uuid)?.pending ?? []
      const refused = pending.find(({ state }) => state === 'refused')?.fault as FaultDetail | null
      const isClosed = records.value !== local
      if (pending.length > 0 && !refused && !isClosed) return
      clearTimeout(late)
      // Wait a moment: the effect cannot be ended while it runs for the first time.
      queueMicrotask(() => stop())
      if (isClosed) reject(notOpen())
      else if (refused) reject(new Fault([refused]))
      else resolve()
    })
  })
}

/** Forget the notices of others' edits in a document, which the person has read. */
export function forgetJournal(id: string): Promise<void> {
  return write((outbox) => outbox.forgetJournal(id))
}

/** Export all waiting operations as a file, with enough to type them in again elsewhere. */
export async function exportWaiting(): Promise<CallFile> {
  const [local, who] = [records.peek(), account.peek()]
  if (!local || !who) throw notOpen()
  const text = await local.outbox.export(who)
  const day = new Date().toISOString().slice(0, 10)
  const name = `bapp-waiting-${day}.json`
  return { bytes: new TextEncoder().encode(text), type: 'application/json', name }
}

async function write<Value>(work: (outbox: Outbox) => Promise<Value>): Promise<Value> {
  const local = records.peek()
  if (!local) throw notOpen()
  writing.value += 1
  try {
    return await work(local.outbox)
  } catch (error) {
    if (error instanceof Fault) await fetchFaultTexts(error)
    throw error
  } finally {
    writing.value -= 1
  }
}

function notOpen(): Fault {
  return new Fault('refused', 'The records of this machine are not open', {
    reason: 'records_not_open',
  })
}
