import { useEffect, useRef, useState } from 'react'
import { makeUuid } from '../client/make-uuid.ts'
import { t } from '../i18n/intl.ts'
import { type FieldTexts, sortFaults } from './form-faults.ts'

export interface Sending {
  busy: boolean
  /** True once the form was sent: missing fields are reported only then. */
  tried: boolean
  /** Refusals of the edge, by field; those without a field are in `others`. */
  refused: FieldTexts
  others: string[]
  /**
   * Sends unless something is missing or under way; true when it went through. The id of the operation stays the same while
   * the content is: sending it again after a lost answer does nothing twice.
   */
  send: (
    complete: boolean,
    work: (opId: string) => Promise<void>,
    content?: unknown,
  ) => Promise<boolean>
  /** Takes back what was refused: at a field, or all. */
  forget: (field?: string) => void
}

/** Send what a form, a dialog or a button asks for: one at a time, refusals sorted to their fields. */
export function useSending(fields: readonly string[]): Sending {
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<FieldTexts>({})
  const [others, setOthers] = useState<string[]>([])
  const [isIncomplete, setIncomplete] = useState(false)
  useGoneWithChange(isIncomplete, setIncomplete)
  const attempt = useRef({ content: '', opId: '' })
  const send: Sending['send'] = async (complete, work, content) => {
    setTried(true)
    if (busy) return false
    setIncomplete(!complete)
    if (!complete) {
      setOthers([])
      return false
    }
    const text = JSON.stringify(content) ?? ''
    if (attempt.current.content !== text || text === '') {
      attempt.current = { content: text, opId: makeUuid() }
    }
    setBusy(true)
    setRefused({})
    setOthers([])
    try {
      await work(attempt.current.opId)
      attempt.current = { content: '', opId: '' }
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
  const forget = (field?: string) => {
    if (field === undefined) setRefused({})
    else setRefused(({ [field]: _gone, ...rest }) => rest)
  }
  const said = isIncomplete ? [t('parts.form.invalid')] : others
  return { busy, tried, refused, others: said, send, forget }
}

/** Take a word about the whole form back with the next change on the page: it may be right by then, and its fields say the rest. */
function useGoneWithChange(isShown: boolean, setShown: (isShown: boolean) => void): void {
  useEffect(() => {
    if (!isShown) return undefined
    const look = () => setShown(false)
    for (const name of ['input', 'change']) addEventListener(name, look)
    return () => {
      for (const name of ['input', 'change']) removeEventListener(name, look)
    }
  }, [isShown, setShown])
}
