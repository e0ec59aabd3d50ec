import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { inbox } from '../state/inbox.ts'
import { machineNotices, takeFresh } from '../state/machine-notices.ts'
import { messageChoices } from '../state/message-choices.ts'
import { placeOf } from './message-places.ts'

/** Most notifications at once: the tray has all. */
const most = 3

/** Tell of new messages by notifications of the browser, where the person wants it and looks at another window. Draws nothing. */
export function MachineNotices() {
  useSignals()
  const [, goTo] = useLocation()
  const box = inbox.value
  const isOn = machineNotices.value
  // Read with the box: quiet hours hold for the machine too.
  const { quiet } = messageChoices.value
  useEffect(() => {
    if (!box) return
    const fresh = takeFresh(box.of, box.messages)
    if (!isOn || document.hasFocus() || isNow(quiet)) return
    for (const { uuid, title, message, about } of fresh.slice(0, most)) {
      // Join those that several tabs show, by the tag.
      const shown = new Notification(title, { body: message, tag: uuid })
      shown.addEventListener('click', () => {
        window.focus()
        const place = placeOf(about)
        if (place) goTo(place)
        shown.close()
      })
    }
  }, [box, isOn, quiet, goTo])
  return null
}

/** Tell if quiet hours are on, by the clock of this machine. */
function isNow(quiet: { from: string; to: string } | null): boolean {
  if (!quiet) return false
  const now = new Date().toTimeString().slice(0, 5)
  const { from, to } = quiet
  return from < to ? now >= from && now < to : now >= from || now < to
}
