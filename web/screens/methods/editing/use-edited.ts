import { type Dispatch, useEffect, useReducer, useRef, useState } from 'react'
import * as v from 'valibot'
import { canonicalJson } from '../../../../domain/canonical.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { Uuid } from '../../../../domain/fields.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import type { MethodRecord } from '../../../entities/method/why-not.ts'
import { dropKept, keepDraft, readKept, useOtherTabs } from '../../../state/keep-draft.ts'
import type { AnyDraft, AnyEditor, CommonAct, DraftKind } from './draft-kind.ts'

/** A method that is edited, and what it was before. */
export interface Edited<
  Made extends MethodRecord,
  Draft extends AnyDraft,
  Editor extends AnyEditor<Draft>,
  Act,
> {
  kind: DraftKind<Made, Draft, Editor, Act>
  uuid: string
  editor: Editor
  act: Dispatch<Act | CommonAct<Draft>>
  draft: Draft
  /** Last saved content, or the first content of a new one. */
  saved: Draft
  /** `updated_at` of what was edited; null for a new one. */
  base: string | null
  isChanged: boolean
  /** True when unsaved edits were found in this browser. */
  isRestored: boolean
  /** False where this browser takes nothing more: what is not saved lasts as long as the page. */
  isKept: boolean
  /** Refusals of the service, until something is changed. */
  refused: readonly FaultDetail[]
  refuse: (details: readonly FaultDetail[]) => void
  /** It was saved as this; what was done before can still be undone. */
  takeSaved: (record: Made) => void
  /** It was saved and the page is left: nothing is kept any more. */
  finish: () => void
  /** Go on with what somebody else has saved, which can be undone. */
  takeTheirs: (record: Made) => void
  /** Throw away what was not saved. */
  discard: () => void
  /** Begin a new one with this content, which is no edit: it is not kept in the browser, and cannot be undone. */
  begin: (draft: Draft) => void
}

/**
 * Edit a method: what is not saved is kept in this browser and found again, and a record that others change is followed as long as
 * nothing was changed here.
 * @param record null for a new one.
 */
export function useEdited<
  Made extends MethodRecord,
  Draft extends AnyDraft,
  Editor extends AnyEditor<Draft>,
  Act,
>(
  kind: DraftKind<Made, Draft, Editor, Act>,
  who: string,
  record: Made | null,
): Edited<Made, Draft, Editor, Act> {
  const origin = record?.uuid ?? 'new'
  const [start, setStart] = useState(() => begin(kind, who, record))
  const [editor, act] = useReducer(kind.edit, start.draft, kind.open)
  const [isRestored, setRestored] = useState(start.isRestored)
  const [isKept, setKept] = useState(true)
  const [refused, setRefused] = useState<{ of: Draft; details: readonly FaultDetail[] } | null>(
    null,
  )
  const { uuid, saved, base } = start
  const draft = editor.history.present
  const isChanged = draft !== saved && write(kind, draft) !== write(kind, saved)
  const open = (next: Draft, updated: string | null, id = uuid) => {
    setStart({ uuid: id, draft: next, saved: next, base: updated, isRestored: false })
    setRestored(false)
    act({ type: 'open', draft: next })
  }
  const follow = (now: Made) =>
    setStart((before) => ({ ...before, saved: kind.draftOf(now), base: now.updated_at }))
  if (record && base !== null && record.updated_at > base && !isChanged) {
    open(kind.draftOf(record), record.updated_at)
  }
  // Edit one draft in all tabs: the last one to write would take the changes of the others. What came can be undone.
  useOtherTabs(who, kind.name, origin, () => {
    const kept = readKept(who, kind.name, origin, keptOf(kind))
    // Begin another new one where that one was saved.
    const { uuid: id, base: on } = kept ?? { uuid: record?.uuid ?? makeUuid(), base }
    setStart((before) => ({ ...before, uuid: id, base: on }))
    const theirs = kept?.draft ?? saved
    if (canonicalJson(theirs) !== canonicalJson(draft)) act({ type: 'replace', draft: theirs })
  })
  const finish = useAfterwards(() => {
    if (isChanged) setKept(keepDraft(who, kind.name, origin, { uuid, base, draft }))
    else dropKept(who, kind.name, origin)
  }, isChanged && draft)
  return {
    kind,
    uuid,
    editor,
    act,
    draft,
    saved,
    base,
    isChanged,
    isRestored: isRestored && isChanged,
    isKept,
    refused: refused?.of === draft ? refused.details : none,
    refuse: (details) => setRefused({ of: draft, details }),
    takeSaved: (made) => follow(made),
    finish: () => {
      finish()
      dropKept(who, kind.name, origin)
    },
    takeTheirs: (theirs) => {
      follow(theirs)
      act({ type: 'replace', draft: kind.draftOf(theirs) })
    },
    discard: () =>
      record ? open(kind.draftOf(record), record.updated_at) : open(kind.empty, null, makeUuid()),
    begin: (first) => open(first, null),
  }
}

/**
 * Begin a new method with what another record says of it, once and only where nothing was typed or kept.
 * @param first null while the other record is not known.
 */
export function useFirstContent<
  Made extends MethodRecord,
  Draft extends AnyDraft,
  Editor extends AnyEditor<Draft>,
  Act,
>(edited: Edited<Made, Draft, Editor, Act>, first: Draft | null): void {
  const { base, isChanged, begin: fill } = edited
  const isDone = useRef(false)
  useEffect(() => {
    if (!first || isDone.current || base !== null || isChanged) return
    isDone.current = true
    fill(first)
  })
}

const afterMs = 150

/**
 * Do something a moment after a value has changed, not within the frame of a key, or at once when the page or tab is left.
 * Returns how to do it no more.
 */
function useAfterwards(work: () => void, value: unknown): () => void {
  const now = useRef<(() => void) | null>(work)
  useEffect(() => {
    if (now.current) now.current = work
  })
  useEffect(() => {
    const timer = setTimeout(() => now.current?.(), afterMs)
    return () => clearTimeout(timer)
  }, [value])
  useEffect(() => {
    const leave = () => now.current?.()
    const hide = () => document.hidden && leave()
    addEventListener('pagehide', leave)
    // Come before another tab is looked at: what waits in one that is not seen waits longer.
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [])
  return () => {
    now.current = null
  }
}

const none: readonly FaultDetail[] = []

/** Write the content to be saved, for comparison: a change of 0 °C is none. */
function write<Draft extends AnyDraft>(
  { contentOf }: { contentOf: (draft: Draft) => object },
  draft: Draft,
): string {
  return JSON.stringify([draft.name, draft.swarm_uuid, contentOf(draft)])
}

function keptOf<Draft>({ schema }: { schema: v.GenericSchema<unknown, Draft> }) {
  return v.strictObject({
    /** Id that a new record will have: a save that is repeated makes one. */
    uuid: Uuid,
    /** `updated_at` of the record that was edited; null for a new one. */
    base: v.nullable(v.string()),
    draft: schema,
  })
}

function begin<
  Made extends MethodRecord,
  Draft extends AnyDraft,
  Editor extends AnyEditor<Draft>,
  Act,
>(kind: DraftKind<Made, Draft, Editor, Act>, who: string, record: Made | null) {
  const saved = record ? kind.draftOf(record) : kind.empty
  const kept = readKept(who, kind.name, record?.uuid ?? 'new', keptOf(kind))
  return kept
    ? { uuid: kept.uuid, draft: kept.draft, saved, base: kept.base, isRestored: true }
    : {
        uuid: record?.uuid ?? makeUuid(),
        draft: saved,
        saved,
        base: record?.updated_at ?? null,
        isRestored: false,
      }
}
