import { useState } from 'react'
import { t } from '../i18n/intl.ts'
import { type FieldTexts, sortFaults } from './form-faults.ts'

export interface Sending {
  busy: boolean
  /** Whether the form has been sent once: what is missing is said only then. */
  tried: boolean
  /** What the edge refused, at its field and otherwise. */
  refused: FieldTexts
  others: string[]
  /** Sends unless something is missing or under way; true when it went through. */
  send: (complete: boolean, work: () => Promise<void>) => Promise<boolean>
  forget: () => void
}

/** The sending of a small form: one at a time, refusals sorted to their fields. */
export function useSending(fields: readonly string[]): Sending {
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<FieldTexts>({})
  const [others, setOthers] = useState<string[]>([])
  const send = async (complete: boolean, work: () => Promise<void>) => {
    setTried(true)
    if (busy) return false
    if (!complete) {
      setOthers([t('parts.form.invalid')])
      return false
    }
    setBusy(true)
    setRefused({})
    setOthers([])
    try {
      await work()
      setTried(false)
      return true
    } catch (error) {
      const sorted = sortFaults(error, fields)
      setRefused(sorted.fields)
      setOthers(sorted.others)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, tried, refused, others, send, forget: () => setRefused({}) }
}
