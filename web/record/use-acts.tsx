import { type ReactNode, useState } from 'react'
import { makeUuid } from '../client/make-uuid.ts'
import { errorTexts } from '../i18n/faults.ts'
import { t } from '../i18n/intl.ts'
import { showErrors } from '../state/show-errors.ts'
import { showToast } from '../state/toasts.ts'
import type { Act } from './act.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

export interface ActRun {
  /** Id of the act under way. */
  busy: string | null
  /** Reasons that the last one failed, where no dialog shows them. */
  failure: readonly string[]
  press: (act: Act) => void
  /** Asks before an act: draw it once. */
  dialog: ReactNode
}

/**
 * Do what acts of records say: asked first where it has consequences, said when it is done, and taken back where it can be.
 * @param again reads the list again.
 */
export function useActs(again: () => void): ActRun {
  const [asked, setAsked] = useState<Act | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<readonly string[]>([])
  const run = async (act: Act, opId: string, reason: string) => {
    const said = await act.send?.(opId, reason)
    again()
    const { back } = act
    const undo = back && {
      label: t('record.undo'),
      onPress: () => void takeBack(back, opId, again),
    }
    if (said !== undefined) showToast('done', said, undo)
  }
  const press = async (act: Act) => {
    setFailure([])
    if (act.why !== null) return showToast('warning', act.why, undefined, act.label)
    if (act.open) return act.open()
    if (act.ask) return setAsked(act)
    if (busy !== null) return undefined
    setBusy(act.id)
    try {
      await run(act, makeUuid(), '')
    } catch (error) {
      setFailure(errorTexts(error))
    } finally {
      setBusy(null)
    }
    return undefined
  }
  const dialog = asked?.ask && (
    <ReasonDialog
      ask={asked.ask}
      onClose={() => setAsked(null)}
      send={(opId, reason) => run(asked, opId, reason)}
    />
  )
  return { busy, failure, press: (act) => void press(act), dialog }
}

async function takeBack(back: NonNullable<Act['back']>, done: string, again: () => void) {
  try {
    const said = await back(makeUuid(), done)
    again()
    showToast('done', said)
  } catch (error) {
    showErrors(error)
  }
}
