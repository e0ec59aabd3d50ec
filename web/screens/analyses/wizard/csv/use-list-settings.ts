import { useCallback, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { userCalls } from '../../../../../domain/calls/users.ts'
import {
  firstListSettings,
  listCategory,
  ListSettings,
  readListSettings,
} from '../../../../../workers/files/sample-list/list-settings.ts'
import { call } from '../../../../client/call.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { account } from '../../../../state/session.ts'
import { keepItem } from '../../../../keep-item.ts'

const Kept = v.strictObject({ settings: ListSettings, sent: v.boolean() })
type Kept = v.InferOutput<typeof Kept>
const Known = v.looseObject({ settings: v.record(v.string(), v.unknown()) })

/**
 * Load the notation of the account's lists. It is stored with the person's settings at the service (decisions D26), and
 * on this machine as well, so that lists can be imported offline. A change is sent at the next import.
 */
export function useListSettings(): {
  settings: ListSettings
  change: (change: Partial<ListSettings>) => void
  send: () => void
} {
  const [kept, setKept] = useState<Kept>(readKept)
  const isTouched = useRef(false)
  useEffect(() => {
    if (!readKept().sent) return
    call(userCalls.getSettings, {})
      .then(({ settings }) => {
        if (isTouched.current) return
        const said = { settings: readListSettings(settings), sent: true }
        keep(said)
        setKept(said)
      })
      // Keep the settings of this machine if the service cannot be reached, or answers something else.
      .catch(() => undefined)
  }, [])
  const change = useCallback((part: Partial<ListSettings>) => {
    isTouched.current = true
    setKept((before) => {
      const after = { settings: { ...before.settings, ...part }, sent: false }
      keep(after)
      return after
    })
  }, [])
  const send = useCallback(() => {
    const { settings, sent } = readKept()
    if (sent) return
    const all = Object.entries(settings).map(([name, value]) => ({ name, value }))
    call(
      userCalls.setSettings,
      { params: { key: listCategory }, body: { settings: all } },
      { opId: makeUuid() },
    ).then(
      () => keep({ settings, sent: true }),
      () => undefined,
    )
  }, [])
  return { settings: kept.settings, change, send }
}

const keyOf = () => `list-settings-${account.peek()?.uuid}`

function readKept(): Kept {
  try {
    const { settings, ...said } = v.parse(
      Known,
      JSON.parse(localStorage.getItem(keyOf()) ?? 'null'),
    )
    // Fill in the settings that an older version did not have.
    return v.parse(Kept, { ...said, settings: { ...firstListSettings, ...settings } })
  } catch {
    return { settings: { ...firstListSettings }, sent: true }
  }
}

function keep(kept: Kept): void {
  // Ignore a full storage: they hold as long as the dialog is open.
  keepItem(keyOf(), JSON.stringify(kept))
}
