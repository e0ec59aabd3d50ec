import { useEffect, useState } from 'react'
import type { CallData } from '../../../domain/call.ts'
import { aboutCalls } from '../../../domain/calls/about.ts'
import { call } from '../../client/call.ts'

/** Return what the deployment says of itself; null until it answered. */
export function useDeployment(): CallData<typeof aboutCalls.health> | null {
  const [known, setKnown] = useState<CallData<typeof aboutCalls.health> | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    call(aboutCalls.health, {}, { background: true, signal: stop.signal }).then(
      setKnown,
      () => undefined,
    )
    return () => stop.abort()
  }, [])
  return known
}
