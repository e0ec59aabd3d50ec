import { useEffect, useState } from 'react'
import { type Why, whyCalls } from '../../../domain/calls/why.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { call } from '../../client/call.ts'
import { refreshSession } from '../../state/session.ts'

/** What the service says stands in the way of a permission; null until it does, also when it cannot be asked. */
export function useWhy(permission: Permission): Why | null {
  const [why, setWhy] = useState<Why | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      const answer = await call(whyCalls.why, { query: { permission } }, { signal: stop.signal })
      // Given meanwhile: this page must know it too, or it would not open what it offers.
      if (answer.allowed) await refreshSession()
      if (!stop.signal.aborted) setWhy(answer)
    }
    ask().catch(() => undefined)
    return () => stop.abort()
  }, [permission])
  return why
}
