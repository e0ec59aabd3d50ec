import { type ReadonlySignal, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { cartridgeNames } from '../../domain/catalog/cartridges.ts'
import { Sample } from '../../domain/entities/analysis.ts'
import { RunKit } from '../../domain/entities/run-kit.ts'
import { Uuid } from '../../domain/fields.ts'
import { copyLayout, type Layout } from './draft-steps.ts'
import { type History, redo, startHistory, stepTo, undo } from './history.ts'
import { makeUuid } from '../client/make-uuid.ts'

/** What can be edited of a plan that was saved. */
const PlanContent = v.strictObject({
  name: v.string(),
  notebook: v.string(),
  device_uuid: v.nullable(Uuid),
  samples: v.array(Sample),
  kit: v.optional(v.nullable(RunKit), null),
})
export type PlanContent = v.InferOutput<typeof PlanContent>

/** The fields of a draft besides its layout; all may be empty while one is still choosing. */
const DraftFields = v.strictObject({
  /** Id that the analysis will have: a save that is repeated makes one analysis (decisions R6). */
  uuid: Uuid,
  /** Operation id of the create, for the same reason. */
  create_op: Uuid,
  /** The edge has the analysis: what it runs and where it belongs stand, the rest can be edited. */
  saved: v.boolean(),
  /** Filled from an earlier analysis or by the person; an untouched draft may be filled anew. */
  filled: v.boolean(),
  protocol_uuid: v.nullable(Uuid),
  recipe_uuid: v.nullable(Uuid),
  swarm_uuid: v.nullable(Uuid),
  device_uuid: v.nullable(Uuid),
  cartridge_type: v.nullable(v.picklist(cartridgeNames)),
  name: v.string(),
  notebook: v.string(),
  /** Ledger entry of the launch that is under way. */
  command_uuid: v.nullable(Uuid),
  /** Of one that was saved: what its editor began with. What others have changed since is told by it, and stays. */
  base: v.optional(v.nullable(PlanContent), null),
  /** The kit whose label was read. */
  kit: v.optional(v.nullable(RunKit), null),
  /** Warnings that a person has looked at and goes on in spite of, by their check. */
  accepted: v.optional(v.array(v.string()), []),
  /** The name that the method gave: one that the person did not touch follows the next method. */
  offered: v.optional(v.string(), ''),
})
export type DraftFields = v.InferOutput<typeof DraftFields>

const KeptDraft = v.strictObject({ ...DraftFields.entries, samples: v.array(Sample) })

export interface Draft extends DraftFields {
  layout: History<Layout>
}

const current = signal<Draft | null>(null)
const kept = signal<DraftKept>('new')
let key = ''
let busy = false

/** Nothing was changed yet; what is on the screen lies on this machine; this machine takes nothing more. */
export type DraftKept = 'new' | 'kept' | 'failed'

/** Whether the draft on the screen would be there again after a reload. */
export const draftKept: ReadonlySignal<DraftKept> = kept

/** The analysis being planned; null before one is opened. Kept in this browser after every change. */
export const draft: ReadonlySignal<Draft | null> = current

/**
 * Opens the draft of an account, as it was left or a new one. Each origin (`new`, or an earlier analysis that
 * is run again or edited) has a draft of its own, so that opening one never overwrites another.
 */
export function openDraft(user: string, origin: string): void {
  const wanted = `draft-${user}-${origin}`
  if (wanted === key && current.peek()) return
  key = wanted
  const known = parseKept(localStorage.getItem(wanted))
  kept.value = known ? 'kept' : 'new'
  current.value = known ?? makeDraft()
  addEventListener('storage', partFromOtherTab)
}

export function changeDraft(change: Partial<DraftFields>): void {
  update((before) => ({ ...before, filled: true, ...change }))
}

/** One step of the layout, to be undone as one; a step that changes nothing is none. */
export function changeLayout(step: (layout: Layout) => Layout): void {
  update((before) => {
    const { present } = before.layout
    const next = step(present)
    if (JSON.stringify(next) === JSON.stringify(present)) return before
    return { ...before, filled: true, layout: stepTo(before.layout, next) }
  })
}

export function undoLayout(): void {
  update((before) => ({ ...before, layout: undo(before.layout) }))
}

export function redoLayout(): void {
  update((before) => ({ ...before, layout: redo(before.layout) }))
}

/** Fills the draft as a whole, its layout without anything to undo. */
export function fillDraft(fields: Partial<DraftFields>, layout: Layout): void {
  update((before) => ({ ...before, filled: true, ...fields, layout: startHistory(layout) }))
}

/**
 * The draft has become an analysis, or is not wanted: nothing of it stays.
 * @returns how to have it back, to be opened again as it was; another one that was begun meanwhile is left alone.
 */
export function discardDraft(): () => void {
  const place = key
  const text = localStorage.getItem(place)
  // Another tab may keep a draft of its own there by now.
  const isMine = parseKept(text)?.uuid === current.peek()?.uuid
  if (isMine) localStorage.removeItem(place)
  closeDraft()
  return () => {
    if (isMine && text !== null && localStorage.getItem(place) === null)
      localStorage.setItem(place, text)
  }
}

/** What is on the screen becomes a plan of its own, with samples of its own; the one that was saved stays as it is. */
export function partDraft(): void {
  update((before) => ({
    ...before,
    uuid: makeUuid(),
    create_op: makeUuid(),
    saved: false,
    command_uuid: null,
    base: null,
    layout: startHistory(copyLayout(before.layout.present, makeUuid)),
  }))
}

/** Leaves the screen; what is kept stays for the next time. */
export function closeDraft(): void {
  removeEventListener('storage', partFromOtherTab)
  key = ''
  current.value = null
}

/** While a call about the draft is under way it keeps its ids, whatever other tabs do. */
export function holdDraft(held: boolean): void {
  busy = held
}

/**
 * Two tabs that opened the same kept draft would make one analysis of two plans. As soon as the other tab
 * changes it, launches it or throws it away, what stands here becomes a plan of its own.
 */
function partFromOtherTab(event: StorageEvent): void {
  const mine = current.peek()
  if (event.key !== key || !mine || mine.saved || busy) return
  if (parseKept(event.newValue ?? event.oldValue)?.uuid !== mine.uuid) return
  const own = { ...mine, uuid: makeUuid(), create_op: makeUuid(), base: null }
  current.value = own
  if (event.newValue === null) keep(own)
}

function update(step: (before: Draft) => Draft): void {
  const before = current.peek()
  if (!before) return
  const after = step(before)
  current.value = after
  keep(after)
}

function keep({ layout, ...fields }: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...fields, samples: layout.present }))
    kept.value = 'kept'
  } catch {
    // A full or forbidden storage: the draft still lives as long as the page, which says so.
    kept.value = 'failed'
  }
}

function makeDraft(): Draft {
  return {
    uuid: makeUuid(),
    create_op: makeUuid(),
    saved: false,
    filled: false,
    protocol_uuid: null,
    recipe_uuid: null,
    swarm_uuid: null,
    device_uuid: null,
    cartridge_type: null,
    name: '',
    notebook: '',
    command_uuid: null,
    base: null,
    kit: null,
    accepted: [],
    offered: '',
    layout: startHistory<Layout>([]),
  }
}

function parseKept(text: string | null): Draft | null {
  try {
    const read = v.safeParse(KeptDraft, JSON.parse(text ?? 'null'))
    if (!read.success) return null
    const { samples, ...fields } = read.output
    return { ...fields, layout: startHistory<Layout>(samples) }
  } catch {
    return null
  }
}
