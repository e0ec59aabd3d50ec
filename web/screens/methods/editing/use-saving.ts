import { useState } from 'react'
import { useLocation } from 'wouter'
import { Fault } from '../../../../domain/fault.ts'
import { call } from '../../../client/call.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { t } from '../../../i18n/intl.ts'
import type { MethodRecord } from '../../../entities/method/why-not.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'
import type { AnyDraft, AnyEditor } from './draft-kind.ts'
import type { Edited } from './use-edited.ts'

/** Save a method: a new one under an id of its own, one that is there on top of what was seen. */
export function useSaving<
  Made extends MethodRecord,
  Draft extends AnyDraft,
  Editor extends AnyEditor<Draft>,
  Act,
>(edited: Edited<Made, Draft, Editor, Act>) {
  const [, go] = useLocation()
  const [theirs, setTheirs] = useState<Made | null>(null)
  const sending = useSending([])
  const { kind, uuid, draft, saved, base } = edited
  const create = async (opId: string) => {
    const { name, swarm_uuid } = draft
    const content = { name, swarm_uuid, ...kind.contentOf(draft) }
    const make = async (id: string, op: string) =>
      (await call(kind.calls.create, { body: { uuid: id, ...content } } as never, {
        opId: op,
      })) as Made
    const made = await make(uuid, opId).catch((error: unknown) => {
      if (!isIdTaken(error)) throw error
      // Make a record of its own: another tab had found the same draft and has saved it.
      return make(makeUuid(), `${opId}_n`)
    })
    edited.finish()
    go(kind.shownAt(made.uuid))
    return made
  }
  const change = async (opId: string, on: string) => {
    const before = kind.contentOf(saved)
    const moved = Object.entries(kind.contentOf(draft)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
    )
    const body = {
      ...(draft.name !== saved.name && { name: draft.name }),
      ...Object.fromEntries(moved),
      base: on,
    }
    const sent = { params: { id: uuid }, body } as never
    const made = (await call(kind.calls.edit, sent, { opId })) as Made
    edited.takeSaved(made)
    return made
  }
  /** @param on the `updated_at` that it is written on top of; null makes a new one. */
  const save = (on = base) =>
    sending.send(
      true,
      async (opId) => {
        try {
          const { name } = await (on === null ? create(opId) : change(opId, on))
          resyncRecords()
          showToast('done', t('methods.done.saved', { name }))
        } catch (error) {
          if (!(error instanceof Fault)) throw error
          if (error.code === 'stale') return setTheirs(error.first.versions?.theirs as Made)
          edited.refuse(error.details.filter(({ field }) => field))
          if (!error.details.every(({ field }) => field)) throw error
        }
      },
      { draft, on },
    )
  return {
    busy: sending.busy,
    others: sending.others,
    save: () => void save(),
    /** The record as somebody else has changed it meanwhile. */
    theirs,
    /** Back to editing. */
    leave: () => setTheirs(null),
    /** Overwrite the version of others by this one. */
    takeMine: () => {
      const on = theirs?.updated_at
      setTheirs(null)
      if (on) void save(on)
    },
    takeTheirs: () => {
      if (theirs) edited.takeTheirs(theirs)
      setTheirs(null)
    },
  }
}

function isIdTaken(error: unknown): boolean {
  return error instanceof Fault && error.first.reason === 'id_not_unique'
}
