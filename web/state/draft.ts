import { type ReadonlySignal, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { deviceCartridgeNames } from '../../domain/catalog/cartridges.ts'
import { Sample } from '../../domain/entities/analysis.ts'
import { RunInstrument } from '../../domain/entities/instrument.ts'
import { RunKit } from '../../domain/entities/run-kit.ts'
import { Uuid } from '../../domain/fields.ts'
import { copyLayout, type Layout } from './draft-steps.ts'
import { type History, redo, startHistory, stepTo, undo } from './history.ts'
import { keepItem } from '../keep-item.ts'
import { makeUuid } from '../client/make-uuid.ts'

/**
 * Return the key under which a tab keeps its draft: the key of its kind, or one of its own behind `~` when two tabs have
 * drafts of one kind. The tab remembers it, so that a reloaded page finds its own draft and not that of the other tab.
 */
const rememberedAs = (wanted: string) => `slot-${wanted}`

/** Find the place for a tab that opens a draft of this kind. */
function findSlot(wanted: string): string {
  const own = sessionStorage.getItem(rememberedAs(wanted))
  if (own !== null && localStorage.getItem(own) !== null) return own
  if (localStorage.getItem(wanted) !== null) return wanted
  // Continue a draft of a closed tab before beginning a new one.
  const left = Object.keys(localStorage).find((key) => key.startsWith(`${wanted}~`))
  return left === undefined ? wanted : rememberSlot(wanted, left)
}

/** Make a place to which no other tab writes. */
function makeSlot(wanted: string): string {
  return rememberSlot(wanted, `${wanted}~${crypto.randomUUID()}`)
}

function rememberSlot(wanted: string, slot: string): string {
  // Ignore a lack of room: the draft is found as one that a closed tab has left.
  keepItem(rememberedAs(wanted), slot, sessionStorage)
  return slot
}

/** Fields of a saved plan that can be edited. */
const PlanContent = v.strictObject({
  name: v.string(),
  notebook: v.string(),
  device_uuid: v.nullable(Uuid),
  samples: v.array(Sample),
  kit: v.optional(v.nullable(RunKit), null),
  instrument: v.optional(v.nullable(RunInstrument), null),
})
export type PlanContent = v.InferOutput<typeof PlanContent>

/** The fields of a draft besides its layout; all may be empty while one is still choosing. */
const DraftFields = v.strictObject({
  /** Id that the analysis will have: a save that is repeated makes one analysis (decisions R6). */
  uuid: Uuid,
  /** Operation id of the create, for the same reason. */
  create_op: Uuid,
  /** True if the edge has the analysis: its method and its place are fixed, the rest can be edited. */
  saved: v.boolean(),
  /** True after a person or an earlier analysis filled it; an untouched draft may be filled again. */
  filled: v.boolean(),
  protocol_uuid: v.nullable(Uuid),
  recipe_uuid: v.nullable(Uuid),
  swarm_uuid: v.nullable(Uuid),
  device_uuid: v.nullable(Uuid),
  cartridge_type: v.nullable(v.picklist(deviceCartridgeNames)),
  name: v.string(),
  notebook: v.string(),
  /** Ledger entry of the launch that is under way. */
  command_uuid: v.nullable(Uuid),
  /**
   * Content with which the editor of a saved plan began: it shows which fields others have changed since, and keeps
   * those.
   */
  base: v.optional(v.nullable(PlanContent), null),
  /** The kit whose label was read. */
  kit: v.optional(v.nullable(RunKit), null),
  /** The instrument beside the chosen gateway. */
  instrument: v.optional(v.nullable(RunInstrument), null),
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
/** The kind of draft that is open, and where this tab keeps it. */
let key = ''
let place = ''
let busy = false
/** Something was changed in this tab: what other tabs write is not taken over any more. */
let touched = false
let channel: BroadcastChannel | null = null
const clash = signal<DraftClash | null>(null)

/**
 * Another tab holds the draft as well. `elsewhere`: it was open there before. `taken`: it was taken over there. `parted`: both
 * were changed, and are two plans now.
 */
export type DraftClash = 'elsewhere' | 'taken' | 'parted'
export const draftClash: ReadonlySignal<DraftClash | null> = clash

/** Asked when a draft is opened, answered by the tabs that have it open, and told when one takes it over. */
interface TabMessage {
  kind: 'ask' | 'here' | 'take'
  place: string
  uuid: string
}

/**
 * `new`: no change yet; `kept`: this machine has the content of the screen; `failed`: this machine cannot store more.
 */
export type DraftKept = 'new' | 'kept' | 'failed'

/** State of the kept copy: whether the current draft would be there again after a reload. */
export const draftKept: ReadonlySignal<DraftKept> = kept

/** The analysis being planned; null before one is opened. Kept in this browser after every change. */
export const draft: ReadonlySignal<Draft | null> = current

/**
 * Open the draft of an account, as it was left or a new one. Each origin (`new`, or an earlier analysis that
 * is run again or edited) has a draft of its own, so that opening one never overwrites another.
 */
export function openDraft(user: string, origin: string): void {
  const wanted = `draft-${user}-${origin}`
  if (wanted === key && current.peek()) return
  key = wanted
  place = findSlot(wanted)
  const known = parseKept(localStorage.getItem(place))
  kept.value = known ? 'kept' : 'new'
  current.value = known ?? makeDraft()
  ;[touched, clash.value] = [false, null]
  addEventListener('storage', partFromOtherTab)
  channel?.close()
  channel = new BroadcastChannel('drafts')
  channel.addEventListener('message', hearOtherTab)
  if (known) tellTabs('ask')
}

/** Go on with the draft here; the other tab makes a plan of its own of it as soon as something is changed there. */
export function takeDraftOver(): void {
  clash.value = null
  tellTabs('take')
}

/** Begin another draft of the same kind here; the one in the other tab stays as it is. */
export function openSecondDraft(): void {
  place = makeSlot(key)
  current.value = makeDraft()
  kept.value = 'new'
  ;[touched, clash.value] = [false, null]
}

/** Dismiss the notice of two plans, which the person has read. */
export function dismissClash(): void {
  clash.value = null
}

function tellTabs(kind: TabMessage['kind']): void {
  const uuid = current.peek()?.uuid
  if (uuid) channel?.postMessage({ kind, place, uuid } satisfies TabMessage)
}

function hearOtherTab({ data }: MessageEvent<TabMessage>): void {
  if (data.place !== place || data.uuid !== current.peek()?.uuid) return
  if (data.kind === 'ask') tellTabs('here')
  else clash.value = data.kind === 'here' ? 'elsewhere' : 'taken'
}

export function changeDraft(change: Partial<DraftFields>): void {
  update((before) => ({ ...before, filled: true, ...change }))
}

/** Change the layout by one step, which is undone as one; a step without a change is none. */
export function changeLayout(step: (layout: Layout) => Layout): void {
  update((before) => {
    const { present } = before.layout
    const next = step(present)
    if (JSON.stringify(next) === JSON.stringify(present)) return before
    return { ...before, filled: true, layout: stepTo(before.layout, next) }
  })
}

/** The layout that a method brought last. */
let brought: Layout | null = null

/**
 * Put the layout that a method brings. What a person placed before is had back by undo; there is nothing to undo on an empty
 * plate, or where the layout before came from another method and was not changed.
 */
export function bringLayout(layout: Layout): void {
  const { past = [], present = [] } = current.peek()?.layout ?? {}
  const isPlaced = past.length > 0 || (present.length > 0 && present !== brought)
  if (isPlaced) changeLayout(() => layout)
  else update((before) => ({ ...before, filled: true, layout: startHistory(layout) }))
  brought = current.peek()?.layout.present ?? null
}

export function undoLayout(): void {
  update((before) => ({ ...before, layout: undo(before.layout) }))
}

export function redoLayout(): void {
  update((before) => ({ ...before, layout: redo(before.layout) }))
}

/** Fill the draft as a whole, its layout without anything to undo. */
export function fillDraft(fields: Partial<DraftFields>, layout: Layout): void {
  update((before) => ({ ...before, filled: true, ...fields, layout: startHistory(layout) }))
}

/**
 * Discard the draft, which has become an analysis, or is not wanted.
 * @returns how to have it back, to be opened again as it was; another one that was begun meanwhile is left alone.
 */
export function discardDraft(): () => void {
  const mine = place
  const text = localStorage.getItem(mine)
  // Compare the id: another tab may keep a draft of its own there by now.
  const isMine = parseKept(text)?.uuid === current.peek()?.uuid
  if (isMine) localStorage.removeItem(mine)
  closeDraft()
  return () => {
    if (isMine && text !== null && localStorage.getItem(mine) === null) keepItem(mine, text)
  }
}

/**
 * Return the draft of an origin, as it is open or as it was left in this browser; null where there is none.
 */
export function findDraft(user: string, origin: string): Draft | null {
  const wanted = `draft-${user}-${origin}`
  return wanted === key ? current.peek() : parseKept(localStorage.getItem(findSlot(wanted)))
}

/** Make the current draft a new plan with samples of its own, kept with the new ones; the saved one stays as it is, or is gone. */
export function partDraft(user: string): void {
  const wanted = `draft-${user}-new`
  if (key !== wanted) {
    localStorage.removeItem(place)
    place = localStorage.getItem(wanted) === null ? wanted : makeSlot(wanted)
    key = wanted
  }
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

/** Leave the screen; what is kept stays for the next time. */
export function closeDraft(): void {
  removeEventListener('storage', partFromOtherTab)
  channel?.close()
  channel = null
  clash.value = null
  ;[key, place] = ['', '']
  current.value = null
}

/** Keep the ids of the draft while a call about it is under way, whatever other tabs do. */
export function holdDraft(held: boolean): void {
  busy = held
}

/**
 * Make a plan of its own of the changes in this tab, kept at a place of its own, as soon as another tab with the same
 * draft changes, launches or discards it: otherwise the two would make one analysis of two plans, and the last one to
 * write would win. An unchanged draft follows the other tab.
 */
function partFromOtherTab({ key: changed, oldValue, newValue }: StorageEvent): void {
  const mine = current.peek()
  if (changed !== place || !mine || busy) return
  if (newValue === null) {
    if (mine.saved || parseKept(oldValue)?.uuid !== mine.uuid) return
    current.value = withOwnIds(mine)
    keep(current.value)
    return
  }
  const theirs = parseKept(newValue)
  if (!touched && theirs?.uuid === mine.uuid) {
    current.value = theirs
    return
  }
  part(theirs?.uuid === mine.uuid)
}

/** Move what is on the screen to a place of its own, as a plan of its own where another tab has the same. */
function part(isShared = true): void {
  const mine = current.peek()
  if (!mine) return
  place = makeSlot(key)
  current.value = isShared && !mine.saved ? withOwnIds(mine) : mine
  clash.value = 'parted'
  keep(current.value)
}

function withOwnIds(mine: Draft): Draft {
  return { ...mine, uuid: makeUuid(), create_op: makeUuid(), base: null }
}

function update(step: (before: Draft) => Draft): void {
  if (clash.peek() === 'taken' && !busy) part()
  const before = current.peek()
  if (!before) return
  touched = true
  const after = step(before)
  current.value = after
  keep(after)
}

function keep({ layout, ...fields }: Draft): void {
  // Say so in a full or forbidden storage: the draft still lives as long as the page.
  const isKept = keepItem(place, JSON.stringify({ ...fields, samples: layout.present }))
  kept.value = isKept ? 'kept' : 'failed'
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
    instrument: null,
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
