import { useEffect, useState } from 'react'
import { userCalls } from '../../domain/calls/users.ts'
import { call } from '../client/call.ts'
import { may } from './session.ts'

/**
 * Return true if the deployment stores mails instead of sending them. Ask before the form is opened, so that it does
 * not grow under a hand; ask again at its opening if there was no answer.
 */
export function useMailsKept(open: boolean): boolean {
  const [kept, setKept] = useState<boolean | null>(null)
  const isWanted = kept === null && may(userCalls.createForm.needs)
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    call(userCalls.createForm, {}, { signal: stop.signal }).then(
      ({ options }) => setKept(options['mail']?.[0]?.value === 'kept'),
      // Ignore a failure: the form works without knowing it.
      () => undefined,
    )
    return () => stop.abort()
  }, [isWanted, open])
  return kept === true
}
